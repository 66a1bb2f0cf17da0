/**
 * The site folder's extension: its types checked, its imports guarded, and the program's two places for it filled
 * (docs/decisions/050).
 */
import { existsSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { checkExtension } from './extension-types.mjs'
import { programModules } from './program-modules.mjs'

const ROOT = dirname(import.meta.dirname)
const PUBLIC_MODULE = 'szpalta/extension'
const REACT = new Set(['react', 'react/jsx-runtime', 'react/jsx-dev-runtime'])
/** Where the program has nothing of its own. */
const PLACES = /[\\/]src[\\/](?:extensions[\\/]built-extension|client[\\/]boot[\\/]own-islands)\.ts$/

/**
 * @param folder of the build
 * @returns the extension of the site folder, with its blocks that have an island; `undefined`: it has none
 * @throws with file, line and remedy when it is not one
 */
export async function readExtension(folder) {
  const { siteFolder, readSiteFiles } = await programModules(
    `export * from './src/config/env.ts'\nexport * from './src/site/read-site.ts'`,
    folder,
  )
  const site = resolve(siteFolder())
  const { extensionId: id } = readSiteFiles(site)
  if (id === undefined) return undefined
  const file = resolve(site, 'extension.ts')
  checkExtension(site)
  const plugins = [siteExtension(() => ({ site }), 'server')]
  const { extension } = await programModules(
    `import * as own from ${JSON.stringify(file)}\nexport const extension = Reflect.get(own, 'default')`,
    folder,
    plugins,
  )
  if (!Array.isArray(extension?.blocks)) {
    throw new Error(`${file}:1: exports no extension: write "export default defineExtension({ … })"`)
  }
  const islands = extension.blocks.filter(({ hasIsland }) => hasIsland).map(({ name }) => islandOf(site, name))
  return { site, id, file, islands }
}

/** A block's island lies in the file of its name. */
function islandOf(site, block) {
  const file = resolve(site, 'extension', `${block.split('/')[1]}.island.tsx`)
  if (existsSync(file)) return { block, file }
  throw new Error(`${file} is missing: the block "${block}" has an island, and this file exports it as its default`)
}

/**
 * Puts the extension into a build of the program, and keeps its files to themselves: an extension has the network, the
 * disk and the other rooms only by what it is given.
 * @param current returns what `readExtension` has; `undefined`: nothing is put anywhere
 * @param side `server`, or `browser` for the islands
 */
export function siteExtension(current, side) {
  return {
    name: 'site-extension',
    setup(build) {
      const isOwn = (path) => path.startsWith(`${current()?.site}${sep}`)
      build.onLoad({ filter: PLACES }, ({ path }) => {
        const extension = current()
        if (!extension) return undefined
        const { id, file, islands } = extension
        const contents = path.endsWith('own-islands.ts') ? ownIslands(islands) : builtExtension(file, id)
        return { contents, loader: 'js', resolveDir: dirname(path) }
      })
      build.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === 'resolved' || kind === 'entry-point' || !isOwn(importer)) return undefined
        if (path === PUBLIC_MODULE && side === 'server') return { path: resolve(ROOT, 'src/extensions/extension.ts') }
        const from = REACT.has(path) ? ROOT : path.startsWith('.') ? resolveDir : undefined
        if (from === undefined) return { errors: [{ text: refusal(path, side) }] }
        const resolved = await build.resolve(path, { kind, importer, resolveDir: from, pluginData: 'resolved' })
        if (resolved.errors.length > 0 || REACT.has(path) || isOwn(resolved.path)) return resolved
        return { errors: [{ text: `"${relative(current().site, resolved.path)}" lies outside the site folder` }] }
      })
    },
  }
}

function refusal(path, side) {
  const isIsland = side === 'browser' && path === PUBLIC_MODULE
  const rest = '"react" and files of the site folder'
  return isIsland
    ? `an island imports types only from "${path}" (import type), ${rest}`
    : `an extension may not import "${path}", only "${PUBLIC_MODULE}", ${rest}`
}

function builtExtension(file, id) {
  return `import extension from ${JSON.stringify(file)}\nexport const builtExtension = { id: ${JSON.stringify(id)}, extension }\n`
}

function ownIslands(islands) {
  const entries = islands.map(
    ({ block, file }) => `${JSON.stringify(block)}: async () => (await import(${JSON.stringify(file)})).default,`,
  )
  return `export const OWN_ISLANDS = {\n${entries.join('\n')}\n}\n`
}
