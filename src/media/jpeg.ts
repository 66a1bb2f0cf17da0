import { type Bytes, ImageError, type ImageHeader, type Part } from './header.ts'

/** Without their first byte 0xFF. */
const [RESTART, EOI, SOS, APP0, APP15, COMMENT] = [0xd0, 0xd9, 0xda, 0xe0, 0xef, 0xfe]
const [BASELINE, EXTENDED, PROGRESSIVE] = [0xc0, 0xc1, 0xc2]
/** Cameras do not write these, and browsers do not read them. */
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
/** These segments affect the rendering: size and colours, orientation, profile, transform. */
const NEEDED_SEGMENTS = ['JFIF\0', 'Exif\0\0', 'ICC_PROFILE\0', 'Adobe']
/** A coefficient is held for the next scan. Bytes, as measured. */
const COEFFICIENT_BYTES = 2.3

interface Frame {
  marker: number
  width: number
  height: number
  /** Samples of all components per pixel. */
  samples: number
  components: number
}

/**
 * With several scans the whole image stays in memory. A gain map would have it decoded again, so segments without
 * effect are dropped.
 */
export function jpegHeader(file: Bytes): ImageHeader {
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
