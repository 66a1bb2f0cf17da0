/** What Node runs: the server and the commands. */
import { resolve } from 'node:path'
import { asciiPatterns } from './ascii-patterns.mjs'
import { siteExtension } from './extension.mjs'
import { latePackages } from './late-packages.mjs'
import { oneApplication } from './one-application.mjs'
import { shortNames, usedMediaTypes } from './short-names.mjs'

export const PROGRAMS = {
  server: { server: 'src/server.ts' },
  commands: {
    'export-subscribers': 'tools/export-subscribers.ts',
    'import-subscribers': 'tools/import-subscribers.ts',
    'remove-subscribers': 'tools/remove-subscribers.ts',
    'send-newsletter': 'tools/send-newsletter.ts',
    preview: 'tools/preview.ts',
    'most-read': 'tools/most-read.ts',
    health: 'tools/health.ts',
    'subscribers-thread': 'src/features/newsletter/store/sqlite/thread.ts',
    'push-thread': 'src/features/push/sending/thread.ts',
    doctor: 'tools/doctor.ts',
    messages: 'tools/messages.ts',
    'new-site': 'tools/new-site.ts',
    start: 'tools/start.ts',
    'import-newsroom': 'tools/import-newsroom.ts',
    'export-newsroom': 'tools/export-newsroom.ts',
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

/** What files of packages for Node have in common with the programs. */
function packageOptions() {
  return {
    platform: 'node',
    target: 'node20',
    bundle: true,
    // Its sources read files of their package at run time.
    alias: { 'css-tree': resolve('node_modules/css-tree/dist/csstree.esm.js') },
    plugins: [shortNames, usedMediaTypes, withoutColours],
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
 * @param name of the programs that share their parts: the server shares no file with the commands, so that a start reads
 *   as few as it can (docs/decisions/023)
 * @param extension returns that of the site folder
 */
export function programOptions(folder, name, entryPoints, extension) {
  const shared = packageOptions()
  const isServer = name === 'server'
  const late = isServer ? [latePackages(`${folder}/chunks/${name}`, packageOptions())] : []
  const plugins = [siteExtension(extension, 'server'), reactWithoutAsyncStorage, ...late, ...shared.plugins]
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
    external: ['@photostructure/sqlite', 'sharp'],
    alias: {
      ...shared.alias,
      // Its package names the development build for every environment.
      'react-router/dom': resolve('node_modules/react-router/dist/production/dom-export.mjs'),
      'react-router': resolve('node_modules/react-router/dist/production/index.mjs'),
      // Node would get the form from which nothing can be left out.
      'react-router-dom': resolve('node_modules/react-router-dom/dist/index.mjs'),
    },
    plugins: [...(whole ? [whole.plugin] : []), ...plugins, asciiPatterns(whole?.addedTo)],
    jsx: 'automatic',
    // Bundled CommonJS packages ask for Node's modules through require.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  }
}
