import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

export const ENCODINGS = ['identity', 'gzip', 'br'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** `best` is for bodies that are sent many times. */
export const BROTLI_QUALITY = { atOnce: 5, best: 11 } as const

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)
const fromGzip = promisify(gunzip)
const fromBrotli = promisify(brotliDecompress)

export async function compressed(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  quality: number = BROTLI_QUALITY.atOnce,
): Promise<Buffer> {
  if (encoding === 'gzip') return exactCopy(await asGzip(body))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return exactCopy(await asBrotli(body, { params }))
}

export async function decompressed(bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return exactCopy(await (encoding === 'gzip' ? fromGzip(bytes) : fromBrotli(bytes)))
}

/** A slice would keep the larger buffer alive. */
export function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
