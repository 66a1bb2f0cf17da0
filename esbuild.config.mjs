/** Builds dist/: the server and the commands with the parts that they share, the browser's script and styles with hashed names, fonts, icons, the worker. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join, resolve as resolvePath } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, transform } from 'esbuild'
import sharp from 'sharp'
import subsetFont from 'subset-font'
import { writeNotices } from './build/third-party-notices.mjs'

const require = createRequire(import.meta.url)

/** Latin with Polish letters and the punctuation of good typography: all that the interface and its articles need. */
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}–—‘’‚“”„†•…‹›€™−×≈≤≥←→`
const LATIN_EXT = 'ĄąĆćĘęŁłŃńŚśŹźŻżŐőŰűČčŘřŠšŽžĚěŮůĎďŤťŇňĞğİıŞş'
const FONTS = [
  { family: 'bricolage-grotesque', weights: '200 800', isInFirstView: true },
  { family: 'source-serif-4', weights: '200 900', isInFirstView: true },
]

/**
 * React keeps the request being rendered in an `AsyncLocalStorage`, for components that wait. Nothing waits here: all
 * content is there before a page is rendered. On Node 20 one such storage, once used, makes every promise of the process
 * slower (docs/decisions/021).
 */
const reactWithoutAsyncStorage = {
  name: 'react-without-async-storage',
  setup({ onResolve }) {
    onResolve({ filter: /^async_hooks$/ }, ({ importer }) =>
      importer.includes('/react-dom/') ? { path: resolvePath('views/no-async-storage.ts') } : undefined,
    )
  },
}

/** Sides of the pictures in favicon.ico: of a tab, of a tab on a dense screen, of a shortcut. Pixels. */
const FAVICON_SIZES = [16, 32, 48]

/** A file that fits into one packet gains nothing. Bytes. */
const MIN_COMPRESSED = 860
/** And one of which less than a tenth is saved. */
const WORTH_COMPRESSING = 0.9

/** What browsers have had for two and a half years. */
const BASELINE = ['es2022', 'chrome124', 'firefox125', 'safari17.4']

await rm('dist', { recursive: true, force: true })
await mkdir('dist/fonts', { recursive: true })
for (const font of FONTS) await writeSubsets(font.family)

const browser = await build({
  entryPoints: { app: 'views/styles/app.css', print: 'views/styles/print.css', boot: 'views/boot/boot.ts' },
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
  target: BASELINE,
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
  printStyles: named('print', 'css'),
  boot: named('boot', 'js'),
  bootParts: importsOf(named('boot', 'js')),
  // Both subsets: there is no Polish text without the second, and one that comes late is not used any more (optional).
  fonts: FONTS.filter((font) => font.isInFirstView).flatMap(({ family }) =>
    ['latin', 'latin-ext'].map((subset) => named(`${family}-${subset}`, 'woff2')),
  ),
}
await writeFile('dist/assets.json', JSON.stringify(manifest))

/** What a script imports at once, so that the browser need not find it out one by one. */
function importsOf(address) {
  const { imports } = browser.metafile.outputs[`dist${address}`]
  return imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => `/assets/${basename(path)}`)
}

await writeAmpStyles()

const server = await build({
  entryPoints: {
    server: 'src/server.ts',
    'export-subscribers': 'src/export-subscribers.ts',
    'remove-subscribers': 'src/remove-subscribers.ts',
    health: 'src/health.ts',
    'subscribers-thread': 'src/newsletter/thread.ts',
    doctor: 'src/doctor.ts',
    'import-newsroom': 'src/import-newsroom.ts',
    'export-newsroom': 'src/export-newsroom.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  bundle: true,
  // What answers from kept pages is loaded first, all else behind it (docs/decisions/023).
  splitting: true,
  // They read files of their own packages at run time.
  external: ['@photostructure/sqlite', 'sharp'],
  // Its package names the development build for every environment.
  alias: {
    'react-router/dom': resolvePath('node_modules/react-router/dist/production/dom-export.mjs'),
    'react-router': resolvePath('node_modules/react-router/dist/production/index.mjs'),
  },
  plugins: [reactWithoutAsyncStorage],
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  // Bundled CommonJS packages ask for Node's modules through require.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Half the source to read at each start and to hold in memory; names stay, for traces.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  metafile: true,
  logLevel: 'warning',
})

const buildId = await hashOfBuild()
await writeFile('dist/build-id', buildId)
await writeWorker()
await writeIcons()
await writeNotices(
  'dist/THIRD-PARTY-NOTICES.txt',
  [browser.metafile, server.metafile],
  FONTS.map(({ family }) => `node_modules/@fontsource-variable/${family}`),
)
for (const folder of ['dist/assets', 'dist/icons']) await writeCompressed(folder)

/** Another one when anything that makes a page is another: programs, styles, the names of what browsers load. */
async function hashOfBuild() {
  const programs = Object.keys(server.metafile.outputs).filter((path) => path.endsWith('.js'))
  const hash = createHash('sha256').update(outputs.join())
  for (const path of ['dist/amp-styles.json', ...programs.sort()]) hash.update(path).update(await readFile(path))
  return hash.digest('hex')
}

/**
 * The service worker and the offline page's script, under names without a hash. The worker is told what to keep, and its
 * version is what was built: a release that changes anything is a new worker (docs/decisions/008).
 */
async function writeWorker() {
  const version = buildId.slice(0, 8)
  const fonts = outputs.filter((name) => name.endsWith('.woff2')).map((name) => `/assets/${name}`)
  const shell = [
    '/offline',
    '/offline.js',
    manifest.styles,
    manifest.printStyles,
    manifest.boot,
    ...manifest.bootParts,
    ...fonts,
  ]
  await build({
    entryPoints: { sw: 'views/worker/sw.ts', offline: 'views/worker/offline.ts' },
    outdir: 'dist/worker',
    bundle: true,
    minify: true,
    format: 'iife',
    define: { VERSION: JSON.stringify(version), SHELL: JSON.stringify(shell) },
    target: BASELINE,
    logLevel: 'warning',
  })
}

/** What lies compressed beside a file: its forms at their best, where they are worth a header and another file. */
async function writeCompressed(folder) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  const names = (await readdir(folder)).filter((name) => ['.js', '.css', '.svg'].includes(extname(name)))
  for (const path of names.map((name) => join(folder, name))) {
    const body = await readFile(path)
    const forms = {
      '.br': await promisify(brotliCompress)(body, {
        params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
      }),
      '.gz': await promisify(gzip)(body, { level: 9 }),
    }
    for (const [suffix, form] of Object.entries(forms)) {
      if (form.length < body.length * WORTH_COMPRESSING && body.length >= MIN_COMPRESSED)
        await writeFile(path + suffix, form)
    }
  }
}

/** Each service's icon: drawn once, rasterised in the sizes that devices ask for. */
async function writeIcons() {
  await mkdir('dist/icons', { recursive: true })
  const drawing = await build({
    stdin: {
      contents: `export { createServices } from './src/services/table.ts'; export { serviceIcon } from './src/services/icon.ts'`,
      resolveDir: '.',
    },
    bundle: true,
    write: false,
    format: 'esm',
  })
  const { createServices, serviceIcon } = await import(
    `data:text/javascript,${encodeURIComponent(drawing.outputFiles[0].text)}`
  )
  const raster = (svg, size) =>
    sharp(Buffer.from(svg), { density: 72 * (size / 32) })
      .resize(size, size)
      .png({ palette: true })
  const rasterise = (svg, size, name) => raster(svg, size).toFile(`dist/icons/${name}-${size}.png`)
  for (const service of Object.values(createServices())) {
    const [rounded, maskable] = [serviceIcon(service, 'rounded'), serviceIcon(service, 'maskable')]
    await writeFile(`dist/icons/${service.name}.svg`, rounded)
    const small = await Promise.all(FAVICON_SIZES.map((size) => raster(rounded, size).toBuffer()))
    await writeFile(`dist/icons/${service.name}.ico`, ico(small))
    await rasterise(rounded, 192, service.name)
    await rasterise(rounded, 512, service.name)
    await rasterise(maskable, 512, `${service.name}-maskable`)
    // Apple rounds the corners itself, and puts black where a picture is transparent.
    await rasterise(maskable, 180, service.name)
  }
}

/** An ICO file of PNGs: a header, an entry for each picture, the pictures. */
function ico(pictures) {
  const [headerSize, entrySize] = [6, 16]
  const header = Buffer.alloc(headerSize)
  header.writeUInt16LE(1, 2) // icons, not cursors
  header.writeUInt16LE(pictures.length, 4)
  let offset = headerSize + entrySize * pictures.length
  const entries = pictures.map((picture, index) => {
    const entry = Buffer.alloc(entrySize)
    entry.writeUInt8(FAVICON_SIZES[index], 0)
    entry.writeUInt8(FAVICON_SIZES[index], 1)
    entry.writeUInt16LE(1, 4) // colour planes
    entry.writeUInt16LE(32, 6) // bits a pixel
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures])
}

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
