import { type Bytes, ImageError, type ImageHeader } from './header.ts'

const ANIMATION = 0x02
/** Bytes per pixel; an animation takes two canvases and the current frame. */
const [LOSSLESS_BYTES, ANIMATION_BYTES] = [4, 12]
/** Bytes per pixel. */
const ALPHA_BYTES = 5
/** A profile, an alpha channel, the image and two metadata chunks suffice. */
const MAX_CHUNKS = 64
const FOURTEEN_BITS = 0x3fff

/** Lossy images are decoded line by line, their alpha channel as a whole; lossless ones stay in memory. */
export function webpHeader(file: Bytes): ImageHeader {
  const first = file.text(12, 4)
  if (first === 'VP8 ') return { ...lossySize(file, 12), memory: 0 }
  if (first === 'VP8L') return inMemory(losslessSize(file, 12), LOSSLESS_BYTES)
  if (first !== 'VP8X') throw new ImageError('a WebP that begins with no image')
  const canvas = { width: file.u24le(24) + 1, height: file.u24le(27) + 1 }
  if ((file.u8(20) & ANIMATION) !== 0) return inMemory(canvas, ANIMATION_BYTES)
  // A frame size other than the canvas' makes the decoder fail.
  const types = chunkTypes(file)
  const isLossless = types.find((type) => type === 'VP8 ' || type === 'VP8L') === 'VP8L'
  if (isLossless) return inMemory(canvas, LOSSLESS_BYTES)
  return inMemory(canvas, types.includes('ALPH') ? ALPHA_BYTES : 0)
}

function inMemory(size: { width: number; height: number }, pixelBytes: number): ImageHeader {
  return { ...size, memory: size.width * size.height * pixelBytes }
}

function lossySize(file: Bytes, at: number) {
  return { width: file.u16le(at + 14) & FOURTEEN_BITS, height: file.u16le(at + 16) & FOURTEEN_BITS }
}

function losslessSize(file: Bytes, at: number) {
  const bits = file.u32le(at + 9)
  return { width: (bits & FOURTEEN_BITS) + 1, height: ((bits >>> 14) & FOURTEEN_BITS) + 1 }
}

function chunkTypes(file: Bytes): string[] {
  const types: string[] = []
  for (let at = 12; at + 8 <= file.length && types.length < MAX_CHUNKS; ) {
    types.push(file.text(at, 4))
    const size = file.u32le(at + 4)
    at += 8 + size + (size % 2)
  }
  return types
}
