import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import { partsOf } from '../../../src/sources/embedded/file-parts.ts'
import { MAX_FILE_BYTES } from '../../../src/sources/embedded/folder.ts'
import { NewsroomFileError, readYaml } from '../../../src/sources/embedded/front-matter.ts'
import { markdownReader } from '../../../src/sources/embedded/markdown/markdown.ts'
import { readRegularFile } from '../../../src/system/files.ts'
import { isRecord } from '../../../src/system/record.ts'
import { isTimeZone, type TimeZone } from '../../../src/system/time-zone.ts'
import { ImportSourceError } from '../source.ts'

/** A folder without end would fill the memory (COST-40). */
const MAX_FILES = 500_000
const MINUTES = 'YYYY-MM-DDTHH:MM'.length
const SKIPPED = new Set(['.git', '.hugo_build.lock', 'node_modules', '_site', '.jekyll-cache', '.sass-cache', 'vendor'])

export type Fields = Readonly<Record<string, unknown>>

/** Paths have slashes; links do not lead out of the folder. */
export interface SiteFolder {
  root: string
  paths: readonly string[]
  has(path: string): boolean
  read(path: string): Promise<string>
  /** `YYYY-MM-DDTHH:MM+00:00` */
  saved(path: string): Promise<string>
  /** Of YAML, TOML or JSON; undefined: there is no such file. */
  data(...paths: string[]): Promise<Fields | undefined>
}

/** @param skipped folders of the root */
export async function openSiteFolder(root: string, skipped: readonly string[] = []): Promise<SiteFolder> {
  const paths: string[] = []
  const without = new Set(skipped)
  const walk = async (folder: string): Promise<void> => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !SKIPPED.has(entry.name) && !without.has(path)) await walk(path)
      else if (entry.isFile()) paths.push(path)
      if (paths.length > MAX_FILES) throw new ImportSourceError(`${root}: more than ${MAX_FILES} files`)
    }
  }
  await walk('')
  paths.sort()
  const all = new Set(paths)
  const read = async (path: string): Promise<string> =>
    (await readRegularFile(join(root, path), MAX_FILE_BYTES)).toString('utf8')
  return {
    root,
    paths,
    has: (path) => all.has(path),
    read,
    saved: async (path) => `${(await stat(join(root, path))).mtime.toISOString().slice(0, MINUTES)}+00:00`,
    async data(...candidates) {
      const path = candidates.find((candidate) => all.has(candidate))
      return path === undefined ? undefined : parsedData(path, await read(path))
    },
  }
}

/** @throws {ImportSourceError} naming the line */
function parsedData(path: string, text: string): Fields {
  try {
    const value: unknown = path.endsWith('.toml')
      ? parseToml(text)
      : path.endsWith('.json')
        ? JSON.parse(text)
        : readYaml(path, text, 0).value
    return isRecord(value) ? value : {}
  } catch (error) {
    if (error instanceof NewsroomFileError) throw new ImportSourceError(error.message)
    const { line, message } = error as { line?: number; message: string }
    throw new ImportSourceError(`${path}${line === undefined ? '' : `:${line}`}: ${message.split('\n')[0]}`)
  }
}

export interface TextFile {
  path: string
  text: string
  fields: Fields
  body: string
  before: number
  hasFront: boolean
}

/** @throws {NewsroomFileError} naming file and line */
export function textFile(path: string, text: string): TextFile {
  const { kind, front, body, before, bodyBefore } = partsOf(text)
  const shared = { path, text, body, before: bodyBefore, hasFront: kind !== 'none' }
  if (kind === 'none') return { ...shared, fields: {} }
  try {
    const value: unknown =
      kind === 'yaml'
        ? readYaml(path, front, before).value
        : kind === 'json'
          ? JSON.parse(front)
          : markdownReader.toml(front)
    return { ...shared, fields: isRecord(value) ? value : {} }
  } catch (error) {
    if (error instanceof NewsroomFileError) throw error
    const { line, message } = error as { line?: number; message: string }
    const where = line === undefined ? path : `${path}:${line + before}`
    throw new NewsroomFileError(`${where}: ${message.split('\n')[0]}`)
  }
}

export function textField(fields: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = fields[name]
    const first: unknown = Array.isArray(value) ? value[0] : value
    if (typeof first === 'string' && first.trim() !== '') return first.trim()
    if (typeof first === 'number') return String(first)
  }
  return undefined
}

export function zoneOf(config: Fields): TimeZone | undefined {
  const zone = textField(config, 'timeZone', 'timezone')
  return zone !== undefined && isTimeZone(zone) ? zone : undefined
}

export function textList(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  return all.filter((one): one is string => typeof one === 'string' && one.trim() !== '')
}
