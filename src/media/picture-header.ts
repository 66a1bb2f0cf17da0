import { avifHeader } from './avif.ts'
import { type Bytes, bytesOf } from './bytes.ts'
import type { PictureHeader } from './header.ts'
import { jpegHeader } from './jpeg.ts'
import { type PictureKind, pictureKind } from './kind.ts'
import { PictureError } from './picture-error.ts'
import { pngHeader } from './png.ts'
import { webpHeader } from './webp.ts'

/** Formats that pictures of the newsroom are served from. */
export type ServedKind = Exclude<PictureKind, 'gif'>

/** As much as is read of a file (newsroom/README.md, "Import", says the same). */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** The file and its decoder together (COST-72). */
const MAX_MEMORY_BYTES = 64 * 1024 * 1024
/** Larger ones would be decoded for too long. Lossless and lossy WebP take most of it. */
const MAX_PIXELS: Record<ServedKind, number> = { jpg: 50e6, png: 50e6, webp: 25e6, avif: 50e6 }

const HEADERS: Record<ServedKind, (file: Bytes) => PictureHeader> = {
  jpg: jpegHeader,
  png: pngHeader,
  webp: webpHeader,
  avif: avifHeader,
}

/**
 * Reads the header of a picture and says what it would take to decode it (COST-70 to COST-72).
 * @throws {PictureError} for what is none, or would take more than a request may
 */
export function pictureHeader(file: Buffer): PictureHeader & { kind: ServedKind } {
  const kind = pictureKind(file)
  if (kind === undefined || kind === 'gif') throw new PictureError('not a JPEG, PNG, WebP or AVIF')
  const header = HEADERS[kind](bytesOf(file))
  const { width, height, memory } = header
  const needed = memory + file.length
  if (width * height > MAX_PIXELS[kind]) throw new PictureError(`${width} x ${height} pixels are too many`)
  if (needed > MAX_MEMORY_BYTES) {
    throw new PictureError(
      `${width} x ${height} pixels of ${kind} would take ${megabytes(needed)} MB of memory, at most ${megabytes(MAX_MEMORY_BYTES)} may be`,
    )
  }
  return { ...header, kind }
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}
