/**
 * Builds another release next to `dist`, in the folder that the argument names: the same programs, and files for browsers of
 * which each has another content, and so another name. A font is another one too.
 */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { writeAmpStyles } from '../../build/amp-styles.mjs'
import { assetNames, browserOptions, writeManifest } from '../../build/browser.mjs'
import { writeBuildId } from '../../build/build-id.mjs'
import { writeCompressed } from '../../build/compressed.mjs'
import { writeWorker } from '../../build/worker.mjs'

const [folder = ''] = process.argv.slice(2)
const NOTE = '/* second release */'

await rm(folder, { recursive: true, force: true })
await cp('dist', folder, { recursive: true })
await rm(`${folder}/assets`, { recursive: true })
for (const name of await readdir(`${folder}/fonts`)) {
  if (!name.endsWith('.woff2')) continue
  const path = `${folder}/fonts/${name}`
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(4)]))
}
const { metafile } = await build({ ...browserOptions(folder, () => undefined), banner: { js: NOTE, css: NOTE } })
const manifest = await writeManifest(folder, metafile)
await writeAmpStyles(folder, manifest)
const buildId = await writeBuildId(folder, assetNames(metafile), [])
await writeWorker(folder, { buildId, manifest })
await writeCompressed(`${folder}/assets`)
