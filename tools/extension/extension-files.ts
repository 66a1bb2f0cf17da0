import { realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSiteFiles } from '../../src/site/read-site.ts'
import { EXTENSION } from '../../src/site/site.ts'

export interface ExtensionFiles {
  site: string
  id: string
  file: string
  folder: string
}

export class ExtensionError extends Error {
  override name = 'ExtensionError'
}

export function extensionIn(folder: string): ExtensionFiles | undefined {
  const { extensionId: id } = readSiteFiles(folder)
  if (id === undefined) return undefined
  // The bundler names files by their real paths.
  const site = realpathSync(folder)
  return { site, id, file: resolve(site, EXTENSION.file), folder: resolve(site, EXTENSION.folder) }
}
