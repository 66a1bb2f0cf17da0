import { pictureKind } from '../media/kind.ts'
import { pictureHeader } from '../media/picture-header.ts'

/** A picture as a file of the newsroom. */
export interface PictureFile {
  bytes: Uint8Array
  extension: 'jpg' | 'png' | 'webp' | 'avif'
}

/** A frame of a GIF, and all of its frames together. */
const [MAX_PIXELS, MAX_FRAMES_PIXELS] = [50_000_000, 200_000_000]

/**
 * Checks a picture: one that the portal would not show is not imported either. GIF, which the portal does not serve,
 * becomes WebP with its movement.
 * @throws {Error} when it is none of the kinds that the portal serves, or is too large
 */
export async function pictureFile(bytes: Buffer): Promise<PictureFile> {
  const kind = pictureKind(bytes)
  if (kind === undefined) throw new Error('not a JPEG, PNG, GIF, WebP or AVIF')
  if (kind !== 'gif') pictureHeader(bytes)
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
