/** Fonts, cut down to the characters that the interface and its articles need. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

const FONTS = [
  { family: 'bricolage-grotesque', weights: '200 800', isInFirstView: true },
  { family: 'source-serif-4', weights: '200 900', isInFirstView: true },
]

/** Latin with Polish letters and the punctuation of good typography. */
const SUBSETS = {
  latin: `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×≈≤≥←→`,
  'latin-ext': 'ĄąĆćĘęŁłŃńŚśŹźŻżŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş',
}

/** Two files a font, as browsers load only the ranges that a page uses. */
export async function writeFonts(folder) {
  await mkdir(`${folder}/fonts`, { recursive: true })
  for (const { family } of FONTS) {
    for (const [subset, characters] of Object.entries(SUBSETS)) {
      const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`)
      const font = await subsetFont(await readFile(file), characters, { targetFormat: 'woff2' })
      await writeFile(`${folder}/fonts/${family}-${subset}.woff2`, font)
    }
  }
}

/** Both subsets: there is no Polish text without the second, and one that comes late is not used any more (optional). */
export function firstViewFonts() {
  return FONTS.filter((font) => font.isInFirstView).flatMap(({ family }) =>
    Object.keys(SUBSETS).map((subset) => `${family}-${subset}`),
  )
}

/** Folders of the packages that the fonts come from. */
export function fontPackages() {
  return FONTS.map(({ family }) => `node_modules/@fontsource-variable/${family}`)
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
