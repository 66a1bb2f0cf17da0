import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../system/record.ts'

export const COMPILED = {
  folder: 'extension',
  program: 'extension.mjs',
  list: 'extension.json',
  assets: 'assets',
} as const
const OWN_FOLDER = '.extension'

export interface CompiledList {
  id: string
  islands: Readonly<Record<string, string>>
}

export interface CompiledExtension extends CompiledList {
  folder: string
}

export function ownCompiledFolder(site: string): string {
  return join(site, OWN_FOLDER)
}

/**
 * That of the build, else that of the site folder.
 * @param id of the extension as it is now: one that was compiled from other files is none
 */
export function compiledExtension(
  build: string,
  site: string | undefined,
  id: string | undefined,
): CompiledExtension | undefined {
  if (id === undefined) return undefined
  const folders = [join(build, COMPILED.folder), ...(site === undefined ? [] : [ownCompiledFolder(site)])]
  return folders.flatMap((folder) => readList(folder)).find((one) => one.id === id)
}

function readList(folder: string): CompiledExtension[] {
  let list: unknown
  try {
    list = JSON.parse(readFileSync(join(folder, COMPILED.list), 'utf8'))
  } catch {
    return []
  }
  if (!isRecord(list) || typeof list.id !== 'string' || !isRecord(list.islands)) return []
  const islands = Object.entries(list.islands).flatMap(([name, file]) =>
    typeof file === 'string' ? [[name, file] as const] : [],
  )
  return [{ folder, id: list.id, islands: Object.fromEntries(islands) }]
}

export function assetFolder({ folder }: CompiledExtension): string {
  return join(folder, COMPILED.assets)
}
