import { randomUUID } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from './record.ts'

const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

let scratch = Buffer.alloc(0)

/**
 * Reads in one turn: asynchronous calls cost more for small files.
 * @throws as `readRegularFile`
 */
export function readRegularTextAtOnce(path: string, maxBytes: number): string {
  return readAtOnce(path, maxBytes, (bytes) => bytes.toString())
}

/**
 * The next call overwrites the bytes.
 * @throws as `readRegularFile`
 */
export function readAtOnce<T>(path: string, maxBytes: number, use: (bytes: Buffer) => T): T {
  const file = openSync(path, FLAGS)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new Error('not a regular file')
    if (stats.size > maxBytes) throw new Error(`${stats.size} bytes, of which ${maxBytes} may be read`)
    if (scratch.length < stats.size) scratch = Buffer.allocUnsafeSlow(stats.size)
    let length = 0
    while (length < stats.size) {
      const bytesRead = readSync(file, scratch, length, stats.size - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return use(scratch.subarray(0, length))
  } finally {
    closeSync(file)
  }
}

/**
 * Refuses irregular files at once (COST-35).
 * @param maxBytes a larger file is not read
 * @throws {Error} the system's (`ENOENT`), or one that names the problem
 */
export async function readRegularFile(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path, FLAGS)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new Error('not a regular file')
    if (stats.size > maxBytes) throw new Error(`${stats.size} bytes, of which ${maxBytes} may be read`)
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  } finally {
    await file.close()
  }
}

/** Changes with the content: a copy may set `mtime`, but nothing sets `ctime`. */
export function fileStamp({
  mtimeMs,
  ctimeMs,
  size,
  ino,
}: Pick<Stats, 'mtimeMs' | 'ctimeMs' | 'size' | 'ino'>): string {
  return [mtimeMs, ctimeMs, size, ino].join(' ')
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
/** An older temporary file belongs to a killed process. Milliseconds. */
const ABANDONED_AFTER = 3_600_000

/**
 * Readers get a whole file, also with several writers.
 * @throws the system's error; the old file stays
 */
export async function replaceFile(path: string, content: string | Uint8Array[]): Promise<void> {
  const temporary = `${path}.${randomUUID()}`
  try {
    await refuseIrregular(path)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, content, { flag: 'wx' })
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  } finally {
    await removeAbandoned(path).catch(() => {})
  }
}

/** `rename` would replace a device or a FIFO. */
async function refuseIrregular(path: string): Promise<void> {
  const stats = await stat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (stats && !stats.isFile()) throw new Error('not a regular file')
}

async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = `${basename(path)}.`
  const names = await readdir(folder)
  const temporary = names.filter((name) => name.startsWith(prefix) && UUID.test(name.slice(prefix.length)))
  for (const file of temporary.map((name) => join(folder, name))) {
    const { mtimeMs } = await stat(file)
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(file)
  }
}
