import { join } from 'node:path'
import pLimit from 'p-limit'
import { pictureKind } from '../media/kind.ts'
import { MAX_FILE_BYTES } from '../media/picture-header.ts'
import { readRegularFile } from '../regular-file.ts'
import { fetchBytes } from './download.ts'
import { writeWhole } from './files.ts'
import { TakenNames, termSlug } from './names.ts'
import { type PictureFile, pictureFile } from './picture-file.ts'
import type { SourceAttachment } from './source.ts'
import type { ImportState } from './state.ts'

/** Asked of one site at a time: as many as a browser would. */
const CONCURRENCY = 3
/** A file of the media library in one of WordPress' own sizes, or scaled down when it was uploaded. */
const SIZED = /-(?:\d{1,5}x\d{1,5}|scaled)(?=\.[a-z]+$)/i
const MONTH = /\/(\d{4})\/(0[1-9]|1[0-2])\/[^/\\]+$/
const PICTURE_NAME = /\.(?:jpe?g|png|gif|webp|avif)$/i

export interface PictureSettings {
  /** The newsroom folder. */
  folder: string
  state: ImportState
  attachments: ReadonlyMap<string, SourceAttachment>
  /** Hosts whose pictures are the site's own. */
  hosts: ReadonlySet<string>
  /** A copy of `wp-content/uploads`: pictures in it are not asked of the site. */
  uploads?: string | undefined
  signal: AbortSignal
  /** @throws {Error} for an address that must not be asked */
  checkAddress(url: URL): Promise<void>
  onFailure(url: string, reason: string): void
  onStored(): void
}

/** Brings the site's pictures into the newsroom, each one once. */
export interface Pictures {
  /**
   * @param url as it stands in a text or in the media library
   * @param month `2012/06`, for a picture whose address names none
   * @returns nothing for a foreign one
   */
  bring(url: string, month: string): Promise<Brought | undefined>
}

/** The newsroom's name of a picture, `/2012/06/name.webp`; or it could not be had. */
export type Brought = { path: string } | { isMissing: true }

/** @param taken picture files of the folder that no import wrote, relative to it */
export function createPictures(settings: PictureSettings, taken: Iterable<string>): Pictures {
  const { state } = settings
  // By the name that articles say: two files may differ in their ending only.
  const names = new TakenNames([...taken, ...state.files()].map(nameOf))
  const originals = new Map([...settings.attachments.values()].map(({ url }) => [bareUrl(url), url]))
  const coming = new Map<string, Promise<Brought>>()
  const limit = pLimit(CONCURRENCY)

  const originalOf = (url: string): string | undefined => {
    const bare = bareUrl(url)
    const known = originals.get(bare) ?? originals.get(bare.replace(SIZED, ''))
    if (known !== undefined) return known
    const parsed = URL.parse(url)
    const isOwn = parsed !== null && settings.hosts.has(parsed.host) && PICTURE_NAME.test(parsed.pathname)
    return isOwn ? `${parsed.origin}${parsed.pathname}` : undefined
  }

  const fetchPicture = async (url: string, month: string): Promise<Brought> => {
    const stored = state.picture(url)
    if (stored && (await isThere(join(settings.folder, stored.file)))) return { path: stored.path }
    try {
      const bytes =
        (await fromUploads(settings.uploads, url)) ?? (await fetchBytes(url, settings.signal, settings.checkAddress))
      const picture = await pictureFile(bytes)
      const entry = stored ?? { url, ...placeOf(url, month, picture, names) }
      await state.note(entry)
      await writeWhole(join(settings.folder, entry.file), picture.bytes)
      settings.onStored()
      return { path: entry.path }
    } catch (error) {
      settings.signal.throwIfAborted()
      settings.onFailure(url, error instanceof Error ? error.message : String(error))
      return { isMissing: true }
    }
  }

  return {
    bring(url, month) {
      const original = originalOf(url)
      if (original === undefined) return Promise.resolve(undefined)
      const before = coming.get(original)
      if (before) return before
      const asked = limit(() => fetchPicture(original, month))
      coming.set(original, asked)
      return asked
    },
  }
}

function placeOf(
  url: string,
  month: string,
  { extension }: PictureFile,
  names: TakenNames,
): { path: string; file: string } {
  const { pathname } = new URL(url)
  const [, year, number] = MONTH.exec(pathname) ?? []
  const folder = year === undefined ? month : `${year}/${number}`
  const stem = (pathname.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '')
  const name = `/${folder}/${names.take(termSlug(stem), `images/${folder}`)}`
  return { path: `${name}.webp`, file: `images${name}.${extension}` }
}

/** `images/2012/06/name`, without its ending. */
function nameOf(file: string): string {
  return file.replace(/\.[a-z]+$/, '')
}

/** Without scheme, query and fragment: WordPress' own addresses of a file differ in these. */
function bareUrl(url: string): string {
  return url.replace(/^https?:/i, '').replace(/[?#].*$/s, '')
}

async function isThere(file: string): Promise<boolean> {
  return readRegularFile(file, MAX_FILE_BYTES).then(
    (bytes) => pictureKind(bytes) !== undefined,
    () => false,
  )
}

/** The file below `uploads` that the address names by year and month. */
async function fromUploads(uploads: string | undefined, url: string): Promise<Buffer | undefined> {
  if (uploads === undefined) return undefined
  const tail = MONTH.exec(decodedPath(url))?.[0]
  if (tail === undefined) return undefined
  return readRegularFile(join(uploads, tail), MAX_FILE_BYTES).catch(() => undefined)
}

/** As a file is called; `100%.jpg` is no escape. */
function decodedPath(url: string): string {
  const { pathname } = new URL(url)
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}
