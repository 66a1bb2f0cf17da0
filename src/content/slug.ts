/** Characters of which an identifier is made. */
const MAX_FOLDED = 400

/** A readable identifier of a text: Polish letters folded to ASCII, words joined by dashes, at most 80 characters. */
export function slugOf(text: string): string {
  return (
    // The beginning is enough, and to order a long run of combining marks takes time by its square.
    foldPolish(text.slice(0, MAX_FOLDED))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80)
      // A dash, or the half of a character that the cut left.
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
