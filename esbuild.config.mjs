/** Builds dist/: the server and the commands with the parts that they share, the browser's script and styles with hashed names, fonts, icons, the worker. */
import { mkdir, rm } from 'node:fs/promises'
import { build } from 'esbuild'
import { writeAmpStyles } from './build/amp-styles.mjs'
import { assetNames, browserOptions, writeManifest } from './build/browser.mjs'
import { writeBuildId } from './build/build-id.mjs'
import { writeCompressed } from './build/compressed.mjs'
import { fontPackages, writeFonts } from './build/fonts.mjs'
import { PROGRAMS, programOptions } from './build/programs.mjs'
import { writeSite } from './build/site.mjs'
import { writeNotices } from './build/third-party-notices.mjs'
import { writeWorker } from './build/worker.mjs'

const FOLDER = 'dist'

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER)
await writeFonts(FOLDER)
const browser = await build(browserOptions(FOLDER))
const names = assetNames(browser.metafile)
const manifest = await writeManifest(FOLDER, browser.metafile)
await writeAmpStyles(FOLDER)
const programs = await Promise.all(
  Object.entries(PROGRAMS).map(([name, entryPoints]) => build(programOptions(FOLDER, name, entryPoints))),
)
const metafiles = programs.map(({ metafile }) => metafile)
const buildId = await writeBuildId(FOLDER, names, metafiles)
await writeWorker(FOLDER, { buildId, manifest, names })
await writeSite(FOLDER)
await writeNotices(`${FOLDER}/THIRD-PARTY-NOTICES.txt`, [browser.metafile, ...metafiles], fontPackages())
for (const folder of ['assets', 'icons']) await writeCompressed(`${FOLDER}/${folder}`)
