import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

/** The forms that a stored body is sent in. */
export const ENCODINGS = ['identity', 'gzip', 'br'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** A level that costs about as much time as it saves on the wire; and the best one, for what is sent again and again. */
export const BROTLI_QUALITY = { atOnce: 5, best: 11 } as const

const asGzip = promisify(gzip)
const asBrotli = promisify(brotliCompress)
const fromGzip = promisify(gunzip)
const fromBrotli = promisify(brotliDecompress)

/** A compressed copy of a body, of exactly its own size. */
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

/** The body that a compressed copy was made of. */
export async function decompressed(bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> {
  return exactCopy(await (encoding === 'gzip' ? fromGzip(bytes) : fromBrotli(bytes)))
}

/** In memory of its own: a part of a larger piece would keep that piece alive. */
export function exactCopy(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}
