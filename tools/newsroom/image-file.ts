import { imageHeader } from '../../src/media/image-header.ts'
import { imageKind } from '../../src/media/kind.ts'

export interface ImageFile {
  bytes: Uint8Array
  extension: 'jpg' | 'png' | 'webp' | 'avif'
}

/** Limits of one GIF frame and of all its frames together. */
const [MAX_PIXELS, MAX_FRAMES_PIXELS] = [50_000_000, 200_000_000]

/**
 * Rejects what the portal would not serve. GIF becomes animated WebP.
 * @param maxMemory that the portal has for one image. Bytes
 * @throws {Error} when the format is unsupported, or the image is too large
 */
export async function imageFile(bytes: Buffer, maxMemory?: number): Promise<ImageFile> {
  const kind = imageKind(bytes)
  if (kind === undefined) throw new Error('not a JPEG, PNG, GIF, WebP or AVIF')
  if (kind !== 'gif') imageHeader(bytes, maxMemory)
  const { default: sharp } = await import('sharp')
  const {
    width = 0,
    height = 0,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => {
      throw new Error('a picture that cannot be read')
    })
  if (kind !== 'gif') return { bytes, extension: kind }
  if (width * height > MAX_PIXELS) throw new Error(`${width} x ${height} pixels are too many`)
  if (width * height * pages > MAX_FRAMES_PIXELS) throw new Error(`${pages} frames are too many`)
  const moving = sharp(bytes, { animated: true, limitInputPixels: MAX_FRAMES_PIXELS })
  return { bytes: await moving.webp({ quality: 80 }).toBuffer(), extension: 'webp' }
}
