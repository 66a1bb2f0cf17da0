/** Fonts, cut down to the characters that the interface and its articles need. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Families and the scripts that they have; `src/services/fonts.ts` says which language uses which. */
const FONTS = [
  { family: 'bricolage-grotesque', subsets: ['latin', 'latin-ext'] },
  { family: 'source-serif-4', subsets: ['latin', 'latin-ext', 'cyrillic'] },
  { family: 'onest', subsets: ['latin', 'latin-ext', 'cyrillic'] },
]

/** Latin with Polish letters, Cyrillic with Ukrainian ones, and the punctuation of good typography. */
const SUBSETS = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×≈≤≥←→`,
  'latin-ext': 'ĄąĆćĘęŁłŃńŚśŹźŻżŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş',
  cyrillic: `${range(0x410, 0x44f)}ЁёЄєІіЇїҐґ№`,
}

/** A file for each script, as browsers load only the ranges that a page uses. */
export async function writeFonts(folder) {
  await mkdir(`${folder}/fonts`, { recursive: true })
  for (const { family, subsets } of FONTS) {
    for (const subset of subsets) {
      const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`)
      const font = await subsetFont(await readFile(file), SUBSETS[subset], { targetFormat: 'woff2' })
      await writeFile(`${folder}/fonts/${family}-${subset}.woff2`, font)
    }
  }
}

/** Names of all files. */
export function fontNames() {
  return FONTS.flatMap(({ family, subsets }) => subsets.map((subset) => `${family}-${subset}`))
}

/** A font of a site folder with the same characters, so that a page loads no more than it may show. */
export function subsetOf(font) {
  return subsetFont(font, Object.values(SUBSETS).join(''), { targetFormat: 'woff2' })
}

/** Folders of the packages that the fonts come from. */
export function fontPackages() {
  return FONTS.map(({ family }) => `node_modules/@fontsource-variable/${family}`)
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
