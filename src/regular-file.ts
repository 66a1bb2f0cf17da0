import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

/** A FIFO, a device or a terminal is opened without waiting for its other end, and without becoming ours. */
const FLAGS = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/**
 * The bytes of a regular file (COST-80). Anything else under its name is an error at once, and is never waited for.
 * @param maxBytes a larger file is an error, and is not read
 * @throws {Error} as the system says it (`ENOENT`), or one that says what is wrong with the file
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
