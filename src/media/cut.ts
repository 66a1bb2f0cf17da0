import type { OutputInfo, Sharp } from 'sharp'
import { croppedSize, IMAGE_QUALITY, MAX_CUT_PIXELS } from '../content/image-sizes.ts'
import type { Part } from './header.ts'
import { imageHeader } from './image-header.ts'
import { loadSharp } from './load-sharp.ts'

/** Pixels. */
export interface ImageForm {
  width: number
  /** Cuts the middle to these proportions; absent: the original's. */
  height?: number
  /** Not all programs for mail show WebP (ISSUE-6). */
  format?: 'jpeg'
}

/** The encoder takes far more memory. Pixels. */
const MAX_AVIF_PIXELS = 2e6
/** Decoding and encoding each take far less. */
const TIMEOUT = { seconds: 5 }
const PIXELS_OF_A_SECOND = 4e6
/** Looks like WebP at 75. */
const AVIF_QUALITY = 50
/** Half the time of 4, for a tenth more bytes. */
const AVIF_EFFORT = 2

interface Raw {
  data: Buffer
  info: OutputInfo
}

/**
 * A WebP that is not wider stays.
 * @param original changed in place
 * @param maxMemory bytes of file and decoder
 * @throws {ImageError} for no image, or one that takes too much
 */
export async function cutWebp(original: Buffer, form: ImageForm, maxMemory: number): Promise<Buffer> {
  const { kind, width, height } = imageHeader(original, maxMemory)
  const isShaped = form.height === undefined || width * form.height === height * form.width
  const isAsWanted = kind === 'webp' && width <= form.width && isShaped
  if (isAsWanted) return original
  const { image } = await encoderOf(await decoded(original, form, maxMemory))
  return image.webp({ quality: IMAGE_QUALITY }).toBuffer()
}

/** Transparent originals get a white background. */
export async function cutJpeg(original: Buffer, form: ImageForm, maxMemory: number): Promise<Buffer> {
  const { image } = await encoderOf(await decoded(original, form, maxMemory))
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: IMAGE_QUALITY, progressive: true }).toBuffer()
}

/** @returns undefined when the encoder would take too much */
export async function cutAvif(original: Buffer, form: ImageForm, maxMemory: number): Promise<Buffer | undefined> {
  const { image, pixels } = await encoderOf(await decoded(original, form, maxMemory))
  if (pixels > MAX_AVIF_PIXELS) return undefined
  return image.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** The decoder's memory is free before the encoder starts. */
async function decoded(file: Buffer, { width, height }: ImageForm, maxMemory: number): Promise<Raw> {
  const header = imageHeader(file, maxMemory)
  const sharp = await loadSharp()
  // A decoder stops at more pixels than the header declares.
  const image = sharp(header.parts ? joined(file, header.parts) : file, {
    limitInputPixels: header.width * header.height,
  })
  const size =
    height === undefined
      ? ({ width, height: Math.floor(MAX_CUT_PIXELS / width), fit: 'inside', withoutEnlargement: true } as const)
      : croppedSize((await image.metadata()).autoOrient, { width, height })
  const seconds = TIMEOUT.seconds + Math.floor((header.width * header.height) / PIXELS_OF_A_SECOND)
  return image.rotate().resize(size).timeout({ seconds }).raw().toBuffer({ resolveWithObject: true })
}

async function encoderOf({ data, info: { width, height, channels } }: Raw): Promise<{ image: Sharp; pixels: number }> {
  const sharp = await loadSharp()
  return { image: sharp(data, { raw: { width, height, channels } }).timeout(TIMEOUT), pixels: width * height }
}

function joined(file: Buffer, parts: readonly Part[]): Buffer {
  let length = 0
  for (const [from, to] of parts) {
    file.copyWithin(length, from, to)
    length += to - from
  }
  return file.subarray(0, length)
}
