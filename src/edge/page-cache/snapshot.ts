import { deserialize, serialize } from 'node:v8'
import type { Logger } from 'pino'
import * as z from 'zod'
import { systemCode } from '../../system/error-code.ts'
import { readRegularFile } from '../../system/regular-file.ts'
import { replaceFile } from '../../system/whole-file.ts'
import { exactCopy } from '../transport/encodings.ts'
import { checkedContent, withChecksum } from './checksum.ts'
import type { PageCache, PersistedPage } from './page-cache.ts'

export interface CacheSnapshotSettings {
  path: string
  /** Identifies the build and the settings that the pages depend on. */
  fingerprint: string
  cache: PageCache
  log: Logger
  maxBytes: number
}

/** A file of pages that outlive the process (docs/decisions/023). Failures are logged and have no other effect. */
export interface CacheSnapshot {
  /** Restores the pages of the file to the cache. @returns their number */
  read(): Promise<number>
  /** Writes the most recently used pages, atomically, if any page was stored since the last write. */
  write(): Promise<void>
}

/** A file beyond its bound by more than this comes from another program. */
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
  /** Only the wall clock advances while no process runs. */
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
      // Workers write the same file: the last write wins.
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
        // `deserialize` must not read damaged bytes.
        const content = checkedContent(await readRegularFile(path, maxBytes + READ_SLACK_BYTES))
        const raw: unknown = deserialize(content)
        if (snapshotOfAnyBuild.parse(raw).fingerprint !== fingerprint) {
          log.info({ file: path }, 'kept pages are of another build or configuration')
          return 0
        }
        const { writtenAt, pages: persisted } = snapshotOfThisBuild.parse(raw)
        // After a clock was set back the time is unknown, and counts as none.
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
