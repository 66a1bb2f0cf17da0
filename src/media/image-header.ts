import { inflateSync } from 'node:zlib'
import { USUAL_IMAGE_MEMORY } from '../system/memory.ts'
import { avifHeader } from './avif.ts'
import { type Bytes, bytesOf, ImageError, type ImageHeader, type Part } from './header.ts'

export type ServedKind = Exclude<ImageKind, 'gif'>

/** newsroom/README.md, "Import". */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** Lossless images take the longest. */
const MAX_PIXELS: Record<ServedKind, number> = { jpg: 50e6, png: 50e6, webp: 25e6, avif: 50e6 }

const HEADERS: Record<ServedKind, (file: Bytes) => ImageHeader> = {
  jpg: jpegHeader,
  png: pngHeader,
  webp: webpHeader,
  avif: avifHeader,
}

/**
 * (COST-70 to COST-72)
 * @param maxMemory bytes of file and decoder
 * @throws {ImageError} for no image, or one that takes too much
 */
export function imageHeader(file: Buffer, maxMemory = USUAL_IMAGE_MEMORY): ImageHeader & { kind: ServedKind } {
  const kind = imageKind(file)
  if (kind === undefined || kind === 'gif') throw new ImageError('not a JPEG, PNG, WebP or AVIF')
  const header = HEADERS[kind](bytesOf(file))
  const { width, height, memory } = header
  const needed = memory + file.length
  if (width * height > MAX_PIXELS[kind]) throw new ImageError(`${width} x ${height} pixels are too many`, 'size')
  if (needed > maxMemory) {
    throw new ImageError(
      `${width} x ${height} pixels of ${kind} would take ${megabytes(needed)} MB of memory, at most ${megabytes(maxMemory)} may be (MEDIA_MEMORY_MB)`,
      'memory',
    )
  }
  return { ...header, kind }
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}

export type ImageKind = 'jpg' | 'png' | 'gif' | 'webp' | 'avif'

/** The content alone decides, not the name (COST-70). */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('GIF8')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return start.slice(4, 12) === 'ftypavif' ? 'avif' : undefined
}

const ANIMATION = 0x02
/** Bytes per pixel; an animation takes two canvases and a frame. */
const [LOSSLESS_BYTES, ANIMATION_BYTES] = [4, 12]
/** Bytes per pixel. */
const ALPHA_BYTES = 5
/** More than a profile, alpha, image and metadata need. */
const MAX_CHUNKS = 64
const FOURTEEN_BITS = 0x3fff

/** The alpha channel of a lossy image is decoded as a whole. */
export function webpHeader(file: Bytes): ImageHeader {
  const first = file.text(12, 4)
  if (first === 'VP8 ') return { ...lossySize(file, 12), memory: 0 }
  if (first === 'VP8L') return inMemory(losslessSize(file, 12), LOSSLESS_BYTES)
  if (first !== 'VP8X') throw new ImageError('a WebP that begins with no image')
  const canvas = { width: file.u24le(24) + 1, height: file.u24le(27) + 1 }
  if ((file.u8(20) & ANIMATION) !== 0) return inMemory(canvas, ANIMATION_BYTES)
  // The decoder would fail.
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

const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 4, 4: 2, 6: 4 }
const SIGNATURE_BYTES = 8
/** Bytes of a chunk's length, type and checksum. */
const FRAME_BYTES = 12
/** The decoder would unpack compressed text chunks. */
const NEEDED_CHUNKS = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB'])
const MAX_EXIF_BYTES = 65_536
/** Larger ones are for printing presses. */
const MAX_PROFILE_BYTES = 1024 * 1024
const MAX_NAME_BYTES = 80
/** Measured lines of the resizer (docs/decisions/037). */
const BUFFERED_LINES = 2600

/** An interlaced image needs all passes. */
function pngHeader(file: Bytes): ImageHeader {
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
    // The decoder reports a truncated file.
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

/** Name, zero and method 0 precede compressed bytes. */
function isSmallProfile(data: Buffer): boolean {
  const packed = data.subarray(0, MAX_NAME_BYTES).indexOf(0) + 2
  try {
    inflateSync(data.subarray(packed), { maxOutputLength: MAX_PROFILE_BYTES })
    return true
  } catch {
    return false
  }
}

/** Without their first byte 0xFF. */
const [RESTART, EOI, SOS, APP0, APP15, COMMENT] = [0xd0, 0xd9, 0xda, 0xe0, 0xef, 0xfe]
const [BASELINE, EXTENDED, PROGRESSIVE] = [0xc0, 0xc1, 0xc2]
/** Browsers do not read these. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
/** They affect size, colours, orientation, profile and transform. */
const NEEDED_SEGMENTS = ['JFIF\0', 'Exif\0\0', 'ICC_PROFILE\0', 'Adobe']
/** Measured bytes of a coefficient that waits for the next scan. */
const COEFFICIENT_BYTES = 2.3

interface Frame {
  marker: number
  width: number
  height: number
  samples: number
  components: number
}

/** Several scans keep the whole image. Segments without effect are dropped: a gain map would be decoded too. */
function jpegHeader(file: Bytes): ImageHeader {
  const parts: Part[] = [[0, 2]]
  let frame: Frame | undefined
  for (let at = 2; ; ) {
    if (file.u8(at) !== 0xff) throw new ImageError('a JPEG with bytes between its segments')
    const marker = file.u8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker <= 0x01 || (marker >= RESTART && marker <= EOI)) throw new ImageError('a JPEG without an image')
    const end = at + 2 + file.u16(at + 2)
    if (OTHER_FRAMES.has(marker)) throw new ImageError('a JPEG of a process that is not shown')
    if (marker === BASELINE || marker === EXTENDED || marker === PROGRESSIVE) {
      if (frame) throw new ImageError('a JPEG with two frames')
      frame = frameOf(file, at)
    }
    if (marker === SOS) {
      if (!frame) throw new ImageError('a JPEG without a frame')
      parts.push([at, file.length])
      return headerOf(frame, file.u8(at + 4), parts)
    }
    const isNote = marker === COMMENT || (marker >= APP0 && marker <= APP15)
    if (!isNote || NEEDED_SEGMENTS.some((name) => file.raw.toString('latin1', at + 4, end).startsWith(name))) {
      parts.push([at, end])
    }
    at = end
  }
}

function frameOf(file: Bytes, at: number): Frame {
  const [precision, height, width, components] = [file.u8(at + 4), file.u16(at + 5), file.u16(at + 7), file.u8(at + 9)]
  if (precision !== 8 || width === 0 || height === 0 || ![1, 3, 4].includes(components)) {
    throw new ImageError('a JPEG of a depth, a size or colours that are not shown')
  }
  const factors = Array.from({ length: components }, (_, index) => {
    const both = file.u8(at + 11 + index * 3)
    return { across: both >> 4, down: both & 0xf }
  })
  const most = { across: Math.max(...factors.map((f) => f.across)), down: Math.max(...factors.map((f) => f.down)) }
  const samples = factors.reduce((sum, { across, down }) => sum + (across * down) / (most.across * most.down), 0)
  return { marker: file.u8(at + 1), width, height, components, samples }
}

function headerOf({ marker, width, height, components, samples }: Frame, inScan: number, parts: Part[]): ImageHeader {
  const hasSeveralScans = marker === PROGRESSIVE || inScan < components
  return { width, height, parts, memory: hasSeveralScans ? width * height * samples * COEFFICIENT_BYTES : 0 }
}
