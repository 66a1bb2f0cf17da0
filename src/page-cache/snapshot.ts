import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Logger } from 'pino'
import * as z from 'zod'
import { systemCode } from '../system/error-code.ts'
import { readRegularFile } from '../system/regular-file.ts'
import { exactCopy } from '../transport/encodings.ts'
import { checkedContent, withChecksum } from './checksum.ts'
import type { KeptPage, PageCache } from './page-cache.ts'

export interface PageFileSettings {
  path: string
  /** Of the build and of the settings that the pages were made with: other ones make other pages. */
  fingerprint: string
  cache: PageCache
  log: Logger
  /** Of the file, within a few kilobytes. */
  maxBytes?: number
}

/** Pages that outlive the process (docs/decisions/023). What goes wrong with them is logged, and costs nothing else. */
export interface PageFile {
  /** Puts the pages of the file into the cache. @returns how many */
  read(): Promise<number>
  /** Writes what is worth to be kept, when there is something new; as a whole or not at all. */
  write(): Promise<void>
}

/** The pages that most readers come for: about a thousand. More would be slow to read at a start, which they are for. */
const MAX_BYTES = 16 * 1024 * 1024
/** A file is written within its bound; what is larger by more than this was written by something else. */
const READ_SLACK_BYTES = 1024 * 1024
/** What a process that was killed had begun to write is of no use to anybody after that. Milliseconds. */
const ABANDONED_AFTER = 3_600_000
/** What such a file is named by, behind the name of the whole. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** Names, lengths and numbers of a page in the file. */
const OVERHEAD_BYTES = 256

const form = z
  .custom<Buffer>(Buffer.isBuffer)
  // What is read is a part of the whole file.
  .transform(exactCopy)
const keptPage = z.object({
  service: z.string(),
  url: z.string(),
  etag: z.string(),
  policy: z.object({ maxAge: z.number(), staleWhileRevalidate: z.number(), staleIfError: z.number() }),
  headers: z.record(z.string(), z.string()),
  forms: z
    .object({ identity: form, gzip: form, br: form })
    .partial()
    .refine((forms) => Object.keys(forms).length > 0, 'has no form'),
  age: z.number().nonnegative(),
})
const pageFileOfAnyBuild = z.object({ fingerprint: z.string() })
const pageFile = z.object({
  /** By the clock on the wall, which alone goes on while no process runs. */
  writtenAt: z.number(),
  /** The most recently used first. */
  pages: z.array(keptPage),
})

export function createPageFile({ path, fingerprint, cache, log, maxBytes = MAX_BYTES }: PageFileSettings): PageFile {
  /** How many pages had been stored when the file was written: those that were read do not count. */
  let written = 0
  let isWarned = false
  let lastWrite = Promise.resolve()

  const writeNow = async (): Promise<void> => {
    const { stored } = cache
    if (stored === written) return
    // Other processes of this portal write the same file: the last one stays.
    const own = `${path}.${randomUUID()}`
    try {
      await refuseIrregular(path)
      const content = serialize({ fingerprint, writtenAt: Date.now(), pages: mostUsed(cache.kept(), maxBytes) })
      await mkdir(dirname(path), { recursive: true })
      await writeFile(own, withChecksum(content), { flag: 'wx' })
      await rename(own, path)
      written = stored
      isWarned = false
    } catch (error) {
      if (!isWarned) log.warn({ file: path, err: error }, 'pages cannot be kept')
      isWarned = true
      await rm(own, { force: true }).catch(() => {})
    }
    // What cannot be looked through or removed stays.
    await removeAbandoned(path).catch(() => {})
  }

  return {
    async read() {
      try {
        // Nothing is made of bytes that are not those that were written.
        const content = checkedContent(await readRegularFile(path, maxBytes + READ_SLACK_BYTES))
        const found: unknown = deserialize(content)
        if (pageFileOfAnyBuild.parse(found).fingerprint !== fingerprint) {
          log.info({ file: path }, 'kept pages are of another build or configuration')
          return 0
        }
        const file = pageFile.parse(found)
        // A clock that was set back tells nothing: then no time has passed.
        const away = Math.max(0, Date.now() - file.writtenAt)
        const pages = file.pages
          .map((page) => ({ ...page, age: page.age + away }))
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

/** A device or a FIFO is somebody else's: a file in its place would end what it is for. */
async function refuseIrregular(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (found && !found.isFile()) throw new Error('not a regular file')
}

/** Files that a process began and did not live to put in their place. */
async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = await readdir(folder)
  const begun = names.filter((name) => name.startsWith(prefix) && UUID.test(name.slice(prefix.length)))
  for (const file of begun.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(file)
  }
}

function mostUsed(kept: Iterable<KeptPage>, maxBytes: number): KeptPage[] {
  const pages: KeptPage[] = []
  let bytes = OVERHEAD_BYTES
  for (const page of kept) {
    bytes += sizeOf(page)
    if (bytes > maxBytes) break
    pages.push(page)
  }
  return pages
}

function sizeOf({ service, url, etag, headers, forms }: KeptPage): number {
  const texts = [service, url, etag, ...Object.entries(headers).flat()]
  const bodies = Object.values(forms)
  const lengths = [...texts, ...bodies].map(({ length }) => length)
  return lengths.reduce((sum, length) => sum + length, OVERHEAD_BYTES)
}
