import { inflateSync } from 'node:zlib'
import { type Bytes, ImageError, type ImageHeader, type Part } from './header.ts'

/** A palette becomes three or four channels. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }
const SIGNATURE_BYTES = 8
/** Bytes of a chunk's length, type and checksum. */
const FRAME_BYTES = 12
/** The decoder would unpack compressed text chunks. */
const NEEDED_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])
const MAX_EXIF_BYTES = 65_536
/** Larger uncompressed profiles are for printing presses. */
const MAX_PROFILE_BYTES = 1024 * 1024
const MAX_NAME_BYTES = 80
/** The resizer holds these lines of an image, as measured (docs/decisions/037). */
const BUFFERED_LINES = 2600

/** An interlaced image is complete only after its last pass. */
export function pngHeader(file: Bytes): ImageHeader {
  if (file.text(12, 4) !== 'IHDR') throw new ImageError('a PNG that does not begin with its header')
  const [width, height, depth, colour, interlace] = [file.u32(16), file.u32(20), file.u8(24), file.u8(25), file.u8(28)]
  const channels = CHANNELS[colour]
  if (channels === undefined || width === 0 || height === 0) throw new ImageError('a PNG of unknown colours or no size')
  const lineBytes = width * channels * (depth === 16 ? 2 : 1)
  const lines = interlace === 0 ? Math.min(height, BUFFERED_LINES) : height
  return { width, height, memory: lineBytes * lines, parts: partsOf(file) }
}

function partsOf(file: Bytes): Part[] {
  const parts: Part[] = [[0, SIGNATURE_BYTES]]
  for (let at = SIGNATURE_BYTES; at < file.length; ) {
    const type = file.text(at + 4, 4)
    // A truncated file reaches the decoder, which reports it.
    const end = Math.min(at + file.u32(at) + FRAME_BYTES, file.length)
    if (isNeeded(type, file.raw.subarray(at, end))) parts.push([at, end])
    at = end
  }
  return parts
}

function isNeeded(type: string, chunk: Buffer): boolean {
  if (type === 'eXIf') return chunk.length <= MAX_EXIF_BYTES
  return NEEDED_CHUNKS.has(type) || (type === 'iCCP' && isSmallProfile(chunk.subarray(8, -4)))
}

/** A name, a zero, the method 0 and compressed bytes follow. */
function isSmallProfile(data: Buffer): boolean {
  const packed = data.subarray(0, MAX_NAME_BYTES).indexOf(0) + 2
  try {
    inflateSync(data.subarray(packed), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}
