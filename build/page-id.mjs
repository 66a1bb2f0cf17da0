/** The name of the pages that a build makes. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/** What answers a request for a page, with all that it imports. */
const ROOTS = [
  'src/portal/app.ts',
  'src/portal/features.ts',
  'src/features/newsletter/routes/mount.ts',
  'src/sources/content-repositories.ts',
  'src/sources/open-source.ts',
  'src/features/breaking/breaking-news.ts',
]
/** Rooms that decide what pages say, also where the settings alone import them: texts of the interface come that way. */
const ROOMS = /^(?:amp|views|src\/(?:content|integrations|languages|seo|services|site|sources|syndication))\//
/** Further modules, without what they import: the wiring, and the form of a persisted page. */
const WIRING = [
  'src/portal/application.ts',
  'src/portal/content.ts',
  'src/portal/dependencies.ts',
  'src/portal/opened.ts',
  'src/media/measured-images.ts',
  'src/edge/page-cache/snapshot.ts',
  'src/edge/page-cache/stored-page.ts',
]
/** What the build makes for pages: the names of files for browsers, the styles of AMP documents. */
const MADE = ['assets.json', 'amp-styles.json']

/**
 * Modules that make pages, as esbuild found them: those that are imported for a type alone are not among them.
 * @param metafile of the server
 * @throws when one that is listed here has another name by now
 */
export function pageModules({ inputs }) {
  for (const path of [...ROOTS, ...WIRING])
    if (!inputs[path]) throw new Error(`${path} is no module of the server: build/page-id.mjs names it`)
  const modules = new Set([...ROOTS, ...Object.keys(inputs).filter((path) => ROOMS.test(path))])
  // Iteration over a set continues with what is added meanwhile.
  for (const path of modules)
    for (const { path: imported, external } of inputs[path]?.imports ?? []) if (!external) modules.add(imported)
  return [...new Set([...modules, ...WIRING])].sort()
}

/**
 * Writes an id that is another one when a module that makes pages is another, or what pages name. What a site's own extension adds is counted by
 * its own id (src/portal/fingerprint.ts).
 * @param metafile of the server
 * @param read returns the content of a module
 */
export async function writePageId(folder, metafile, read = contentOf) {
  const hash = createHash('sha256')
  for (const path of MADE) hash.update(path).update(await readFile(`${folder}/${path}`))
  for (const path of pageModules(metafile)) hash.update(path).update(await read(path))
  await writeFile(`${folder}/page-id`, hash.digest('hex'))
}

/** A module that the build makes up has no file: it stands for the extension. */
async function contentOf(path) {
  try {
    return await readFile(path)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return ''
  }
}
