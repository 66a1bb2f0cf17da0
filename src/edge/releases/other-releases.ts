import { extname } from 'node:path'
import { LRUCache } from 'lru-cache'
import { IMMUTABLE } from '../../system/cache-headers.ts'
import { inTime } from '../../system/deadline.ts'
import { type StaticFile, staticFile, typeOfFile } from '../static-files/static-file.ts'
import { BROTLI_QUALITY, compressed } from '../transport/encodings.ts'

export interface FoundFile {
  identity: Buffer
  br?: Buffer
  /** Milliseconds of the wall clock. */
  until: number
}

export interface FileSource {
  /** @throws when nobody can say whether it has the file */
  find(name: string): Promise<FoundFile | undefined>
}

export interface OtherReleases {
  /** @returns undefined without a file in time. Never rejects. */
  find(name: string): Promise<StaticFile | undefined>
}

const MAX_BYTES = 8 * 1024 * 1024
/** Milliseconds that a browser may wait for a style sheet. */
const DEADLINE = 3000
/** The build compresses larger files (build/compressed.mjs). */
const MIN_COMPRESSED = 860
const WORTH_COMPRESSING = 0.9
const COMPRESSED_TYPES = ['text/css', 'text/javascript']

interface Known {
  file: StaticFile
  until: number
  bytes: number
}

/** Pages of the last seven days' builds may be open or cached (docs/decisions/102). */
export function createOtherReleases(
  source: FileSource,
  onFailure: (error: unknown) => void,
  wallClock: () => number = Date.now,
): OtherReleases {
  const files = new LRUCache<string, Known>({ maxSize: MAX_BYTES, sizeCalculation: ({ bytes }) => bytes })
  const pending = new Map<string, Promise<StaticFile | undefined>>()

  const fetched = async (name: string): Promise<StaticFile | undefined> => {
    try {
      const stored = await source.find(name)
      if (!stored) return undefined
      const known = await knownOf(name, stored)
      files.set(name, known)
      return known.file
    } catch (error) {
      onFailure(error)
      return undefined
    } finally {
      pending.delete(name)
    }
  }
  return {
    async find(name) {
      const known = files.get(name)
      if (known && known.until > wallClock()) return known.file
      const finding = pending.get(name) ?? fetched(name)
      pending.set(name, finding)
      return inTime(finding, DEADLINE, undefined)
    },
  }
}

async function knownOf(name: string, { identity, br, until }: FoundFile): Promise<Known> {
  const type = typeOfFile(name) ?? 'application/octet-stream'
  const isText = COMPRESSED_TYPES.some((text) => type.startsWith(text)) && identity.length >= MIN_COMPRESSED
  const worth = (form: Buffer): Buffer | undefined =>
    form.length < identity.length * WORTH_COMPRESSING ? form : undefined
  const brotli = br ?? (isText ? worth(await compressed(identity, 'br', BROTLI_QUALITY.best)) : undefined)
  const gzip = isText ? worth(await compressed(identity, 'gzip')) : undefined
  const file = staticFile({
    type,
    cacheControl: IMMUTABLE,
    bodies: { identity, gzip, br: brotli },
  })
  const forms = [identity, gzip, brotli].map((form) => form?.length ?? 0)
  return { file, until, bytes: forms.reduce((sum, length) => sum + length, 1) }
}

const EXTENSIONS = new Set(['.css', '.js', '.woff2'])
const HASH_LENGTH = 8
const MAX_LENGTH = 100
/** Bytes. */
export const MAX_FILE_BYTES = 1024 * 1024

export function isHashedName(name: string): boolean {
  const extension = extname(name)
  if (name.length > MAX_LENGTH || !EXTENSIONS.has(extension)) return false
  const stem = name.slice(0, -extension.length)
  const dash = stem.lastIndexOf('-')
  const hash = stem.slice(dash + 1)
  return (
    dash > 0 && hash.length === HASH_LENGTH && /^[A-Z0-9]+$/.test(hash) && /^[A-Za-z0-9_.-]+$/.test(stem.slice(0, dash))
  )
}
