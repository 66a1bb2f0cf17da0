/** Memory of the texts of a newsroom that were used last. Bytes; some 500 articles (docs/decisions/147). */
const MAX_BYTES = 8 * 1024 ** 2
/** Most texts have letters for which V8 takes two bytes each. */
const BYTES_PER_CHARACTER = 2

export interface TextCache {
  get(file: object): string | undefined
  has(file: object): boolean
  /** What was used longest ago makes room. */
  set(file: object, text: string): void
  /** Whether a text would take no other's place. @param length characters, at most */
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
