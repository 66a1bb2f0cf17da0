import type { OutputInfo, Sharp } from 'sharp'
import { IMAGE_QUALITY } from '../content/images.ts'
import { readRegularFile } from '../regular-file.ts'
import type { Part } from './header.ts'
import { MAX_FILE_BYTES, pictureHeader } from './picture-header.ts'

/** One form of a picture. Pixels. */
export interface PictureForm {
  width: number
  /** Cut to this height, from the middle; absent: as high as it is. */
  height?: number
}

/** A picture that is higher than this lets it be is smaller as a whole: encoders hold all of it. Pixels. */
const MAX_CUT_PIXELS = 4e6
/** The encoder of AVIF holds far more. Pixels. */
const MAX_AVIF_PIXELS = 2e6
/** What takes longer by far is an accident or an attack. Seconds, for decoding and for encoding. */
const TIMEOUT = { seconds: 5 }
/** What looks like 75 in WebP: the encoders count differently (sharp's own defaults are 50 and 80). */
const AVIF_QUALITY = 50
/** Half the time of the usual 4 and more, for a tenth of the bytes. */
const AVIF_EFFORT = 2

interface Raw {
  data: Buffer
  info: OutputInfo
}

/**
 * The form as WebP; an original that is one already and no wider, as it is.
 * @throws {PictureError} for what is no picture, or one that would take too much
 * @throws {Error} of the system or of the decoder
 */
export async function cutWebp(file: string, form: PictureForm): Promise<Buffer> {
  const original = await readRegularFile(file, MAX_FILE_BYTES)
  const { kind, width, height } = pictureHeader(original)
  const isAsWanted = kind === 'webp' && width <= form.width && (form.height === undefined || height === form.height)
  if (isAsWanted) return original
  const { picture } = await encoderOf(await decoded(original, form))
  return picture.webp({ quality: IMAGE_QUALITY }).toBuffer()
}

/** The same as AVIF. @returns nothing where that would take too much */
export async function cutAvif(file: string, form: PictureForm): Promise<Buffer | undefined> {
  const { picture, pixels } = await encoderOf(await decoded(await readRegularFile(file, MAX_FILE_BYTES), form))
  if (pixels > MAX_AVIF_PIXELS) return undefined
  return picture.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** Its pixels, in the size of the form: the decoder has let go of what it held before the encoder begins. */
async function decoded(file: Buffer, { width, height }: PictureForm): Promise<Raw> {
  const header = pictureHeader(file)
  const sharp = await loadSharp()
  const size =
    height === undefined
      ? ({ width, height: Math.floor(MAX_CUT_PIXELS / width), fit: 'inside', withoutEnlargement: true } as const)
      : { width, height }
  // The decoder may read more pixels out of it than its header has told us of: then it stops.
  return sharp(header.parts ? joined(file, header.parts) : file, { limitInputPixels: header.width * header.height })
    .rotate()
    .resize(size)
    .timeout(TIMEOUT)
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function encoderOf({
  data,
  info: { width, height, channels },
}: Raw): Promise<{ picture: Sharp; pixels: number }> {
  const sharp = await loadSharp()
  return { picture: sharp(data, { raw: { width, height, channels } }).timeout(TIMEOUT), pixels: width * height }
}

/** Moves the parts of a file together, in its own memory. */
function joined(file: Buffer, parts: readonly Part[]): Buffer {
  let length = 0
  for (const [from, to] of parts) {
    file.copyWithin(length, from, to)
    length += to - from
  }
  return file.subarray(0, length)
}

/** The library's own memory is taken when the first picture is asked for, not at start. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
