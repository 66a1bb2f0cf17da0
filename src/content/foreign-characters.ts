/** Other servers read a backslash as a slash and drop control characters. */
const FOREIGN = /[\\\p{Cc}]/u
/** ASCII only, as every character above is ASCII. */
const ESCAPE = /%([0-7][\da-f])/gi
/** Maximum nesting of escapes; legitimate URLs do not go deeper. */
const MAX_DEPTH = 4

/**
 * Whether a path, slug or query contains a backslash or a control character, plain or escaped, at any nesting: each
 * server on the way may decode once more (SRC-20).
 * @returns true also for escapes that are nested deeper than 4 times
 */
export function hasForeignCharacter(text: string): boolean {
  for (let decoded = text, depth = 0; depth <= MAX_DEPTH; depth++) {
    if (FOREIGN.test(decoded)) return true
    const next = decoded.replace(ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (next === decoded) return false
    decoded = next
  }
  return true
}
