import { graphemes } from './graphemes.ts'
import { foldWhiteSpace } from './text.ts'

/** Characters as readers count them (ISSUE-7). */
export const LENGTHS = { subject: 150, preheader: 140, title: 160, lead: 280, name: 80 } as const

/** Embeddings, overrides and isolates would turn the direction of what follows; marks without a scope do no harm. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu
/** Code units; a character may consist of any number of marks. */
const UNITS_PER_CHARACTER = 8

/**
 * Makes one line of a mail of any text: no line breaks, which would end a header, no change of direction, no more than
 * `max` characters, cut between two words where there is a gap (ISSUE-7).
 */
export function lineOf(written: string, max: number): string {
  const units = max * UNITS_PER_CHARACTER
  const bounded = written.slice(0, 2 * units)
  const line = foldWhiteSpace(bounded.replace(TURNING, '').replace(CONTROL, ' '))
  const characters = Array.from(graphemes.segment(line.slice(0, units)), ({ segment }) => segment)
  const isWhole = bounded.length === written.length && line.length <= units && characters.length <= max
  if (isWhole) return line.toWellFormed()
  const cut = characters.slice(0, max - 1).join('')
  const gap = cut.lastIndexOf(' ')
  const end = gap > cut.length / 2 ? gap : cut.length
  // A cut between two halves of a character leaves one of them.
  return `${cut
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}
