/** Few distinct headers make up nearly all traffic; the rest is worked out each time. */
export function remember<T>(work: (header: string) => T, max: number): (header: string) => T {
  const known = new Map<string, T>()
  return (header) => {
    const before = known.get(header)
    if (before !== undefined) return before
    const value = work(header)
    if (known.size < max) known.set(header, value)
    return value
  }
}
