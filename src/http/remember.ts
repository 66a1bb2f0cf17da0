/** Few distinct headers make up nearly all traffic; the rest is worked out each time. The last one is most often the next. */
export function remember<T>(work: (header: string) => T, max: number): (header: string) => T {
  const known = new Map<string, T>()
  let last: { header: string; value: T } | undefined
  return (header) => {
    if (last?.header === header) return last.value
    const before = known.get(header)
    const value = before === undefined ? work(header) : before
    if (before === undefined && known.size < max) known.set(header, value)
    last = { header, value }
    return value
  }
}
