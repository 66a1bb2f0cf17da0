import { copyFile, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import pLimit from 'p-limit'
import { imageHeader, imageKind, MAX_FILE_BYTES } from '../../src/media/image-header.ts'
import { readRegularFile } from '../../src/system/files.ts'
import { createDownloads } from './download.ts'
import { writeWhole } from './files.ts'
import { TakenNames, termSlug } from './names.ts'
import type { SourceAttachment } from './source.ts'
import type { ImportState } from './state.ts'

interface ImageFile {
  bytes: Uint8Array
  extension: 'jpg' | 'png' | 'webp' | 'avif'
}

/** Limits of one GIF frame and of all its frames together. */
const [MAX_PIXELS, MAX_FRAMES_PIXELS] = [50_000_000, 200_000_000]

/**
 * GIF becomes animated WebP.
 * @param maxMemory for one image. Bytes
 * @throws {Error} for an unsupported format or size
 */
async function imageFile(bytes: Buffer, maxMemory?: number): Promise<ImageFile> {
  const kind = imageKind(bytes)
  if (kind === undefined) throw new Error('not a JPEG, PNG, GIF, WebP or AVIF')
  if (kind !== 'gif') imageHeader(bytes, maxMemory)
  const { default: sharp } = await import('sharp')
  const {
    width = 0,
    height = 0,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => {
      throw new Error('an image that cannot be read')
    })
  if (kind !== 'gif') return { bytes, extension: kind }
  if (width * height > MAX_PIXELS) throw new Error(`${width} x ${height} pixels are too many`)
  if (width * height * pages > MAX_FRAMES_PIXELS) throw new Error(`${pages} frames are too many`)
  const moving = sharp(bytes, { animated: true, limitInputPixels: MAX_FRAMES_PIXELS })
  return { bytes: await moving.webp({ quality: 80 }).toBuffer(), extension: 'webp' }
}

const CONCURRENCY = 3
/** A size that WordPress made. */
const SIZED = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[a-z]+$)/i
const MONTH = /\/(\d{4})\/(0[1-9]|1[0-2])\/[^/\\]+$/
const IMAGE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i

export interface ImageSettings {
  folder: string
  state: ImportState
  attachments: ReadonlyMap<string, SourceAttachment>
  hosts: ReadonlySet<string>
  /** A copy of `wp-content/uploads`. */
  uploads?: string
  /** For one image. Bytes; absent: the smallest machine's. */
  maxMemory?: number
  fileAt?(url: string): Promise<string | undefined>
  downloads: boolean
  isDryRun: boolean
  signal: AbortSignal
  /** With ports. */
  internalHosts: ReadonlySet<string> | 'any'
  onFailure(url: string, reason: string): void
  onStored(): void
  /** Paths in `public/`. */
  onFile(path: string): void
}

/** A path of another form is a file's in `public/`. */
export const IMAGE_PATH = /^\/\d{4}\/\d{2}\/[a-z0-9-]+\.webp$/
/** Go to the site folder under their own paths. */
const PUBLIC_FILE =
  /\.(?:mp3|m4a|aac|og[agv]|opus|wav|flac|mp4|m4v|webm|mov|vtt|pdf|zip|csv|txt|docx?|xlsx?|pptx?|epub)$/i

export interface Images {
  /**
   * @param about `month`: `2012/06`, where the URL has none
   * @returns undefined for a foreign image
   */
  bring(url: string, about: { month: string; isImage: boolean }): Promise<Brought | undefined>
}

/** `isLeft`: the source lacks it. */
export type Brought = { path: string } | { isMissing: true } | { isLeft: true }

