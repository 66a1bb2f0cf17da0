import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Opens a FIFO, a device or a terminal without waiting, and without making it the controlling terminal. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

let scratch = Buffer.alloc(0)

/**
 * Reads a regular file in one turn: for many small files, asynchronous calls take most of the time.
 * @throws as `readRegularFile`
 */
export function readRegularTextAtOnce(path: string, maxBytes: number): string {
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
    return scratch.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

/**
 * Reads a regular file (COST-80); fails at once for anything else.
 * @param maxBytes a larger file is an error and is not read
 * @throws {Error} the system's (`ENOENT`), or one that names the problem with the file
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
