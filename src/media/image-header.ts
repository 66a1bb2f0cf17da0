import { USUAL_IMAGE_MEMORY } from '../system/memory.ts'
import { avifHeader } from './avif.ts'
import { type Bytes, bytesOf, ImageError, type ImageHeader } from './header.ts'
import { jpegHeader } from './jpeg.ts'
import { pngHeader } from './png.ts'
import { webpHeader } from './webp.ts'

export type ServedKind = Exclude<ImageKind, 'gif'>

/** newsroom/README.md, "Import". */
export const MAX_FILE_BYTES = 20 * 1024 * 1024
/** A lossless image takes the longest to decode. */
const MAX_PIXELS: Record<ServedKind, number> = { jpg: 50e6, png: 50e6, webp: 25e6, avif: 50e6 }

const HEADERS: Record<ServedKind, (file: Bytes) => ImageHeader> = {
  jpg: jpegHeader,
  png: pngHeader,
  webp: webpHeader,
  avif: avifHeader,
}

/**
 * (COST-70 to COST-72)
 * @param maxMemory bytes of the file and its decoder together
 * @throws {ImageError} for a file that is not an image, or takes more than a request may
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

/** Only the import reads GIF. */
export type ImageKind = 'jpg' | 'png' | 'gif' | 'webp' | 'avif'

/** The file's name does not count (COST-70). */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (start.startsWith('GIF8')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return start.slice(4, 12) === 'ftypavif' ? 'avif' : undefined
}
