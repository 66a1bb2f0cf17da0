import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { compileFunction } from 'node:vm'
import { type BuildOptions, build, formatMessages, type OnResolveResult, type Plugin } from 'esbuild'
import { isExtension } from '../../src/site/extension/load.ts'
import { exportsOf } from '../../src/system/lent-modules.ts'
import { isRecord } from '../../src/system/record.ts'
import { ExtensionError, type ExtensionFiles } from './extension-files.ts'

const PUBLIC_MODULE = 'szpalta/extension'
const REACT = new Set(['react', 'react/jsx-runtime', 'react/jsx-dev-runtime'])
const ISLAND = '.island.tsx'
const HASH_LENGTH = 8
export const BASELINE = ['es2022', 'chrome124', 'firefox125', 'safari17.4']

export interface Compiled {
  id: string
  program: string
  islands: Array<{ block: string; name: string; code: string }>
}

/**
 * Apart from the program, which lends it React and `szpalta/extension` (docs/decisions/160).
 * @throws {ExtensionError} with file, line and remedy
 */
export async function compile(
  extension: ExtensionFiles,
  lend: (name: string) => unknown,
  browsers = BASELINE,
): Promise<Compiled> {
  const files = filesIn(extension.folder).filter((name) => name.endsWith(ISLAND))
  const program = await bundled(extension, 'server', {
    stdin: { contents: entryOf(extension, files), resolveDir: extension.site },
    platform: 'node',
    target: 'node20',
  })
  const { definition, components } = exportsOf({ default: factoryOf(program) }, lend)
  const islands = islandsOf(extension, files, { definition, components })
  const compiled = islands.map(async ({ block, path }) => {
    const options = { entryPoints: [path], minify: true, target: browsers }
    const code = asModule(await bundled(extension, 'browser', options))
    return { block, name: hashed(`own-${basename(path, ISLAND)}`, code), code }
  })
  return { id: extension.id, program: asModule(program), islands: await Promise.all(compiled) }
}

function entryOf({ file, folder }: ExtensionFiles, files: readonly string[]): string {
  return `import * as own from ${JSON.stringify(file)}
${files.map((name, index) => `import * as island${index} from ${JSON.stringify(resolve(folder, name))}`).join('\n')}
export const definition = Reflect.get(own, 'default')
export const components = [${files.map((_, index) => `Reflect.get(island${index}, 'default')`)}]`
}

function islandsOf(
  { site, file, folder }: ExtensionFiles,
  files: readonly string[],
  { definition, components }: { definition: unknown; components: unknown },
): Array<{ block: string; path: string }> {
  if (!isExtension(definition) || !Array.isArray(components)) {
    throw new ExtensionError(
      `${relative(site, file)}:1: exports no extension: write "export default defineExtension({ … })"`,
    )
  }
  return definition.blocks.flatMap(({ name, island }) => {
    if (island === undefined) return []
    const expected = `${name.split('/')[1]}${ISLAND}`
    const path = resolve(folder, expected)
    if (components[files.indexOf(expected)] === island) return [{ block: name, path }]
    const what = files.includes(expected) ? 'has another default export' : 'is missing'
    throw new ExtensionError(
      `${relative(site, path)} ${what}: the island of the block "${name}" is the default export of this file`,
    )
  })
}

async function bundled(extension: ExtensionFiles, side: 'server' | 'browser', options: BuildOptions): Promise<string> {
  try {
    const { outputFiles } = await build({
      ...options,
      bundle: true,
      write: false,
      format: 'cjs',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      absWorkingDir: extension.site,
      plugins: [ownFilesOnly(extension, side)],
      logLevel: 'silent',
    })
    return outputFiles[0]?.text ?? ''
  } catch (error) {
    if (!isRecord(error) || !Array.isArray(error.errors)) throw error
    const messages = await formatMessages(error.errors, { kind: 'error' })
    throw new ExtensionError(messages.join('').trim())
  }
}

function ownFilesOnly({ file, folder }: ExtensionFiles, side: 'server' | 'browser'): Plugin {
  const isOwn = (path: string): boolean => path === file || (path.startsWith(folder + sep) && /\.tsx?$/.test(path))
  return {
    name: 'own-files-only',
    setup({ onResolve, resolve: resolveAgain }) {
      onResolve({ filter: /./ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (pluginData === 'resolved' || kind === 'entry-point' || !isOwn(importer)) return undefined
        if (REACT.has(path) || (path === PUBLIC_MODULE && side === 'server')) return { path, external: true }
        if (!path.startsWith('.')) return { errors: [{ text: refusal(path, side) }] }
        const resolved = await resolveAgain(path, { kind, importer, resolveDir, pluginData: 'resolved' })
        if (resolved.errors.length > 0 || isOwn(resolved.path)) return resolved satisfies OnResolveResult
        return { errors: [{ text: `"${path}" is no TypeScript of the extension: files lie in extension/` }] }
      })
    },
  }
}

function refusal(path: string, side: 'server' | 'browser'): string {
  const isIsland = side === 'browser' && path === PUBLIC_MODULE
  const rest = '"react" and files of extension/'
  return isIsland
    ? `an island imports types only from "${path}" (import type), ${rest}`
    : `an extension may not import "${path}", only "${PUBLIC_MODULE}", ${rest}`
}

function factoryOf(code: string): unknown {
  const run = compileFunction(code, ['require', 'module', 'exports'])
  return (lend: (name: string) => unknown): unknown => {
    const module: { exports: unknown } = { exports: {} }
    run(lend, module, module.exports)
    return module.exports
  }
}

function asModule(code: string): string {
  return `export default function (require) {\nconst module = { exports: {} }\nlet exports = module.exports\n${code}\nreturn module.exports\n}\n`
}

function hashed(stem: string, code: string): string {
  const hash = createHash('sha256').update(code).digest('hex').slice(0, HASH_LENGTH).toUpperCase()
  return `${stem}-${hash}.js`
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
