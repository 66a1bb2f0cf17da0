export interface ImageHeader {
  width: number
  height: number
  memory: number
  /** Absent: the whole file. */
  parts?: Part[]
}

/** Bytes. */
export type Part = [from: number, to: number]

/** The log has the reason. */
export class ImageError extends Error {
  override name = 'ImageError'

  constructor(
    message: string,
    /** `format`: no image that is shown. `size`: too many pixels. */
    readonly kind: 'format' | 'size' | 'memory' = 'format',
  ) {
    super(message)
  }
}

/** Reading past the end throws an `ImageError`. */
export interface Bytes {
  readonly length: number
  u8(at: number): number
  u16(at: number): number
  u16le(at: number): number
  u24le(at: number): number
  u32(at: number): number
  u32le(at: number): number
  text(at: number, length: number): string
  part(from: number, to: number): Bytes
  readonly raw: Buffer
}

export function bytesOf(raw: Buffer): Bytes {
  const within = (at: number, length: number): number => {
    if (!Number.isSafeInteger(at) || at < 0 || at + length > raw.length) throw new ImageError('cut short')
    return at
  }
  return {
    raw,
    length: raw.length,
    u8: (at) => raw.readUInt8(within(at, 1)),
    u16: (at) => raw.readUInt16BE(within(at, 2)),
    u16le: (at) => raw.readUInt16LE(within(at, 2)),
    u24le: (at) => raw.readUIntLE(within(at, 3), 3),
    u32: (at) => raw.readUInt32BE(within(at, 4)),
    u32le: (at) => raw.readUInt32LE(within(at, 4)),
    text: (at, length) => raw.toString('latin1', within(at, length), at + length),
    part: (from, to) => bytesOf(raw.subarray(within(from, to - from), to)),
  }
}
