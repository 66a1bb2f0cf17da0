/** Characters before a line's words: the parser is slow at a hundred levels (COST-35). */
const MAX_MARKS = 200
const DEEP = /^(?:[ \t>*+-]|\d{1,9}[.)])+/gm

/** Marks of emphasis and brackets of a paragraph, for which the parser takes quadratic time. */
const MAX_INLINE = 600
const INLINE = /[*_~[\]]/g

/** Turns what no author writes into text (COST-35). */
export function bounded(text: string): string {
  const shallow = text.replace(DEEP, (marks) => marks.slice(0, MAX_MARKS))
  if ((shallow.match(INLINE)?.length ?? 0) <= MAX_INLINE) return shallow
  return shallow
    .split(/(\n[ \t]*\n)/)
    .map((chunk) =>
      (chunk.match(INLINE)?.length ?? 0) > MAX_INLINE && !/[`~]{3}/.test(chunk) ? chunk.replace(INLINE, '\\$&') : chunk,
    )
    .join('')
}

/** False: `bounded` changes the text. */
export function isBoundedMarkdown(text: string): boolean {
  return bounded(text) === text
}
