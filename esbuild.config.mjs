/** Builds dist/: the server in one file, the browser's script and styles with hashed names, the fonts, a manifest. */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { build, transform } from 'esbuild'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)

/** Latin with Polish letters and the punctuation of good typography: all that the interface and its articles need. */
const LATIN = range(0x20, 0x7e) + range(0xa0, 0xff) + '–—‘’‚“”„†•…‹›€™−×≈≤≥←→'
const LATIN_EXT = 'ĄąĆćĘęŁłŃńŚśŹźŻżŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş'
const FONTS = [
  { family: 'bricolage-grotesque', weights: '200 800', isInFirstView: true },
  { family: 'source-serif-4', weights: '200 900', isInFirstView: true },
]

await rm('dist', { recursive: true, force: true })
await mkdir('dist/fonts', { recursive: true })
for (const font of FONTS) await writeSubsets(font.family)

const browser = await build({
  entryPoints: { app: 'views/styles/app.css', boot: 'views/boot/boot.ts' },
  outdir: 'dist/assets',
  entryNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  publicPath: '/assets/',
  chunkNames: '[name]-[hash]',
  bundle: true,
  // Islands and React are chunks of their own, fetched when a reader comes to them.
  splitting: true,
  minify: true,
  format: 'esm',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Baseline: what browsers have had for two and a half years.
  target: ['es2022', 'chrome124', 'firefox125', 'safari17.4'],
  loader: { '.woff2': 'file' },
  metafile: true,
  logLevel: 'warning',
})

const outputs = Object.keys(browser.metafile.outputs).map((path) => basename(path))
const named = (stem, extension) => {
  const hashed = new RegExp(`^${stem}-[A-Z0-9]{8}\\.${extension}$`)
  const name = outputs.find((candidate) => hashed.test(candidate))
  if (!name) throw new Error(`the build has no ${stem}.${extension}`)
  return `/assets/${name}`
}
const manifest = {
  styles: named('app', 'css'),
  boot: named('boot', 'js'),
  bootParts: importsOf(named('boot', 'js')),
  fonts: FONTS.filter((font) => font.isInFirstView).map((font) => named(`${font.family}-latin`, 'woff2')),
}
await writeFile('dist/assets.json', JSON.stringify(manifest))

/** What a script imports at once, so that the browser need not find it out one by one. */
function importsOf(address) {
  const { imports } = browser.metafile.outputs[`dist${address}`]
  return imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `/assets/${basename(path)}`)
}

await writeAmpStyles()

await build({
  entryPoints: { server: 'src/server.ts', 'newsletter-export': 'src/newsletter/export.ts' },
  outdir: 'dist',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  bundle: true,
  // Both read files of their own packages at run time.
  external: ['jsdom', 'node-sqlite3-wasm'],
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Bundled CommonJS packages ask for Node's modules through require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  sourcemap: true,
  logLevel: 'warning',
})

/**
 * AMP's style sheets, one a family, the shared tokens before the first. AMP takes plain CSS only, so nothing is lowered
 * that it would not understand.
 */
async function writeAmpStyles() {
  const names = (await readdir('amp/styles')).map((file) => basename(file, '.css'))
  const minify = async (path) =>
    (await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })).code.trim()
  const sheets = await Promise.all(names.map(async (name) => [name, await minify(`amp/styles/${name}.css`)]))
  const styles = Object.fromEntries(sheets)
  styles.base = (await minify('views/styles/tokens.css')) + styles.base
  await writeFile('dist/amp-styles.json', JSON.stringify(styles))
}

/** Two files a font, as browsers load only the ranges that a page uses. */
async function writeSubsets(family) {
  for (const [subset, characters] of [
    ['latin', LATIN],
    ['latin-ext', LATIN_EXT],
  ]) {
    const file = require.resolve(`@fontsource-variable/${family}/files/${family}-${subset}-wght-normal.woff2`)
    const font = await subsetFont(await readFile(file), characters, { targetFormat: 'woff2' })
    await writeFile(`dist/fonts/${family}-${subset}.woff2`, font)
  }
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('')
}
