/** What Node runs: the server and the commands. */
import { resolve } from 'node:path'
import { asciiPatterns } from './ascii-patterns.mjs'
import { latePackages } from './late-packages.mjs'
import { oneApplication } from './one-application.mjs'
import { shortNames, usedCharsets, usedMediaTypes } from './short-names.mjs'

export const PROGRAMS = {
  /** The commands share the application with the server: each copy of it would be four megabytes of the package. */
  server: {
    server: 'src/server.ts',
    'build-extension': 'tools/build-extension.ts',
    'code-cache': 'src/system/code-cache.ts',
    'compile-site': 'tools/extension/compile-site.ts',
    dev: 'tools/dev.ts',
    'dev-server': 'tools/dev-server.ts',
    'export-newsroom': 'tools/export-newsroom.ts',
    'export-subscribers': 'tools/export-subscribers.ts',
    'import-newsroom': 'tools/import-newsroom.ts',
    'import-subscribers': 'tools/import-subscribers.ts',
    'most-read': 'tools/most-read.ts',
    'new-site': 'tools/new-site.ts',
    'remove-subscribers': 'tools/remove-subscribers.ts',
    'send-newsletter': 'tools/send-newsletter.ts',
    doctor: 'tools/doctor.ts',
    messages: 'tools/messages.ts',
    preview: 'tools/preview.ts',
    start: 'tools/start.ts',
    testing: 'tools/testing.ts',
  },
  /** What extensions import. With all of zod, which the programs have in part. */
  library: { extension: 'src/site/extension/extension.ts' },
  /** They start often, or next to a server: none of them loads the application. */
  light: {
    szpalta: 'tools/szpalta.ts',
    health: 'tools/health.ts',
    'subscribers-thread': 'src/features/newsletter/store/sqlite/thread.ts',
    'push-thread': 'src/features/push/sending/thread.ts',
    'fetch-newsroom': 'src/features/git-newsroom/fetching/thread.ts',
  },
}

/**
 * React keeps the request being rendered in an `AsyncLocalStorage`, for components that wait. Nothing waits here: all
 * content is there before a page is rendered. On Node 20 one such storage, once used, makes every promise of the process
 * slower (docs/decisions/021).
 */
const reactWithoutAsyncStorage = {
  name: 'react-without-async-storage',
  setup({ onResolve }) {
    onResolve({ filter: /^async_hooks$/ }, ({ importer }) =>
      importer.includes('/react-dom/') ? { path: resolve('views/no-async-storage.ts') } : undefined,
    )
  },
}

/** Packages colour their messages where this one is there, which depends on what else is installed: builds would differ. */
const withoutColours = {
  name: 'without-colours',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^supports-color$/ }, ({ path }) => ({ path, namespace: 'without-colours' }))
    onLoad({ filter: /./, namespace: 'without-colours' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Messages of extensions' mistakes are in English: forty languages would be half of the library. */
const englishOnly = {
  name: 'english-only',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }))
  },
}

/** What files of packages for Node have in common with the programs. */
function packageOptions() {
  return {
    platform: 'node',
    target: 'node20',
    bundle: true,
    // Its sources read files of their package at run time.
    alias: { 'css-tree': resolve('node_modules/css-tree/dist/csstree.esm.js') },
    plugins: [usedCharsets, shortNames, usedMediaTypes, withoutColours],
    // A package of the build names its folder, from which it reads nothing.
    define: { 'process.env.NODE_ENV': '"production"', __dirname: '"."' },
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: true,
    // Stack traces need the places alone, and the files of an image are counted (DEP-1).
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  }
}

/**
 * @param folder where they are built, as seen from the project's folder
 * @param name of the programs that share their parts
 */
export function programOptions(folder, name, entryPoints) {
  const shared = packageOptions()
  const isServer = name === 'server'
  // One file each for all programs.
  const late = name === 'library' ? [] : [latePackages(`${folder}/chunks/server`, packageOptions())]
  const plugins = [reactWithoutAsyncStorage, ...late, ...shared.plugins]
  const whole = isServer ? oneApplication(plugins) : undefined
  return {
    // Half the source to read at each start and to hold in memory; names of our own stay, for traces.
    ...shared,
    entryPoints,
    outdir: folder,
    chunkNames: `chunks/${name}/[name]-[hash]`,
    format: 'esm',
    // What answers from persisted pages is loaded first, all else behind it (docs/decisions/023).
    splitting: true,
    // They read files of their own packages at run time.
    // A project that writes an extension has the compilers.
    external: ['@photostructure/sqlite', 'sharp', 'esbuild', 'typescript'],
    alias: {
      ...shared.alias,
      // Its package names the development build for every environment.
      'react-router/dom': resolve('node_modules/react-router/dist/production/dom-export.mjs'),
      'react-router': resolve('node_modules/react-router/dist/production/index.mjs'),
      // Node would get the form from which nothing can be left out.
      'react-router-dom': resolve('node_modules/react-router-dom/dist/index.mjs'),
    },
    plugins: [
      ...(whole ? [whole.plugin] : []),
      ...(name === 'library' ? [englishOnly] : []),
      ...plugins,
      asciiPatterns(whole?.addedTo),
    ],
    jsx: 'automatic',
    // Bundled CommonJS packages ask for Node's modules through require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  }
}
