/** Faces of system fonts with the widths and heights of the site's fonts, for readers who do not have these yet. */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import opentype from 'opentype.js'
import subsetFont from 'subset-font'
import decompress from 'wawoff2/decompress.js'

const require = createRequire(import.meta.url)

/** The weight of the bold faces; headings are set in 600 to 800. */
const BOLD = 700
const REGULAR_WEIGHTS = '100 549'
const BOLD_WEIGHTS = '550 900'

const REGULAR = { weight: 400, style: 'normal' }
const HEAVY = { weight: BOLD, style: 'normal' }
const SLANTED = { weight: 400, style: 'italic' }

/**
 * What stands in for which font. `measured` is a package whose font has the widths of the system's: Arimo those of
 * Arial, Gelasio those of Georgia. Names are those that `local()` looks for, full and PostScript's.
 */
const FALLBACKS = [
  {
    family: 'Bricolage Fallback',
    for: 'bricolage-grotesque',
    measured: 'arimo',
    faces: [
      { ...REGULAR, names: ['Arial', 'Liberation Sans', 'Helvetica'] },
      { ...HEAVY, names: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'] },
    ],
  },
  {
    family: 'Bricolage Android',
    for: 'bricolage-grotesque',
    measured: 'roboto',
    faces: [
      { ...REGULAR, names: ['Roboto'] },
      { ...HEAVY, names: ['Roboto Bold'] },
    ],
  },
  {
    family: 'Source Serif Fallback',
    for: 'source-serif-4',
    measured: 'gelasio',
    faces: [
      { ...REGULAR, names: ['Georgia', 'Gelasio'] },
      { ...HEAVY, names: ['Georgia Bold', 'Gelasio Bold'] },
      { ...SLANTED, names: ['Georgia Italic', 'Gelasio Italic'] },
    ],
  },
  {
    family: 'Source Serif Android',
    for: 'source-serif-4',
    measured: 'noto-serif',
    faces: [
      { ...REGULAR, names: ['Noto Serif'] },
      { ...HEAVY, names: ['Noto Serif Bold'] },
      { ...SLANTED, names: ['Noto Serif Italic'] },
    ],
  },
]

/** For the services that `usesFurtherFonts` names. */
const FURTHER_FALLBACKS = [
  {
    family: 'Onest Fallback',
    for: 'onest',
    measured: 'arimo',
    faces: [
      { ...REGULAR, names: ['Arial', 'Liberation Sans', 'Helvetica'] },
      { ...HEAVY, names: ['Arial Bold', 'Liberation Sans Bold', 'Helvetica Bold'] },
    ],
  },
  {
    family: 'Onest Android',
    for: 'onest',
    measured: 'roboto',
    faces: [
      { ...REGULAR, names: ['Roboto'] },
      { ...HEAVY, names: ['Roboto Bold'] },
    ],
  },
]

/** What is measured: letters as often as prose of the program's four languages in Latin script has them. */
const SAMPLE =
  'Portfel to nie sakiewka, tylko pęk kluczy. Kto je ma, ten rozporządza tym, co zapisano w łańcuchu; kto je zgubi, ' +
  'nie odzyska niczego. Dlatego pierwsza lekcja mówi o ostrożności, a dopiero druga o zyskach. Giełda obiecuje wygodę, ' +
  'lecz źle pomyślana wygoda bywa najdroższą częścią rachunku. The first thing to know about a wallet is that it holds ' +
  'no coins at all. Wer seine Schlüssel verliert, der verliert auch alles, was sie öffnen.'

/** Writes the rules as two style sheets: of all pages, and of services with further fonts. */
export async function writeFallbackFonts(folder) {
  await writeFile(`${folder}/fallbacks.css`, await rulesOf(FALLBACKS))
  await writeFile(`${folder}/further-fallbacks.css`, await rulesOf(FURTHER_FALLBACKS))
}

async function rulesOf(fallbacks) {
  const rules = await Promise.all(fallbacks.flatMap((fallback) => fallback.faces.map((face) => rule(fallback, face))))
  return rules.join('\n')
}

async function rule({ family, for: site, measured }, { weight, style, names }) {
  const [own, system] = await Promise.all([siteFont(site, weight), systemFont(measured, weight, style)])
  const width = averageWidth(own) / averageWidth(system)
  const line = ({ ascender, descender }) => ({ ascender, descender: -descender })
  const { ascender, descender } = line(own[0].tables.hhea)
  const height = (units) => percent(units / own[0].unitsPerEm / width)
  const range = weight === BOLD ? BOLD_WEIGHTS : style === 'italic' ? undefined : REGULAR_WEIGHTS
  return [
    '@font-face {',
    `  font-family: "${family}";`,
    `  src: ${names.map((name) => `local("${name}")`).join(', ')};`,
    ...(range === undefined ? [] : [`  font-weight: ${range};`]),
    ...(style === 'italic' ? ['  font-style: italic;'] : []),
    `  size-adjust: ${percent(width)};`,
    `  ascent-override: ${height(ascender)};`,
    `  descent-override: ${height(descender)};`,
    '  line-gap-override: 0%;',
    '}',
  ].join('\n')
}

/** Latin, and Latin with further letters, in one weight. */
function siteFont(family, weight) {
  return Promise.all(
    ['latin', 'latin-ext'].map(async (subset) => {
      const font = await readFile(
        require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`),
      )
      return parsed(await subsetFont(font, SAMPLE, { targetFormat: 'truetype', variationAxes: { wght: weight } }))
    }),
  )
}

function systemFont(family, weight, style) {
  return Promise.all(
    ['latin', 'latin-ext'].map(async (subset) => {
      const font = await readFile(
        require.resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-${style}.woff2`),
      )
      return parsed(await decompress(font))
    }),
  )
}

function parsed(bytes) {
  return opentype.parse(new Uint8Array(bytes).buffer)
}

/** Of a character of the sample, as a part of the size. Each is taken from the first font that has it. */
function averageWidth(fonts) {
  let sum = 0
  for (const character of SAMPLE) {
    const font = fonts.find((candidate) => candidate.charToGlyphIndex(character) > 0)
    if (!font) throw new Error(`no font of ${fonts[0].names.fullName?.en} has ${character}`)
    sum += font.charToGlyph(character).advanceWidth / font.unitsPerEm
  }
  return sum / SAMPLE.length
}

function percent(part) {
  return `${Math.round(part * 1000) / 10}%`
}
