import { inflateSync } from 'node:zlib'
import * as z from 'zod'
import { FetchError, LIMITS } from './limits.ts'

const HEAD_BYTES = 12
const CHECKSUM_BYTES = 20
const OFFSET_DELTA = 6
const REFERENCE_DELTA = 7
/** With seven bits each, more than a file can have. */
const MOST_SIZE_BYTES = 8

const inflated = z.object({ buffer: z.instanceof(Buffer), engine: z.object({ bytesWritten: z.number() }) })

/**
 * The client believes the sizes that a pack names, and a few bytes may stand for gigabytes.
 * @throws {FetchError} when an object, or all together, are larger than a newsroom's
 */
export function checkPack(pack: Buffer, limits: Record<'file' | 'total' | 'objects', number> = LIMITS): void {
  if (pack.length < HEAD_BYTES + CHECKSUM_BYTES || pack.toString('latin1', 0, 4) !== 'PACK') {
    throw new FetchError('the Git host sends no pack')
  }
  const count = pack.readUInt32BE(8)
  if (count > limits.objects) throw new FetchError(`the commit has ${count} objects, more than ${limits.objects}`)
  const end = pack.length - CHECKSUM_BYTES
  let at = HEAD_BYTES
  let total = 0
  for (let object = 0; object < count; object += 1) {
    const { type, size, next } = headAt(pack, at)
    const refuse = (bytes: number): never => {
      throw new FetchError(`an object of the commit has ${bytes} bytes, more than ${limits.file}`)
    }
    if (size > limits.file) refuse(size)
    const start = type === REFERENCE_DELTA ? next + CHECKSUM_BYTES : type === OFFSET_DELTA ? behind(pack, next) : next
    if (start >= end) throw new FetchError('the pack of the Git host is not whole')
    const { buffer, engine } = unpacked(pack.subarray(start, end), size)
    // A delta of a few bytes may describe a large object.
    const whole = type === OFFSET_DELTA || type === REFERENCE_DELTA ? targetSize(buffer) : size
    if (whole > limits.file) refuse(whole)
    total += size + whole
    if (total > limits.total) throw new FetchError(`the commit has more than ${limits.total} bytes`)
    at = start + engine.bytesWritten
  }
}

function unpacked(bytes: Buffer, size: number): z.output<typeof inflated> {
  try {
    return inflated.parse(inflateSync(bytes, { maxOutputLength: Math.max(size, 1), info: true }))
  } catch {
    throw new FetchError('an object of the pack is larger than it says, or broken')
  }
}

/** Type and size of an object: four bits, then seven of each byte. */
function headAt(pack: Buffer, at: number): { type: number; size: number; next: number } {
  const first = pack[at] ?? 0
  const type = (first >> 4) & 7
  const low = first & 0x0f
  return first & 0x80 ? { type, ...numberAt(pack, at + 1, low, 0x10) } : { type, size: low, next: at + 1 }
}

function behind(pack: Buffer, at: number): number {
  let next = at
  while ((pack[next] ?? 0) & 0x80) next += 1
  return next + 1
}

/** A delta begins with the sizes of its base and of its object. */
function targetSize(delta: Buffer): number {
  return numberAt(delta, behind(delta, 0), 0, 1).size
}

/**
 * Seven bits of each byte, the lowest first. A longer number would be none that any limit refuses.
 * @throws {FetchError}
 */
function numberAt(bytes: Buffer, at: number, low: number, unit: number): { size: number; next: number } {
  let [size, factor] = [low, unit]
  for (let next = at; next < at + MOST_SIZE_BYTES; next += 1) {
    const byte = bytes[next] ?? 0
    size += (byte & 0x7f) * factor
    if (!(byte & 0x80) && Number.isSafeInteger(size)) return { size, next: next + 1 }
    factor *= 0x80
  }
  throw new FetchError('an object of the pack names a size that no object has')
}
