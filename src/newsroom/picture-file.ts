import type { Metadata } from 'sharp'

/** A picture as a file of the newsroom. */
export interface PictureFile {
  bytes: Uint8Array
  extension: 'jpg' | 'png' | 'webp' | 'avif'
}

/** More is an accident or an attack (src/media/resizer.ts). */
const MAX_PIXELS = 50_000_000
/** All frames of an animation together. */
const MAX_FRAMES_PIXELS = 200_000_000

type PictureKind = 'jpg' | 'png' | 'gif' | 'webp' | 'avif'

/** What a file is by its first bytes, whatever it calls itself. */
export function pictureKind(bytes: Uint8Array): PictureKind | undefined {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 32)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  if (start.startsWith('\x89PNG\r\n')) return 'png'
  if (start.startsWith('GIF8')) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return start.slice(4, 12) === 'ftypavif' ? 'avif' : undefined
}

/**
 * Checks a picture. GIF, which the portal does not serve, becomes WebP with its movement.
 * @throws {Error} when it is none of the kinds that the portal serves, or is too large
 */
export async function pictureFile(bytes: Buffer): Promise<PictureFile> {
  const kind = pictureKind(bytes)
  if (kind === undefined) throw new Error('not a JPEG, PNG, GIF, WebP or AVIF')
  const { default: sharp } = await import('sharp')
  const {
    width = 0,
    height = 0,
    pages = 1,
  }: Metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => {
      throw new Error('a picture that cannot be read')
    })
  if (width * height > MAX_PIXELS) throw new Error(`${width} x ${height} pixels are too many`)
  if (kind !== 'gif') return { bytes, extension: kind }
  if (width * height * pages > MAX_FRAMES_PIXELS) throw new Error(`${pages} frames are too many`)
  const moving = sharp(bytes, { animated: true, limitInputPixels: MAX_FRAMES_PIXELS })
  return { bytes: await moving.webp({ quality: 80 }).toBuffer(), extension: 'webp' }
}
