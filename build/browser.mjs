/** What browsers load: the boot script with the parts that it fetches later, and the style sheets. */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fontNames } from './fonts.mjs'

/** What browsers have had for two and a half years. */
export const BASELINE = ['es2022', 'chrome124', 'firefox125', 'safari17.4']

/** Style sheets of what only some pages have: a page links those that it needs. */
const FEATURE_STYLES = 'views/styles/features'

function featureNames() {
  return readdirSync(FEATURE_STYLES).map((file) => basename(file, '.css'))
}

const featureEntry = (name) => `feature-${name}`

/**
 * @param folder where it is built, as seen from the project's folder
 */
export function browserOptions(folder) {
  return {
    entryPoints: {
      app: 'views/styles/app.css',
      print: 'views/styles/print.css',
      consent: 'views/styles/consent.css',
      boot: 'src/client/boot/boot.ts',
      ...Object.fromEntries(featureNames().map((name) => [featureEntry(name), `${FEATURE_STYLES}/${name}.css`])),
    },
    outdir: `${folder}/assets`,
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
    plugins: [fontsIn(folder), compiledOnArrival(), withoutUnusedHelpers()],
    metafile: true,
    logLevel: 'warning',
  }
}

/** Style sheets name the fonts of the usual build. */
function fontsIn(folder) {
  return {
    name: 'fonts',
    setup(build) {
      const { absWorkingDir = process.cwd() } = build.initialOptions
      build.onResolve({ filter: /\/dist\/fonts\// }, ({ path }) => ({
        path: `${absWorkingDir}/${folder}/fonts/${path.split('/').at(-1)}`,
      }))
    },
  }
}

/** In the first line of a file, a hint for V8 (https://v8.dev/blog/explicit-compile-hints). */
const EAGER = '//# allFunctionsCalledOnLoad\n'

/**
 * React is one function of 200 kB, which a browser parses when it comes by and again when it is called, both on the
 * thread of the page. With the hint Chromium compiles it on another thread while it arrives; for others it is a comment.
 */
function compiledOnArrival() {
  return {
    name: 'compiled-on-arrival',
    setup(build) {
      const { absWorkingDir = process.cwd() } = build.initialOptions
      build.onEnd(async ({ metafile }) => {
        for (const [path, { inputs }] of Object.entries(metafile?.outputs ?? {})) {
          if (!Object.keys(inputs).some((input) => input.includes('node_modules/react-dom/'))) continue
          const file = join(absWorkingDir, path)
          await writeFile(file, EAGER + (await readFile(file, 'utf8')))
        }
      })
    },
  }
}

/**
 * The bundler wraps CommonJS modules, which React is, by helpers in a file of their own, and each script of a page imports that
 * file, even one that calls none of them. It does nothing when it is imported, so such an import goes.
 */
function withoutUnusedHelpers() {
  return {
    name: 'without-unused-helpers',
    setup(build) {
      const { absWorkingDir = process.cwd() } = build.initialOptions
      build.onEnd(async ({ metafile }) => {
        const outputs = metafile?.outputs ?? {}
        const isHelpers = ([path, { inputs, imports }]) =>
          path.endsWith('.js') && imports.length === 0 && Object.keys(inputs).every((input) => input === '<runtime>')
        const helpers = Object.entries(outputs).flatMap((entry) => (isHelpers(entry) ? [entry[0]] : []))
        for (const [path, output] of Object.entries(outputs)) {
          if (!output.imports.some((file) => helpers.includes(file.path))) continue
          const file = join(absWorkingDir, path)
          const text = await readFile(file, 'utf8')
          const unused = helpers.filter((helper) => text.includes(`import"/assets/${basename(helper)}";`))
          const imports = unused.map((helper) => `import"/assets/${basename(helper)}";`)
          await writeFile(
            file,
            imports.reduce((rest, statement) => rest.replace(statement, ''), text),
          )
          output.imports = output.imports.filter((file) => !unused.includes(file.path))
        }
      })
    },
  }
}

/** The hashed names of all files that a build for browsers has written. */
export function assetNames({ outputs }) {
  return Object.keys(outputs).map((path) => basename(path))
}

/** Small scripts that the worker keeps once a reader uses an article, whether they were needed yet or not. */
const USED_PARTS = ['market-banner', 'share', 'tooltips']

/**
 * Writes down for the server and the worker which files a page names.
 * @throws when the build lacks one of them
 */
export async function writeManifest(folder, metafile) {
  const names = assetNames(metafile)
  const named = (stem, extension) => {
    const hashed = new RegExp(`^${stem}-[A-Z0-9]{8}\\.${extension}$`)
    const name = names.find((candidate) => hashed.test(candidate))
    if (!name) throw new Error(`the build has no ${stem}.${extension}`)
    return `/assets/${name}`
  }
  /** What a script imports at once, so that the browser need not find it out one by one. */
  const importsOf = (path) =>
    metafile.outputs[`${folder}${path}`].imports
      .filter(({ kind }) => kind === 'import-statement')
      .map((file) => `/assets/${basename(file.path)}`)
  const manifest = {
    styles: named('app', 'css'),
    printStyles: named('print', 'css'),
    consentStyles: named('consent', 'css'),
    featureStyles: Object.fromEntries(featureNames().map((name) => [name, named(featureEntry(name), 'css')])),
    boot: named('boot', 'js'),
    bootParts: importsOf(named('boot', 'js')),
    usedParts: USED_PARTS.map((name) => named(name, 'js')),
    fonts: Object.fromEntries(fontNames().map((font) => [font, named(font, 'woff2')])),
  }
  await writeFile(`${folder}/assets.json`, JSON.stringify(manifest))
  return manifest
}
