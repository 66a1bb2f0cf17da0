/**
 * The site folder's extension: its types checked, its imports guarded, and the program's two places for it filled
 * (docs/decisions/050).
 */
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { checkExtension, ExtensionError } from './extension-types.mjs'
import { programModules } from './program-modules.mjs'

const ROOT = dirname(import.meta.dirname)
const PUBLIC_MODULE = 'szpalta/extension'
const REACT = new Set(['react', 'react/jsx-runtime', 'react/jsx-dev-runtime'])
const ISLAND = '.island.tsx'

/**
 * @param folder of the build
 * @param check throws when its types are wrong
 * @returns the extension of the site folder, with its blocks that have an island; `undefined`: it has none
 * @throws {ExtensionError} with file, line and remedy when it is not one
 */
export async function readExtension(folder, check = checkExtension) {
  const { EXTENSION, siteFolder, readSiteFiles } = await programModules(
    `export { siteFolder } from './src/site/settings.ts'
export { EXTENSION } from './src/site/site.ts'
export { readSiteFiles } from './src/site/read-site.ts'`,
    folder,
  )
  const named = resolve(siteFolder(process.env))
  const { extensionId: id } = readSiteFiles(named)
  if (id === undefined) return undefined
  // The bundler names files by their real paths.
  const site = realpathSync(named)
  const extension = { site, id, file: resolve(site, EXTENSION.file), folder: resolve(site, EXTENSION.folder) }
  check(extension)
  const islands = await islandsOf(extension, folder)
  return { ...extension, islands }
}

/** Blocks with an island, and the island's file: both sides must have the same component. */
async function islandsOf(extension, folder) {
  const files = filesIn(extension.folder).filter((name) => name.endsWith(ISLAND))
  const { definition, components } = await programModules(
    `import * as own from ${JSON.stringify(extension.file)}
${files.map((name, index) => `import * as island${index} from ${JSON.stringify(resolve(extension.folder, name))}`).join('\n')}
export const definition = Reflect.get(own, 'default')
export const components = [${files.map((_, index) => `Reflect.get(island${index}, 'default')`)}]`,
    folder,
    [siteExtension(() => extension, 'server')],
  )
  const { site, file } = extension
  if (!Array.isArray(definition?.blocks)) {
    throw new ExtensionError(
      `${relative(site, file)}:1: exports no extension: write "export default defineExtension({ … })"`,
    )
  }
  return definition.blocks.flatMap(({ name, island }) => {
    if (island === undefined) return []
    const wanted = `${name.split('/')[1]}${ISLAND}`
    const path = resolve(extension.folder, wanted)
    if (components[files.indexOf(wanted)] === island) return [{ block: name, file: path }]
    const what = files.includes(wanted) ? 'has another default export' : 'is missing'
    throw new ExtensionError(
      `${relative(site, path)} ${what}: the island of the block "${name}" is the default export of this file`,
    )
  })
}

function filesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
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
      const isOwn = (path) => {
        const extension = current()
        if (!extension) return false
        return path === extension.file || (path.startsWith(extension.folder + sep) && /\.tsx?$/.test(path))
      }
      const fill = (place, contentsOf) => {
        // Under another name nothing would be filled, and a site's blocks be missing without a word.
        if (!existsSync(resolve(ROOT, place))) throw new Error(`${place} is missing: build/extension.mjs fills it`)
        build.onLoad({ filter: ending(place) }, ({ path }) => {
          const extension = current()
          return extension && { contents: contentsOf(extension), loader: 'js', resolveDir: dirname(path) }
        })
      }
      fill('src/site/extension/built-extension.ts', builtExtension)
      fill('src/client/islands/own-islands.ts', ownIslands)
      build.onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === 'resolved' || kind === 'entry-point' || !isOwn(importer)) return undefined
        if (path === PUBLIC_MODULE && side === 'server')
          return { path: resolve(ROOT, 'src/site/extension/extension.ts') }
        const from = REACT.has(path) ? ROOT : path.startsWith('.') ? resolveDir : undefined
        if (from === undefined) return { errors: [{ text: refusal(path, side) }] }
        const resolved = await build.resolve(path, { kind, importer, resolveDir: from, pluginData: 'resolved' })
        if (resolved.errors.length > 0 || REACT.has(path) || isOwn(resolved.path)) return resolved
        return { errors: [{ text: `"${path}" is no TypeScript of the extension: files lie in extension/` }] }
      })
    },
  }
}

/** Paths that end like one of the project, with the separators of any system. */
function ending(path) {
  return new RegExp(`[\\\\/]${path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')}$`)
}

function refusal(path, side) {
  const isIsland = side === 'browser' && path === PUBLIC_MODULE
  const rest = '"react" and files of extension/'
  return isIsland
    ? `an island imports types only from "${path}" (import type), ${rest}`
    : `an extension may not import "${path}", only "${PUBLIC_MODULE}", ${rest}`
}

function builtExtension({ file, id }) {
  return `import extension from ${JSON.stringify(file)}\nexport const builtExtension = { id: ${JSON.stringify(id)}, extension }\n`
}

function ownIslands({ islands }) {
  const entries = islands.map(
    ({ block, file }) =>
      `[${JSON.stringify(`[data-island="${block}"]`)}, async () => (await import(${JSON.stringify(file)})).default],`,
  )
  return `export const OWN_ISLANDS = [\n${entries.join('\n')}\n]\n`
}
