/** The builds of development: kept open, so that only what has changed is read again. */
import { context, formatMessages } from 'esbuild'
import { writeAmpStyles } from '../build/amp-styles.mjs'
import { assetNames, browserOptions, writeManifest } from '../build/browser.mjs'
import { writeBuildId } from '../build/build-id.mjs'
import { readExtension, writeExtension } from '../build/extension.mjs'
import { writeFonts } from '../build/fonts.mjs'
import { writePageId } from '../build/page-id.mjs'
import { programOptions } from '../build/programs.mjs'
import { writeSite } from '../build/site.mjs'
import { writeWorker } from '../build/worker.mjs'

const SERVER = 'development/server.ts'
/** What parses the site folder and draws icons. */
const OF_THE_SITE = /^src(?:\/(?:languages|services|site)\/|\/media\/icon|$)/

/**
 * @param isOfExtension whether a path is of the site folder's extension
 * @param checkTypes checks an extension's types, and says by itself what is wrong
 * @returns what builds everything again, and says which program to start
 */
export async function createBuilds(folder, { isOfExtension, checkTypes }) {
  /** The extension whose types nobody has checked yet. */
  let unchecked
  /** What no build has taken in yet: one that fails leaves it to the next. */
  const due = new Set()
  const browserPages = browserOptions(folder)
  const browser = await context({
    ...browserPages,
    entryPoints: { ...browserPages.entryPoints, boot: 'development/boot.ts' },
    logLevel: 'silent',
  })
  const server = await context({
    ...programOptions(folder, 'server', {
      server: SERVER,
      'subscribers-thread': 'src/features/newsletter/store/sqlite/thread.ts',
    }),
    // Packages stay as they are: they are loaded before a build is there to be started (portals.mjs).
    packages: 'external',
    alias: {},
    plugins: [],
    minifyWhitespace: false,
    minifySyntax: false,
    logLevel: 'silent',
  })
  const fonts = writeFonts(folder)

  return {
    /**
     * @param paths that have changed
     * @throws with what is wrong, for the terminal
     */
    async rebuild(paths) {
      for (const path of paths) due.add(path)
      if ([...due].some((path) => path === 'src' || isOfExtension(path))) {
        const extension = await readExtension(folder, (read) => {
          unchecked = read
        })
        if (extension) await writeExtension(folder, extension)
      }
      const site = [...due].some((path) => OF_THE_SITE.test(path)) && writeSite(folder, false)
      const pages = fonts.then(() => browser.rebuild())
      const [{ metafile }, program] = await all([pages, server.rebuild(), site])
      const names = assetNames(metafile)
      const manifest = await writeManifest(folder, metafile)
      await writeAmpStyles(folder, manifest)
      const buildId = await writeBuildId(folder, names, [program.metafile])
      await writePageId(folder, program.metafile)
      await writeWorker(folder, { buildId, manifest })
      due.clear()
      return { packages: packagesAtStart(program.metafile, `${folder}/server.js`) }
    },
    /** After what has changed is shown: types take seconds. */
    check() {
      if (unchecked) checkTypes(unchecked)
      unchecked = undefined
    },
    async dispose() {
      await Promise.allSettled([browser.dispose(), server.dispose()])
    },
  }
}

/** All end before one fails: none goes on into the next build. */
async function all(parts) {
  const ended = await Promise.allSettled(parts)
  const failed = ended.filter(({ status }) => status === 'rejected').map(({ reason }) => reason)
  if (failed.length > 0) throw new Error((await Promise.all(failed.map(described))).join('\n'))
  return ended.map(({ value }) => value)
}

async function described(error) {
  if (!Array.isArray(error?.errors)) return String(error)
  const messages = await formatMessages(error.errors, { kind: 'error', color: process.stderr.isTTY })
  return messages.join('')
}

/**
 * Packages that the server loads as it starts: by itself, or with the application, which it imports when it listens. What
 * that imports later is not among them.
 */
function packagesAtStart({ outputs }, entry) {
  const packages = new Set()
  const seen = new Set()
  const visit = (path, depth) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? []) {
      const isLater = kind === 'dynamic-import'
      if (external && !isLater && !imported.startsWith('node:')) packages.add(imported)
      if (!external && !(isLater && depth > 0)) visit(imported, isLater ? depth + 1 : depth)
    }
  }
  visit(entry, 0)
  return [...packages]
}
