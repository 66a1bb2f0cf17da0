import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { Logger } from 'pino'
import * as z from 'zod'
import { readRegularFile, replaceFile } from '../../system/files.ts'
import { systemCode } from '../../system/record.ts'
import { exactCopy } from '../transport/encodings.ts'
import type { PageCache, PersistedPage } from './page-cache.ts'

const MARK = Buffer.from('szpalta pages 2\n')
const HEAD_BYTES = MARK.length + 4

/** The header reveals damage and truncation (COST-76). */
function withChecksum(content: Buffer): [head: Buffer, content: Buffer] {
  const head = Buffer.alloc(HEAD_BYTES)
  MARK.copy(head)
  head.writeUInt32BE(crc32(content), MARK.length)
  return [head, content]
}

/** @throws when the file is damaged, truncated or of another format */
export function checkedContent(file: Buffer): Buffer {
  if (!file.subarray(0, MARK.length).equals(MARK) || file.length < HEAD_BYTES) {
    throw new Error('not a cache snapshot, or one of an earlier release')
  }
  const content = file.subarray(HEAD_BYTES)
  if (crc32(content) !== file.readUInt32BE(MARK.length)) throw new Error('damaged: the checksum does not match')
  return content
}

export interface CacheSnapshotSettings {
  path: string
  fingerprint: string
  cache: PageCache
  log: Logger
  maxBytes: number
}

/** Lets pages outlive the process (docs/decisions/023). Failures are only logged. */
export interface CacheSnapshot {
  read(): Promise<number>
  write(): Promise<void>
}

/** A much larger file is another program's. */
const READ_SLACK_BYTES = 1024 * 1024
const OVERHEAD_BYTES = 256

const body = z
  .custom<Buffer>(Buffer.isBuffer)
  // A deserialised buffer is a slice of the whole file.
  .transform(exactCopy)
const persistedPage = z.object({
  service: z.string(),
  url: z.string(),
  etag: z.string(),
  policy: z.object({
    maxAge: z.number(),
    staleWhileRevalidate: z.number(),
    staleIfError: z.number(),
    isAwaited: z.boolean().optional(),
  }),
  headers: z.record(z.string(), z.string()),
  forms: z
    .object({ identity: body, gzip: body, br: body })
    .partial()
    .refine((forms) => Object.keys(forms).length > 0, 'has no form'),
  age: z.number().nonnegative(),
})
const snapshotOfAnyBuild = z.object({ fingerprint: z.string() })
const snapshotOfThisBuild = z.object({
  writtenAt: z.number(),
  pages: z.array(persistedPage),
})

export function createCacheSnapshot({ path, fingerprint, cache, log, maxBytes }: CacheSnapshotSettings): CacheSnapshot {
  let written = 0
  let isWarned = false
  let lastWrite = Promise.resolve()

  const writeNow = async (): Promise<void> => {
    const { stored } = cache
    if (stored === written) return
    try {
      const content = serialize({
        fingerprint,
        writtenAt: Date.now(),
        pages: mostUsed(cache.pagesToPersist(), maxBytes),
      })
      await replaceFile(path, withChecksum(content))
      written = stored
      isWarned = false
    } catch (error) {
      if (!isWarned) log.warn({ file: path, err: error }, 'pages cannot be kept')
      isWarned = true
    }
  }

  return {
    async read() {
      try {
        const content = checkedContent(await readRegularFile(path, maxBytes + READ_SLACK_BYTES))
        const raw: unknown = deserialize(content)
        if (snapshotOfAnyBuild.parse(raw).fingerprint !== fingerprint) {
          log.info({ file: path }, 'kept pages are of another build or configuration')
          return 0
        }
        const { writtenAt, pages: persisted } = snapshotOfThisBuild.parse(raw)
        // The clock may have been set back.
        const elapsed = Math.max(0, Date.now() - writtenAt)
        const pages = persisted
          .map((page) => ({ ...page, age: page.age + elapsed }))
          .filter(({ age, policy }) => age <= (policy.maxAge + policy.staleIfError) * 1000)
        for (const page of pages.reverse()) cache.restore(page)
        return pages.length
      } catch (error) {
        if (!isMissing(error)) log.warn({ file: path, err: error }, 'kept pages cannot be read')
        return 0
      }
    },
    write() {
      lastWrite = lastWrite.then(writeNow)
      return lastWrite
    },
  }
}

function isMissing(error: unknown): boolean {
  return systemCode(error) === 'ENOENT'
}

function mostUsed(candidates: Iterable<PersistedPage>, maxBytes: number): PersistedPage[] {
  const pages: PersistedPage[] = []
  let bytes = OVERHEAD_BYTES
  for (const page of candidates) {
    bytes += sizeOf(page)
    if (bytes > maxBytes) break
    pages.push(page)
  }
  return pages
}

function sizeOf({ service, url, etag, headers, forms }: PersistedPage): number {
  const texts = [service, url, etag, ...Object.entries(headers).flat()]
  const bodies = Object.values(forms)
  const lengths = [...texts, ...bodies].map(({ length }) => length)
  return lengths.reduce((sum, length) => sum + length, OVERHEAD_BYTES)
}
