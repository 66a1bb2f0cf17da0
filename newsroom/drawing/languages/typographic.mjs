import { readable } from '../colours.mjs'
import { BOARD, range } from '../geometry.mjs'
import { letters, sizeFor, texture, widthOf } from '../lettering.mjs'
import { rect } from '../shapes.mjs'
import { composition, cropped } from './composition.mjs'

const { width, height } = BOARD

/** Letters stay away from the edges, which cards cut; what bleeds is drawn beyond the board. */
const MARGIN = 0.93

/** What a line of text is set in when it says nothing: the colour that reads best on the wall. */
const inkOf = (colours) => readable(colours.ground, colours.light, colours.ink)

const textLine = (colours, { text, tone, fit, size, ...place }) => {
  const options = { x: 70, y: 400, face: 'display', ...place }
  const set = size ?? sizeFor(text, fit, options)
  return letters(text, tone ? colours[tone] : inkOf(colours), { ...options, size: set })
}

/** Pixels of the board; the small card of a phone shows 800. */
const SMALL = { width: 640, height: 380 }

/** One word of the composition, whole and as large as the small card of a phone allows. */
const wordAlone =
  ({ text, tone, face = 'display' }, letterTone) =>
  (colours) => {
    const size = Math.min(sizeFor(text, SMALL.width, { face }), SMALL.height / 0.72)
    // Other tones are for letters next to louder ones.
    const colour = tone === 'accent' ? colours.accent : letterTone(colours)
    return letters(text, colour, { x: width / 2, y: height / 2 + size * 0.35, size, face, anchor: 'middle' })
  }

/** The largest letters, and of these the shorter word. */
const mainLine = (lines) =>
  lines.toSorted((one, other) => heightOf(other) - heightOf(one) || one.text.length - other.text.length)[0]

const heightOf = ({ text, size, fit, ...options }) => size ?? sizeFor(text, fit, options)

/**
 * Words, numbers and formulas as the composition itself. A line gives its base line and either a size or the width that it
 * fills; `tone` is a role of the palette. `under` and `over` draw what lies below and above the letters.
 */
export const typographic = (wall, { lines, under, over, scale = MARGIN }) =>
  composition(
    'typographic',
    wall,
    (colours, dice) => {
      const set = lines.map((line) => textLine(colours, line)).join('')
      return cropped(`${under?.(colours, dice) ?? ''}${set}${over?.(colours, dice) ?? ''}`, { scale })
    },
    wordAlone(mainLine(lines), inkOf),
  )

/** One text repeated over the whole board; a single occurrence is loud. */
export const typographicRows = (wall, { text, rows, loud, face = 'display', shift = 0.37 }) =>
  composition('typographic', wall, rowsOf({ text, rows, loud, face, shift }), wordAlone({ text, face }, inkOf))

const rowsOf =
  ({ text, rows, loud, face, shift }) =>
  (colours) => {
    const step = height / (rows - 0.35)
    const size = step * 1.12
    const advance = widthOf(`${text} `, { face, size })
    const rowOf = (row) => {
      const start = -((row * shift) % 1) * advance
      return range(Math.ceil(width / advance) + 1, (column) => {
        const isLoud = row === loud[0] && column === loud[1]
        const options = { x: start + column * advance, y: step * (row + 0.78), size, face }
        return isLoud ? letters(text, colours.accent, options) : texture(text, colours.line, options)
      }).join('')
    }
    return range(rows, rowOf).join('')
  }

/** Letters cut by a level: what lies under it is moved aside, as print that was not in register. */
export const typographicCut = (wall, { text, fit, y, level, shift, tone }) =>
  composition('typographic', wall, cutOf({ text, fit, y, level, shift, tone }), wordAlone({ text }, inkOf))

const cutOf =
  ({ text, fit, y, level, shift, tone }) =>
  (colours) => {
    const size = sizeFor(text, fit * MARGIN)
    const at = (x) => letters(text, inkOf(colours), { x: x + width / 2, y, size, anchor: 'middle' })
    const moved = letters(text, colours[tone], { x: width / 2 + shift, y, size, anchor: 'middle' })
    return (
      `<clipPath id="above">${rect(0, 0, width, level, '#000')}</clipPath>` +
      `<clipPath id="below">${rect(0, level, width, height - level, '#000')}</clipPath>` +
      `<g clip-path="url(#above)">${at(0)}</g><g clip-path="url(#below)">${moved}</g>`
    )
  }
