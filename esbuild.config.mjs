/** Builds dist/: the server and the commands with the parts that they share, the browser's script and styles with hashed names, fonts, icons, the worker. */
import { mkdir, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { writeAmpStyles } from './build/amp-styles.mjs'
import { writeBillOfMaterials } from './build/bill-of-materials.mjs'
import { assetNames, browserOptions, writeManifest } from './build/browser.mjs'
import { writeBuildId } from './build/build-id.mjs'
import { writeScripts } from './build/code-cache.mjs'
import { writeCompressed } from './build/compressed.mjs'
import { readExtension, writeExtension } from './build/extension.mjs'
import { startOnce } from './build/first-start.mjs'
import { fontPackages, writeFonts } from './build/fonts.mjs'
import { inputsOf, writeInputs } from './build/inputs.mjs'
import { writeLiveReload } from './build/live-reload.mjs'
import { writeNewsroom } from './build/newsroom.mjs'
import { writePageId } from './build/page-id.mjs'
import { PROGRAMS, programOptions } from './build/programs.mjs'
import { createProgress } from './build/progress.mjs'
import { writeSite } from './build/site.mjs'
import { writeNotices } from './build/third-party-notices.mjs'
import { writeWorker } from './build/worker.mjs'

/** An argument names another folder of the project's: `dist-gazeta`. */
const [FOLDER = 'dist'] = process.argv.slice(2)
if (!/^dist(?:-[a-z0-9-]+)?$/.test(FOLDER) || FOLDER === 'dist-development') {
  throw new Error(`"${FOLDER}" is no name for a build: write "dist-gazeta"`)
}

const progress = createProgress(9)
// What is edited from now on is built next time.
const inputs = await inputsOf()
// The last good build stays while the extension has mistakes.
progress.step('extension of the site')
await mkdir(FOLDER, { recursive: true })
const extension = await readExtension(FOLDER).catch((error) => {
  if (error.name !== 'ExtensionError') throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER)
progress.step('fonts')
await writeFonts(FOLDER)
progress.step('files for browsers')
const browser = await build(browserOptions(FOLDER))
const names = assetNames(browser.metafile)
const manifest = await writeManifest(FOLDER, browser.metafile)
await writeAmpStyles(FOLDER, manifest)
await writeLiveReload(FOLDER)
progress.step('server and commands')
const programs = await Promise.all(
  Object.entries(PROGRAMS).map(([name, entryPoints]) => build(programOptions(FOLDER, name, entryPoints))),
)
const metafiles = programs.map(({ metafile }) => metafile)
const [server] = metafiles
await writeScripts(server)
const buildId = await writeBuildId(FOLDER, names, metafiles)
await writePageId(FOLDER, server)
progress.step('service worker')
await writeWorker(FOLDER, { buildId, manifest })
progress.step('icons and images of the site')
await writeSite(FOLDER)
if (extension) await writeExtension(FOLDER, extension)
progress.step('index of the newsroom')
await writeNewsroom(FOLDER, buildId)
if (process.env.DESK === 'on') await (await import('./build/desk.mjs')).writeDesk(FOLDER)
progress.step('licences and compression')
// What its rules are learned from is not built in (src/search/words/polish-endings.ts).
const learnedFrom = ['node_modules/dictionary-pl']
await writeNotices(
  `${FOLDER}/THIRD-PARTY-NOTICES.txt`,
  [browser.metafile, ...metafiles],
  [...fontPackages(), ...learnedFrom],
)
await writeBillOfMaterials(`${FOLDER}/sbom.cdx.json`, {
  bundles: {
    browser: browser.metafile,
    ...Object.fromEntries(Object.keys(PROGRAMS).map((name, index) => [name, metafiles[index]])),
  },
  folders: { fonts: fontPackages(), rules: learnedFrom },
})
for (const folder of ['assets', 'icons']) await writeCompressed(`${FOLDER}/${folder}`)
progress.step('first start')
await startOnce(FOLDER)
await writeInputs(FOLDER, inputs)
progress.end()
