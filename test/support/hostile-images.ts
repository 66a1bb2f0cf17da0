import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { ROOT } from './root.ts'

/** An image file to request, and the expected outcome. */
export interface HostileImage {
  /** A description, also used for its file name. */
  what: string
  extension: 'avif' | 'jpg' | 'png' | 'webp'
  status: 200 | 404
  make: () => Promise<Buffer>
}

function flat(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const background = { r: 91, g: 63, b: 214, alpha: channels === 4 ? 0.5 : 1 }
  return sharp({ create: { width, height, channels, background }, limitInputPixels: false })
}

const avif = (width: number, height: number, options = {}) =>
  flat(width, height)
    .avif({ effort: 0, ...options })
    .toBuffer()
/** 7000 pixels wide and high, of one colour; to make one takes several seconds. */
const huge = (extension: 'avif' | 'webp') => readFile(join(ROOT, `test/support/fixtures/images/flat-7000.${extension}`))
const deep = (width: number, height: number) =>
  flat(width, height).toColourspace('rgb16').avif({ effort: 0, bitdepth: 12, chromaSubsampling: '4:4:4' }).toBuffer()
const progressive = (width: number, height: number) =>
  flat(width, height).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()

/** The box with the size of an AVIF contradicts the image. */
function lying(file: Buffer): Buffer {
  const at = file.indexOf('ispe')
  const copy = Buffer.from(file)
  copy.writeUInt32BE(100, at + 8)
  copy.writeUInt32BE(100, at + 12)
  return copy
}

/** Chunks behind the header of a PNG. */
function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** 200 MB of zeros, packed a thousand times, in chunks of each of these types. */
function bombs(...types: readonly string[]): Buffer[] {
  const packed = deflateSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
  return types.map((type) => chunk(type, Buffer.concat([Buffer.from('x\0\0'), packed])))
}

const manyFrames = async (frames: number, side: number): Promise<Buffer> => {
  const pixels = Buffer.alloc(side * side * 3 * frames)
  // Identical frames would be merged.
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 97) % 256, frame * side * side * 3, (frame + 1) * side * side * 3)
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
  return sharp(pixels, { raw, limitInputPixels: false }).webp({ effort: 0, quality: 1 }).toBuffer()
}

const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000"><filter id="f"><feTurbulence baseFrequency=".9" ' +
  'numOctaves="9"/><feGaussianBlur stdDeviation="90"/></filter><rect width="7000" height="7000" filter="url(#f)"/></svg>'

/** The worst of each refused kind, and the largest accepted ones. */
export const HOSTILE_IMAGES: HostileImage[] = [
  { what: 'avif of 49 megapixels', extension: 'avif', status: 404, make: () => huge('avif') },
  {
    what: 'avif that lies about its size',
    extension: 'avif',
    status: 404,
    make: async () => lying(await huge('avif')),
  },
  { what: 'avif as large as may be', extension: 'avif', status: 200, make: () => avif(1920, 1120) },
  { what: 'deep avif too large', extension: 'avif', status: 404, make: () => deep(1600, 1130) },
  { what: 'deep avif', extension: 'avif', status: 200, make: () => deep(1280, 1000) },
  { what: 'avif cut short', extension: 'avif', status: 404, make: async () => (await avif(800, 600)).subarray(0, 260) },
  { what: 'svg', extension: 'png', status: 404, make: async () => Buffer.from(DRAWING) },
  { what: 'gif', extension: 'png', status: 404, make: () => flat(600, 600).gif().toBuffer() },
  { what: 'tiff', extension: 'jpg', status: 404, make: () => flat(600, 600).tiff().toBuffer() },
  { what: 'pdf', extension: 'webp', status: 404, make: async () => Buffer.from('%PDF-1.7\n') },
  { what: 'heic', extension: 'avif', status: 404, make: async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic') },
  { what: 'empty', extension: 'png', status: 404, make: async () => Buffer.alloc(0) },
  { what: 'png of 49 megapixels', extension: 'png', status: 200, make: () => flat(7000, 7000).png().toBuffer() },
  {
    what: 'interlaced png of 49 megapixels',
    extension: 'png',
    status: 404,
    make: () => flat(7000, 7000).png({ progressive: true }).toBuffer(),
  },
  {
    what: 'wide png of 16 bits',
    extension: 'png',
    status: 404,
    make: () => flat(7000, 5000, 4).toColourspace('rgb16').png().toBuffer(),
  },
  {
    what: 'png of packed notes',
    extension: 'png',
    status: 200,
    make: async () => withChunks(await flat(600, 600).png().toBuffer(), bombs('iCCP', 'zTXt')),
  },
  {
    what: 'png cut short',
    extension: 'png',
    status: 404,
    make: async () => (await flat(3000, 3000).png().toBuffer()).subarray(0, 4000),
  },
  { what: 'very tall png', extension: 'png', status: 200, make: () => flat(1300, 38_000).png().toBuffer() },
  { what: 'progressive jpeg too large', extension: 'jpg', status: 404, make: () => progressive(6000, 4000) },
  { what: 'progressive jpeg', extension: 'jpg', status: 200, make: () => progressive(3400, 2600) },
  {
    what: 'turned jpeg of 48 megapixels',
    extension: 'jpg',
    status: 200,
    make: () => flat(8000, 6000).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
  },
  {
    what: 'lossless webp of 49 megapixels',
    extension: 'webp',
    status: 404,
    make: () => huge('webp'),
  },
  {
    what: 'webp of 24 megapixels',
    extension: 'webp',
    status: 200,
    make: () => flat(6000, 4000).webp({ effort: 0 }).toBuffer(),
  },
  { what: 'webp of 5000 frames', extension: 'webp', status: 200, make: () => manyFrames(5000, 16) },
  {
    what: 'large frames',
    extension: 'webp',
    status: 404,
    make: () => manyFrames(4, 2800),
  },
]
