/** Bytes of an object and of each of its fields or items, about. */
const OBJECT = 32
const FIELD = 8
const MAX_OBJECTS = 100_000
/** A text with one character outside Latin-1 takes two bytes for each, as Polish does. */
const WIDE = /[^\0-\xff]/

/** The bytes of content in memory, about; what is rendered of an article is about as large again. */
export function sizeOfContent(value: unknown): number {
  let bytes = 0
  const stack: unknown[] = [value]
  const seen = new Set<object>()
  while (stack.length > 0 && seen.size < MAX_OBJECTS) {
    const next = stack.pop()
    if (typeof next === 'string') bytes += WIDE.test(next) ? 2 * next.length : next.length
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    const items: unknown[] = Array.isArray(next) ? next : Object.values(next)
    bytes += OBJECT + FIELD * items.length
    for (const item of items) if (typeof item === 'string' || typeof item === 'object') stack.push(item)
  }
  return bytes
}
