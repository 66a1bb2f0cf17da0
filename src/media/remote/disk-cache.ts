import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { readRegularFile } from '../../system/files.ts'
import type { FormStore } from '../resizer.ts'

/** The least recently used go first (IMG-20). */
export interface DiskCache extends FormStore {
  remove(key: string): Promise<void>
  isWorking(): boolean
}

interface DiskCacheSettings {
  folder: string
  maxBytes: number
  processes: number
  /** Called once. */
  onProblem(error: unknown): void
}

/** A checksum precedes the bytes, which a crash may lose. */
const CHECKSUM_BYTES = 32
/** A file that takes more of the bound is not cached. */
const LARGEST_PART = 1 / 4
/** Parts of the bound after a sweep, and before the next. */
const [KEPT_PART, WRITTEN_PART] = [0.8, 0.1]
/** Milliseconds after which an unfinished file is removed. */
const ABANDONED_MS = 600_000
/** Milliseconds in which a use is noted once. */
const NOTED_MS = 3_600_000
/** After a failed write. Milliseconds. */
const PAUSE_MS = 60_000
const NAME = /^[0-9a-f]{64}$/
const UNFINISHED = '.part'
const MAX_READ = 64 * 1024 * 1024

/** Processes may share a folder, so whole files are renamed. Hashes keep a key from naming a place. */
export function createDiskCache({ folder, maxBytes, processes, onProblem }: DiskCacheSettings): DiskCache {
  const noted = new LRUCache<string, true>({ max: 20_000, ttl: NOTED_MS })
  let written = 0
  let pausedUntil = 0
  let hasProblem = false
  let isSweeping = false

  const pathOf = (key: string): string => {
    const name = createHash('sha256').update(key).digest('hex')
    return join(folder, name.slice(0, 2), name)
  }
  const failed = (error: unknown): void => {
    pausedUntil = Date.now() + PAUSE_MS
    if (!hasProblem) onProblem(error)
    hasProblem = true
  }
  const isDue = (): boolean => written > (maxBytes * WRITTEN_PART) / processes
  const sweepLater = (): void => {
    if (isSweeping) return
    isSweeping = true
    written = 0
    void sweep(folder, maxBytes * KEPT_PART)
      .catch(() => {})
      .finally(() => {
        isSweeping = false
        // It may have missed files.
        if (isDue()) sweepLater()
      })
  }
  sweepLater()

  return {
    isWorking: () => Date.now() >= pausedUntil,
    async read(key) {
      const path = pathOf(key)
      const file = await readRegularFile(path, MAX_READ).catch(() => undefined)
      if (!file) return undefined
      const body = file.subarray(CHECKSUM_BYTES)
      if (!file.subarray(0, CHECKSUM_BYTES).equals(checksumOf(body))) {
        await rm(path, { force: true }).catch(() => {})
        return undefined
      }
      if (!noted.has(path)) {
        noted.set(path, true)
        const now = new Date()
        await utimes(path, now, now).catch(() => {})
      }
      return body
    },
    async write(key, body) {
      const bytes = body.length + CHECKSUM_BYTES
      if (Date.now() < pausedUntil || bytes > maxBytes * LARGEST_PART) return
      const path = pathOf(key)
      const unfinished = join(folder, `${process.pid}-${randomBytes(8).toString('hex')}${UNFINISHED}`)
      try {
        await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
        await writeFile(unfinished, Buffer.concat([checksumOf(body), body]), { flag: 'wx', mode: 0o600 })
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => {})
        failed(error)
        return
      }
      noted.set(path, true)
      written += bytes
      if (isDue()) sweepLater()
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch(() => {})
    },
  }
}

interface CachedFile {
  path: string
  bytes: number
  usedAt: number
}

async function sweep(folder: string, keptBytes: number): Promise<void> {
  const files: CachedFile[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)) files.push(...(await filesIn(path)))
    else if (entry.name.endsWith(UNFINISHED)) await removeAbandoned(path)
  }
  files.sort((a, b) => b.usedAt - a.usedAt)
  let total = 0
  for (const { path, bytes } of files) {
    total += bytes
    if (total > keptBytes) await rm(path, { force: true }).catch(() => {})
  }
}

async function filesIn(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = []
  for (const name of await readdir(folder)) {
    // Other files in the folder are not the cache's.
    if (!NAME.test(name)) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => undefined)
    if (stats?.isFile()) files.push({ path, bytes: stats.size, usedAt: stats.mtimeMs })
  }
  return files
}

async function removeAbandoned(path: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS) await rm(path, { force: true }).catch(() => {})
}

function checksumOf(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest()
}
