/** Others read a backslash as a slash and drop control characters. */
const FOREIGN = /[\\\p{Cc}]/u
const ESCAPE = /%([0-7][\da-f])/gi
const MAX_DEPTH = 4

/** At any nesting, as each server may decode again (SRC-20); beyond 4 levels escapes count as one. */
export function hasForeignCharacter(text: string): boolean {
  for (let decoded = text, depth = 0; depth <= MAX_DEPTH; depth++) {
    if (FOREIGN.test(decoded)) return true
    const next = decoded.replace(ESCAPE, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    if (next === decoded) return false
    decoded = next
  }
  return true
}
