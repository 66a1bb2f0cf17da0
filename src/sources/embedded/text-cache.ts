/** Bytes, some 500 articles (docs/decisions/147). */
const MAX_BYTES = 8 * 1024 ** 2
/** V8 takes two for each letter of most texts. */
const BYTES_PER_CHARACTER = 2

export interface TextCache {
  get(file: object): string | undefined
  has(file: object): boolean
  /** Evicts the least recently used. */
  set(file: object, text: string): void
  /** Without eviction. @param length characters, at most */
  hasRoomFor(length: number): boolean
}

export function createTextCache(maxBytes = MAX_BYTES): TextCache {
  const texts = new Map<object, string>()
  let bytes = 0
  const remove = (file: object): void => {
    bytes -= (texts.get(file)?.length ?? 0) * BYTES_PER_CHARACTER
    texts.delete(file)
  }
  return {
    get(file) {
      const text = texts.get(file)
      if (text === undefined) return undefined
      texts.delete(file)
      texts.set(file, text)
      return text
    },
    has: (file) => texts.has(file),
    set(file, text) {
      remove(file)
      texts.set(file, text)
      bytes += text.length * BYTES_PER_CHARACTER
      for (const oldest of texts.keys()) {
        if (bytes <= maxBytes) break
        remove(oldest)
      }
    },
    hasRoomFor: (length) => bytes + length * BYTES_PER_CHARACTER <= maxBytes,
  }
}
