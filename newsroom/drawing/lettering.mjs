import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import subsetFont from 'subset-font'
import { rounded } from './geometry.mjs'

const require = createRequire(import.meta.url)

const CHARACTERS =
  ' !"#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]_abcdefghijklmnopqrstuvwxyz{|}~' +
  'ąćęłńóśźżĄĆĘŁŃÓŚŹŻДИВЗЯ„”″–—×÷±·²³°µ−½€…'

/** The site's own fonts; the display face in its narrowest and heaviest cut, made for large sizes. */
const FACES = {
  display: { family: 'bricolage-grotesque', slant: 'normal', axes: { wght: 800, wdth: 75, opsz: 96 } },
  wide: { family: 'bricolage-grotesque', slant: 'normal', axes: { wght: 700, wdth: 100, opsz: 40 } },
  serif: { family: 'source-serif-4', slant: 'normal', axes: { wght: 600, opsz: 60 } },
  italic: { family: 'source-serif-4', slant: 'italic', axes: { wght: 500, opsz: 60 } },
}

/** The display face has no Cyrillic letters. */
const SUBSETS = { 'bricolage-grotesque': ['latin', 'latin-ext'], 'source-serif-4': ['latin', 'latin-ext', 'cyrillic'] }

const load = ({ family, slant, axes }) =>
  Promise.all(
    SUBSETS[family].map(async (subset) => {
      const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-standard-${slant}.woff2`)
      const font = await subsetFont(await readFile(file), CHARACTERS, {
        targetFormat: 'truetype',
        variationAxes: axes,
      })
      return opentype.parse(new Uint8Array(font).buffer)
    }),
  )

const entries = await Promise.all(Object.entries(FACES).map(async ([name, face]) => [name, await load(face)]))
const FONTS = Object.fromEntries(entries)

/** Letters of one face lie in several files. */
const fontOf = (face, character) => {
  const font = FONTS[face].find((candidate) => candidate.charToGlyphIndex(character) > 0)
  if (!font) throw new Error(`the ${face} face has no ${character}`)
  return font
}

/** Not a number where a class of letters has no pair. */
const kerning = (font, before, glyph) => {
  const value = font.getKerningValue(before, glyph)
  return Number.isFinite(value) ? value : 0
}

/** The glyphs of a text with their places, kerned where two come from one file. */
const laidOut = (text, face, size, tracking) => {
  const placed = []
  let pen = 0
  let before
  for (const character of text) {
    const font = fontOf(face, character)
    const glyph = font.charToGlyph(character)
    const unit = size / font.unitsPerEm
    if (before?.font === font) pen += kerning(font, before.glyph, glyph) * unit
    placed.push({ glyph, x: pen })
    pen += glyph.advanceWidth * unit + tracking * size
    before = { font, glyph }
  }
  return { placed, width: pen - tracking * size }
}

export const widthOf = (text, { face = 'display', size, tracking = 0 }) => laidOut(text, face, size, tracking).width

/** The size at which a text has this width. */
export const sizeFor = (text, width, { face = 'display', tracking = 0 } = {}) =>
  (width / laidOut(text, face, 1000, tracking).width) * 1000

const ANCHORS = { start: 0, middle: 0.5, end: 1 }

/** opentype's own `toPathData` writes "NaN" for coordinates a hair off a whole number. */
const pathData = ({ commands }) =>
  commands
    .map(({ type, x1, y1, x2, y2, x, y }) => {
      const values = [x1, y1, x2, y2, x, y].filter((value) => value !== undefined)
      return type + values.map(rounded).join(' ')
    })
    .join('')

/** A text as outlines, so that a picture needs no font where it is drawn. `y` is the base line. */
const outline = (text, { x, y, size, face = 'display', anchor = 'start', tracking = 0 }) => {
  const { placed, width } = laidOut(text, face, size, tracking)
  const start = x - width * ANCHORS[anchor]
  return placed.map((entry) => pathData(entry.glyph.getPath(start + entry.x, y, size))).join('')
}

let isMute = false

/** What a drawing is without its words, for a crop in which they could not be read. */
export const withoutWords = (draw) => {
  isMute = true
  try {
    return draw()
  } finally {
    isMute = false
  }
}

/** Outlines of variable fonts overlap: filled by the nonzero rule, or the overlaps would be holes. */
export const letters = (text, colour, options) =>
  isMute ? '' : `<path class="word" d="${outline(text, options)}" fill="${colour}"/>`

/** Letters that are a pattern: they run over the edges, and nobody reads them. */
export const texture = (text, colour, options) => `<path d="${outline(text, options)}" fill="${colour}"/>`
