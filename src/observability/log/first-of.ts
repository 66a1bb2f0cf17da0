const MAX_KEYS = 5000

/** Whether a key is new, so that it is logged once; forgets all keys when there are too many. */
export function firstOfEach(): (key: string) => boolean {
  const keys = new Set<string>()
  return (key) => {
    if (keys.has(key)) return false
    if (keys.size >= MAX_KEYS) keys.clear()
    keys.add(key)
    return true
  }
}
