const MAX_KNOWN = 5000

/** Tells of each key once that it is new; forgets all of them when there are too many. */
export function knownKeys(): (key: string) => boolean {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return false
    if (known.size >= MAX_KNOWN) known.clear()
    known.add(key)
    return true
  }
}
