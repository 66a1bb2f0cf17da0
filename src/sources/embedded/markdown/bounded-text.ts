/** Characters before a line's words: a hundred levels take the parser longer than all the rest (COST-35). */
const MAX_MARKS = 200
const DEEP = /^(?:[ \t>*+-]|\d{1,9}[.)])+/gm

/** Marks of emphasis and brackets in one paragraph: the parser takes quadratic time for them, and deep trees. */
const MAX_INLINE = 600
const INLINE = /[*_~[\]]/g

/** What no author writes is text, so that any file is read in time (COST-35). */
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

/** Whether the text is read as it is written. */
export function isBoundedMarkdown(text: string): boolean {
  return bounded(text) === text
}
