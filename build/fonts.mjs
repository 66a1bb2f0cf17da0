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
 * uses which. Texts are emphasised in the true italic. Of two scripts that have a character, the later one counts: Polish
 * letters are a file of their own.
 */
const FONTS = [
  {
    family: 'bricolage-grotesque',
    name: 'Bricolage Grotesque',
    weights: { min: 400, max: 800 },
    title: 750,
    subsets: ['latin', 'latin-ext', 'french', 'polish'],
  },
  {
    family: 'source-serif-4',
    name: 'Source Serif 4',
    weights: { min: 400, max: 700 },
    title: 700,
    subsets: ['latin', 'latin-ext', 'french', 'polish', 'cyrillic'],
    italic: 400,
  },
  {
    family: 'onest',
    name: 'Onest',
    weights: { min: 400, max: 800 },
    title: 750,
    subsets: ['latin', 'latin-ext', 'french', 'polish', 'cyrillic'],
    isFurther: true,
  },
]

/**
 * Latin of Western Europe, letters of other languages, those of French beyond it, Polish ones, Cyrillic, and the punctuation of good typography.
 * `range` is wider than the characters where that is shorter; `of` is the package's file.
 */
const SUBSETS = {
  latin: {
    characters: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×≈≤≥←→`,
    range: 'U+20-FF, U+2013-2265',
    of: 'latin',
  },
  'latin-ext': { characters: 'ŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş', range: 'U+100-17F', of: 'latin-ext' },
  french: { characters: 'ŒœŸ\u202f', range: 'U+152-153, U+178, U+202F', of: 'latin' },
  polish: {
    characters: 'ĄąĆćĘęŁłŃńŚśŹźŻż',
    range: 'U+104-107, U+118-119, U+141-144, U+15A-15B, U+179-17C',
    of: 'latin-ext',
  },
  cyrillic: { characters: `${range(0x410, 0x44f)}ЁёЄєІіЇїҐґ№`, range: 'U+400-491, U+2116', of: 'cyrillic' },
}

/**
 * A title's alphabet, for the first page of a visit (docs/decisions/136): letters, figures and what stands between them, in
 * one weight and without what a few words can do without, kerning first.
 */
const TITLES = {
  latin: `${range(0x20, 0x22)}%()+,-./${range(0x30, 0x3b)}?${range(0x41, 0x5a)}${range(0x61, 0x7a)}\u00a0ÄÖÓÜßäöóü–‘’“”„`,
  polish: SUBSETS.polish.characters,
  cyrillic: `${range(0x410, 0x429)}ЬЮЯ${range(0x430, 0x449)}ьюяЄєІіЇїҐґ`,
}
const UNNEEDED_IN_TITLES = ['GPOS', 'GSUB', 'GDEF', 'STAT', 'gasp', 'prep']

/** Style sheets of the faces: of every page, and of the services that `usesFurtherFonts` names (FONT-5). */
export const FACES = { common: 'fonts/faces.css', further: 'fonts/further-faces.css' }

/** A file for each script, as browsers load only the ranges that a page uses; their faces, and what stands in for them. */
export async function writeFonts(folder) {
  await mkdir(`${folder}/fonts`, { recursive: true })
  for (const cut of cuts()) {
    const { characters, of } = SUBSETS[cut.subset]
    const file = require.resolve(`@fontsource-variable/${cut.family}/files/${cut.family}-${of}-wght-${cut.style}.woff2`)
    const font = await subsetFont(await readFile(file), cut.isTitle ? TITLES[cut.subset] : characters, {
      targetFormat: 'woff2',
      variationAxes: { wght: cut.weights },
      ...(cut.isTitle && { dropTables: UNNEEDED_IN_TITLES, noHinting: true }),
    })
    await writeFile(`${folder}/fonts/${nameOf(cut)}.woff2`, font)
  }
  const isFurther = ({ subset, ...cut }) => cut.isFurther || ['cyrillic', 'french'].includes(subset)
  const [common, further] = [cuts().filter((cut) => !isFurther(cut)), cuts().filter(isFurther)]
  await writeFile(`${folder}/${FACES.common}`, common.map(face).join('\n'))
  await writeFile(`${folder}/${FACES.further}`, further.map(face).join('\n'))
  await writeFallbackFonts(`${folder}/fonts`)
}

/** Of headings, which the one weight of a title's cut stands for. */
const HEADING_WEIGHTS = '600 900'

function face(cut) {
  const { name, weights, subset, style, isTitle } = cut
  return [
    '@font-face {',
    `  font-family: "${isTitle ? `${name} Title` : name}";`,
    `  src: url("./${nameOf(cut)}.woff2") format("woff2");`,
    ...(style === 'italic' ? ['  font-style: italic;'] : []),
    `  font-weight: ${isTitle ? HEADING_WEIGHTS : typeof weights === 'number' ? weights : `${weights.min} ${weights.max}`};`,
    '  font-display: optional;',
    `  unicode-range: ${SUBSETS[subset].range};`,
    '}',
  ].join('\n')
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

/** A cut for each file: a family in one script and style. */
function cuts() {
  return FONTS.flatMap(({ subsets, italic, title, ...font }) => [
    ...subsets.map((subset) => ({ ...font, subset, style: 'normal' })),
    ...subsets
      .filter((subset) => subset in TITLES)
      .map((subset) => ({ ...font, subset, weights: title, style: 'normal', isTitle: true })),
    ...(italic === undefined ? [] : subsets.map((subset) => ({ ...font, subset, weights: italic, style: 'italic' }))),
  ])
}

function nameOf({ family, subset, style, isTitle }) {
  if (isTitle) return `${family}-title-${subset}`
  return style === 'italic' ? `${family}-italic-${subset}` : `${family}-${subset}`
}

/**
 * A font of a site folder with the same characters, so that a page loads no more than it may show.
 * @param isWhole for a language in another script
 */
export async function subsetOf(font, isWhole) {
  if (isWhole) return font
  const characters = Object.values(SUBSETS).map(({ characters }) => characters)
  return subsetFont(font, characters.join(''), { targetFormat: 'woff2' })
}

/** Folders of the packages that the fonts come from. */
export function fontPackages() {
  return FONTS.map(({ family }) => `node_modules/@fontsource-variable/${family}`)
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