export function createImages(settings: ImageSettings, taken: Iterable<string>): Images {
  const { state } = settings
  // Articles omit extensions, so names must differ without them.
  const names = new TakenNames([...taken, ...state.files()].map(nameOf))
  const originals = new Map([...settings.attachments.values()].map(({ url }) => [bareUrl(url), url]))
  const coming = new Map<string, Promise<Brought | undefined>>()
  const limit = pLimit(CONCURRENCY)
  const download = createDownloads(settings)

  const bytesOf = async (url: string): Promise<Buffer> => {
    const local = (await fromSource(settings, url)) ?? (await fromUploads(settings.uploads, url))
    if (local) return local
    if (!settings.downloads) throw new Error('it is in no folder; --media names one, and --download fetches it')
    return download(url)
  }

  const plan = async (url: string, month: string): Promise<Brought> => {
    const { downloads, onStored } = settings
    if (!downloads) await bytesOf(url)
    onStored()
    return { path: placeOf(url, month, { extension: 'webp' }, names).path }
  }

  const fetchImage = async (url: string, month: string): Promise<Brought> => {
    const stored = state.image(url)
    if (stored && (await isThere(join(settings.folder, stored.file)))) return { path: stored.path }
    try {
      if (settings.isDryRun) return await plan(url, month)
      const file = await imageFile(await bytesOf(url), settings.maxMemory)
      const entry = stored ?? { url, ...placeOf(url, month, file, names) }
      await state.note(entry)
      await writeWhole(join(settings.folder, entry.file), file.bytes)
      settings.onStored()
      return { path: entry.path }
    } catch (error) {
      settings.signal.throwIfAborted()
      settings.onFailure(url, error instanceof Error ? error.message : String(error))
      return { isMissing: true }
    }
  }

  const isReachable = (url: string): boolean => settings.downloads || settings.hosts.has(URL.parse(url)?.host ?? '')

  return {
    bring(url, { month, isImage }) {
      const parsed = URL.parse(url)
      if (parsed && settings.hosts.has(parsed.host) && PUBLIC_FILE.test(parsed.pathname)) {
        const copied = coming.get(url) ?? copyPublic(settings, url)
        coming.set(url, copied)
        return copied
      }
      const original = originalOf(url, isImage, originals, settings.hosts)
      if (original === undefined || !isReachable(original)) return Promise.resolve(undefined)
      const before = coming.get(original)
      if (before) return before
      const pending = limit(() => fetchImage(original, month))
      coming.set(original, pending)
      return pending
    },
  }
}

/**
 * @param originals by URLs without scheme and query
 * @returns undefined for a foreign URL or another file
 */
function originalOf(
  url: string,
  isImage: boolean,
  originals: ReadonlyMap<string, string>,
  hosts: ReadonlySet<string>,
): string | undefined {
  const bare = bareUrl(url)
  const known = originals.get(bare) ?? originals.get(bare.replace(SIZED, ''))
  if (known !== undefined) return known
  const parsed = URL.parse(url)
  if (parsed === null || !hosts.has(parsed.host)) return undefined
  if (IMAGE_NAME.test(parsed.pathname)) return `${parsed.origin}${parsed.pathname}`
  // The query tells a script's images apart.
  return isImage ? `${parsed.origin}${parsed.pathname}${parsed.search}` : undefined
}

async function copyPublic(settings: ImageSettings, url: string): Promise<Brought | undefined> {
  const { pathname } = new URL(url)
  const from = await settings.fileAt?.(url)
  if (from === undefined) return { isLeft: true }
  const target = publicFile(settings.folder, url)
  if (target === undefined) {
    settings.onFailure(url, 'its path leads out of the folder "public"')
    return { isLeft: true }
  }
  if (!settings.isDryRun && !(await isRegular(target))) {
    await mkdir(dirname(target), { recursive: true })
    await copyFile(from, target)
  }
  settings.onFile(pathname)
  return { path: pathname }
}

function placeOf(
  url: string,
  month: string,
  { extension }: Pick<ImageFile, 'extension'>,
  names: TakenNames,
): { path: string; file: string } {
  const { pathname } = new URL(url)
  const [, year, number] = MONTH.exec(pathname) ?? []
  const folder = year === undefined ? month : `${year}/${number}`
  const stem = (pathname.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '')
  const name = `/${folder}/${names.take(termSlug(stem), `images/${folder}`)}`
  return { path: `${name}.webp`, file: `images${name}.${extension}` }
}

function nameOf(file: string): string {
  return file.replace(/\.[a-z]+$/, '')
}

/** WordPress writes several URLs of one file. */
function bareUrl(url: string): string {
  return url.replace(/^https?:/i, '').replace(/[?#].*$/s, '')
}

async function isThere(file: string): Promise<boolean> {
  return readRegularFile(file, MAX_FILE_BYTES).then(
    (bytes) => imageKind(bytes) !== undefined,
    () => false,
  )
}

async function fromSource({ fileAt }: ImageSettings, url: string): Promise<Buffer | undefined> {
  const file = await fileAt?.(url)
  return file === undefined ? undefined : readRegularFile(file, MAX_FILE_BYTES)
}

async function fromUploads(uploads: string | undefined, url: string): Promise<Buffer | undefined> {
  if (uploads === undefined) return undefined
  const tail = MONTH.exec(decodedPath(url))?.[0]
  if (tail === undefined) return undefined
  return readRegularFile(join(uploads, tail), MAX_FILE_BYTES).catch(() => undefined)
}

/** Refuses paths out of `public/`, such as `..%2f` and `..%5c`. */
function publicFile(folder: string, url: string): string | undefined {
  const root = resolve(folder, 'public')
  const path = decodedPath(url)
  const target = resolve(root, `.${sep}${path}`)
  return /[\\\0]/.test(path) || !target.startsWith(root + sep) ? undefined : target
}

async function isRegular(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isFile() ?? false
}

function decodedPath(url: string): string {
  const { pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
