/**
 * Few distinct texts make up nearly all traffic, and the last one is most often the next. Where somebody makes up
 * others, all are forgotten once in a while.
 */
export function remember<T extends {}>(work: (text: string) => T, max: number): (text: string) => T {
  const known = new Map<string, T>()
  let last: { text: string; value: T } | undefined
  return (text) => {
    if (last?.text === text) return last.value
    const before = known.get(text)
    const value = before ?? work(text)
    if (before === undefined) {
      if (known.size >= max) known.clear()
      known.set(text, value)
    }
    last = { text, value }
    return value
  }
}
