/** Fonts, cut down to the characters that the interface and its articles need. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import opentype from 'opentype.js'
import subsetFont from 'subset-font'
import decompress from 'wawoff2/decompress.js'
import { writeFallbackFonts } from './fallback-fonts.mjs'

const require = createRequire(import.meta.url)

/**
 * Families with the weights that style sheets set them in, and their scripts; `src/services/fonts.ts` says which language
 * uses which. Texts are emphasised in the true italic.
 */
const FONTS = [
  { family: 'bricolage-grotesque', weights: { min: 400, max: 800 }, subsets: ['latin', 'polish', 'latin-ext'] },
  {
    family: 'source-serif-4',
    weights: { min: 400, max: 700 },
    subsets: ['latin', 'polish', 'latin-ext', 'cyrillic'],
    italic: 400,
  },
  { family: 'onest', weights: { min: 400, max: 800 }, subsets: ['latin', 'polish', 'latin-ext', 'cyrillic'] },
]

/** Latin of Western Europe, Polish letters, those of other languages, Cyrillic, and the punctuation of good typography. */
const SUBSETS = {
  latin: { characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×≈≤≥←→`, of: 'latin' },
  polish: { characters: 'ĄąĆćĘęŁłŃńŚśŹźŻż', of: 'latin-ext' },
  'latin-ext': { characters: 'ŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş', of: 'latin-ext' },
  cyrillic: { characters: `${range(0x410, 0x44f)}ЁёЄєІіЇїҐґ№`, of: 'cyrillic' },
}

/** A file for each script, as browsers load only the ranges that a page uses; and a style sheet of what stands in for them. */
export async function writeFonts(folder) {
  await mkdir(`${folder}/fonts`, { recursive: true })
  for (const cut of cuts()) {
    const { characters, of } = SUBSETS[cut.subset]
    const file = require.resolve(`@fontsource-variable/${cut.family}/files/${cut.family}-${of}-wght-${cut.style}.woff2`)
    const font = await subsetFont(await readFile(file), characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: cut.weights },
    })
    await writeFile(`${folder}/fonts/${nameOf(cut)}.woff2`, font)
  }
  await writeFallbackFonts(`${folder}/fonts/fallbacks.css`)
}

/**
 * Every character of the families, in the one weight in which names are drawn on images (`DRAWN_WEIGHT` of
 * src/media/lettering.ts).
 */
export async function writeDrawnFonts(folder, drawnWeight) {
  await mkdir(folder, { recursive: true })
  for (const { family } of FONTS) {
    const files = `${dirname(require.resolve(`@fontsource-variable/${family}/package.json`))}/files`
    for (const name of (await readdir(files)).filter((one) => one.endsWith('-wght-normal.woff2'))) {
      const font = await inOneWeight(await readFile(`${files}/${name}`), '100 900', drawnWeight)
      await writeFile(`${folder}/${name.replace('-wght-normal.woff2', '.ttf')}`, font)
    }
  }
}

/**
 * A WOFF2 font with all of its characters, as TrueType.
 * @param weight of the font: `400`, or `200 900` of a variable one
 * @param drawnWeight the one of a variable font, as near as it has it
 */
export async function inOneWeight(font, weight, drawnWeight) {
  const [from, to] = weight.split(' ').map(Number)
  const { buffer } = new Uint8Array(await decompress(font))
  const characters = Object.keys(opentype.parse(buffer).tables.cmap.glyphIndexMap).map((code) =>
    String.fromCodePoint(code),
  )
  const wght = to === undefined ? undefined : Math.min(Math.max(drawnWeight, from), to)
  return subsetFont(font, characters.join(''), {
    targetFormat: 'truetype',
    ...(wght !== undefined && { variationAxes: { wght } }),
  })
}

/** Names of all files. */
export function fontNames() {
  return cuts().map(nameOf)
}

function cuts() {
  return FONTS.flatMap(({ family, weights, subsets, italic }) => [
    ...subsets.map((subset) => ({ family, subset, weights, style: 'normal' })),
    ...(italic === undefined ? [] : subsets.map((subset) => ({ family, subset, weights: italic, style: 'italic' }))),
  ])
}

function nameOf({ family, subset, style }) {
  return style === 'italic' ? `${family}-italic-${subset}` : `${family}-${subset}`
}

/** A font of a site folder with the same characters, so that a page loads no more than it may show. */
export function subsetOf(font) {
  return subsetFont(
    font,
    Object.values(SUBSETS)
      .map(({ characters }) => characters)
      .join(''),
    { targetFormat: 'woff2' },
  )
}

/** Folders of the packages that the fonts come from. */
export function fontPackages() {
  return FONTS.map(({ family }) => `node_modules/@fontsource-variable/${family}`)
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
