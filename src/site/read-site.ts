import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { REDIRECTS_FILE } from './redirects.ts'
import type { ParsedRedirects } from './redirects-file.ts'
import {
  EXTENSION,
  type FileImage,
  type FileText,
  readBuiltSite,
  type Site,
  SiteError,
  type SiteFiles,
  siteOf,
  THEME_FILE,
} from './site.ts'

const MAX_FONT_BYTES = 2_000_000

const MAX_IMAGE_BYTES = 5_000_000

const MAX_BYTES = 256 * 1024

/**
 * @param build may hold the parsed folder
 * @throws {SiteError} with every problem
 */
export async function readSite(folder: string, build?: string): Promise<Site> {
  const files = readSiteFiles(folder)
  const built = build === undefined ? undefined : readBuiltSite(build, files)
  if (built) return siteOf(built)
  const { parseSite } = await import('./parse-site.ts')
  return siteOf(parseSite(files))
}

/** Bytes of a hundred thousand long rows. */
const MAX_REDIRECTS_BYTES = 32 * 1024 * 1024

export type RedirectsPlace = { folder: string } | { file: string }

/**
 * They change without a build (SITE-18).
 * @returns undefined: there are none
 * @throws {SiteError} with problems by line
 */
export async function readRedirects(place: RedirectsPlace): Promise<ParsedRedirects | undefined> {
  const isNamed = 'file' in place
  const path = isNamed ? place.file : join(place.folder, REDIRECTS_FILE)
  if (!isNamed && !statSync(path, { throwIfNoEntry: false })) return undefined
  const { parseRedirects } = await import('./redirects-file.ts')
  const name = basename(path)
  const content = readText(path, MAX_REDIRECTS_BYTES)
  const parsed =
    'text' in content
      ? parseRedirects(content.text, name)
      : { problems: [{ file: name, line: 1, column: 1, message: content.problem }] }
  if ('problems' in parsed) throw new SiteError(dirname(path), parsed.problems)
  return parsed
}

export function readSiteFiles(folder: string): SiteFiles {
  const names = ['group.yaml', ...filesIn(folder, 'services'), ...filesIn(folder, 'messages'), ...lookIn(folder)]
  const texts = new Map(names.map((name) => [name, readText(join(folder, name))]))
  const fonts = fontsIn(folder)
  const images = imagesIn(folder)
  const extensionId = extensionIdOf(folder)
  const imageIds = [...images].map(([name, image]) => [name, 'id' in image ? image.id : image.problem])
  const id = hashOf([[...texts], [...fonts], imageIds, extensionId])
  return { folder, id, texts, fonts, images, extensionId }
}

function imagesIn(folder: string): Map<string, FileImage> {
  const names = namesIn(folder).filter((name) => /\.(?:png|jpe?g|webp)$/.test(name))
  return new Map(names.map((name) => [name, imageIn(join(folder, name))]))
}

function imageIn(path: string): FileImage {
  const bytes = readBytes(path, MAX_IMAGE_BYTES)
  return 'problem' in bytes
    ? bytes
    : { id: createHash('sha256').update(bytes.bytes).digest('hex').slice(0, 12), bytes: bytes.bytes }
}

/** The build reads the code, which is only hashed here. */
function extensionIdOf(folder: string): string | undefined {
  if (!namesIn(folder).includes(EXTENSION.file)) return undefined
  const names = [EXTENSION.file, ...programsIn(folder, EXTENSION.folder)]
  return hashOf(names.map((name) => [name, readText(join(folder, name))]))
}

function programsIn(folder: string, inner: string): string[] {
  return namesIn(join(folder, inner)).flatMap((name) => {
    const path = `${inner}/${name}`
    if (/\.tsx?$/.test(name)) return [path]
    return statSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() ? programsIn(folder, path) : []
  })
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** A wrong extension must not hide a service. */
function filesIn(folder: string, inner: 'services' | 'messages'): string[] {
  return namesIn(join(folder, inner))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${inner}/${name}`)
}

function lookIn(folder: string): string[] {
  return namesIn(folder).filter(
    (name) => name === THEME_FILE || name.endsWith('.svg') || /^extension\.(?:tsx|m?js|jsx|mts)$/.test(name),
  )
}

function fontsIn(folder: string): Map<string, string> {
  const names = namesIn(join(folder, 'fonts')).filter((name) => name.endsWith('.woff2'))
  const paths = names.map((name) => `fonts/${name}`)
  return new Map(paths.filter((path) => isFont(join(folder, path))).map((path) => [path, fontId(join(folder, path))]))
}

function isFont(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size <= MAX_FONT_BYTES
}

function fontId(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex').slice(0, 12)
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function readText(path: string, most = MAX_BYTES): FileText {
  const read = readBytes(path, most)
  if ('problem' in read) return read
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes) }
  } catch {
    return { problem: 'is not in UTF-8: save it in that encoding' }
  }
}

function readBytes(path: string, most: number): { bytes: Buffer } | { problem: string } {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) return { problem: 'is no file' }
    if (stats.size > most) return { problem: `has ${stats.size} bytes, at most ${most} are read` }
    return { bytes: readFileSync(path) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return { problem: code === 'ENOENT' ? 'is missing: write it' : `cannot be read (${code})` }
  }
}
