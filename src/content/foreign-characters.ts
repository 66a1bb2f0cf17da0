/** A backslash reads as a slash elsewhere, and a control character as nothing at all. */
const FOREIGN = /[\\\p{Cc}]/u
/** Of ASCII: that is all that is looked for. */
const ESCAPE = /%([0-7][\da-f])/gi
/** Escapes within escapes; nobody nests them deeper. */
const MAX_DEPTH = 4

/**
 * Whether a path, a slug or a query holds a backslash or a control character, as it is or as an escape, and that as an
 * escape again: each server on the way may decode once more (SRC-20).
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
