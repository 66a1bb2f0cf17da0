/** Maximum number of characters that are folded for an identifier. */
const MAX_FOLDED = 400

/** A readable identifier of a text: Polish letters folded to ASCII, words joined by dashes, at most 80 characters. */
export function slugOf(text: string): string {
  return (
    // The beginning is enough, and ordering a long run of combining marks takes quadratic time.
    foldPolish(text.slice(0, MAX_FOLDED))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      // A dash, or a lone surrogate from the cut.
      .replace(/[-\p{Surrogate}]+$/u, '')
  )
}

/** Removes diacritics: `Zażółć` becomes `Zazolc`. */
export function foldPolish(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/Ł/g, 'L')
}
