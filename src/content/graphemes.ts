/** An emoji may have several code points. */
export const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
/** Code units searched for a character's boundary. */
const AROUND = 64

/** Cuts between characters (TEXT-12). @param max code units */
export function beginningOfText(text: string, max: number): string {
  if (text.length <= max) return text
  const from = Math.max(0, max - AROUND)
  const { index = 0 } = graphemes.segment(text.slice(from, max + AROUND)).containing(max - from) ?? {}
  // The window may begin within one.
  const end = index > 1 || from === 0 ? from + index : max
  const cut = text.slice(0, end === 0 ? max : end)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}
