import { inflateSync } from 'node:zlib'
import type { Bytes } from './bytes.ts'
import type { Part, PictureHeader } from './header.ts'
import { PictureError } from './picture-error.ts'

/** Channels by PNG's number of the colour type; a palette becomes three or four. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }
const SIGNATURE_BYTES = 8
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12
/** What a picture is made of. Texts are left out: packed ones would be unpacked. So are frames of animations. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])
const MAX_EXIF_BYTES = 65_536
/** Unpacked; larger ones are for printing presses, and colours of a PNG are shown without. */
const MAX_PROFILE_BYTES = 1024 * 1024
const MAX_NAME_BYTES = 80
/** Lines that the resizer holds of a picture that it takes line by line, by measurement (docs/decisions/037). */
const LINES_HELD = 2600

/** An interlaced picture is whole only with its last pass: all of it lies in memory. */
export function pngHeader(file: Bytes): PictureHeader {
  if (file.text(12, 4) !== 'IHDR') throw new PictureError('a PNG that does not begin with its header')
  const [width, height, depth, colour, interlace] = [file.u32(16), file.u32(20), file.u8(24), file.u8(25), file.u8(28)]
  const channels = CHANNELS[colour]
  if (channels === undefined || width === 0 || height === 0)
    throw new PictureError('a PNG of unknown colours or no size')
  const lineBytes = width * channels * (depth === 16 ? 2 : 1)
  const lines = interlace === 0 ? Math.min(height, LINES_HELD) : height
  return { width, height, memory: lineBytes * lines, parts: partsOf(file) }
}

function partsOf(file: Bytes): Part[] {
  const parts: Part[] = [[0, SIGNATURE_BYTES]]
  for (let at = SIGNATURE_BYTES; at < file.length; ) {
    const type = file.text(at + 4, 4)
    // What is cut short in the middle of its pixels says so to the decoder.
    const end = Math.min(at + file.u32(at) + FRAME_BYTES, file.length)
    if (isKept(type, file.raw.subarray(at, end))) parts.push([at, end])
    at = end
  }
  return parts
}

function isKept(type: string, chunk: Buffer): boolean {
  if (type === 'eXIf') return chunk.length <= MAX_EXIF_BYTES
  return KEPT.has(type) || (type === 'iCCP' && isSmallProfile(chunk.subarray(8, -4)))
}

/** A name, a zero, the method 0, then packed bytes. */
function isSmallProfile(data: Buffer): boolean {
  const packed = data.subarray(0, MAX_NAME_BYTES).indexOf(0) + 2
  try {
    inflateSync(data.subarray(packed), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}
