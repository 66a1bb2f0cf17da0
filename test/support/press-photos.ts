import sharp, { type Sharp } from 'sharp'
import { photo } from './photo.ts'

/** A photo as an agency sends it. */
export interface PressPhoto {
  what: string
  extension: 'avif' | 'jpg'
  /** The proportions in which it stands upright. */
  ratio: number
  make: () => Promise<Buffer>
}

/** With as much detail as a camera's, made of tiles because noise of that size takes long. */
async function large(width: number, height: number): Promise<Sharp> {
  const input = await photo(750, 500)
  return sharp({ create: { width, height, channels: 3, background: '#5b3fd6' } }).composite([{ input, tile: true }])
}

export const PRESS_PHOTOS: PressPhoto[] = [
  {
    what: 'progressive jpeg of 24 megapixels',
    extension: 'jpg',
    ratio: 3 / 2,
    make: async () => (await large(6000, 4000)).jpeg({ progressive: true, quality: 80 }).toBuffer(),
  },
  {
    what: 'progressive jpeg of 12 megapixels in full colour',
    extension: 'jpg',
    ratio: 4 / 3,
    make: async () =>
      (await large(4000, 3000)).jpeg({ progressive: true, quality: 80, chromaSubsampling: '4:4:4' }).toBuffer(),
  },
  {
    what: 'avif of 2560 x 1440',
    extension: 'avif',
    ratio: 16 / 9,
    make: async () => (await large(2560, 1440)).avif({ effort: 0 }).toBuffer(),
  },
  {
    what: 'turned progressive jpeg in the colours of a print',
    extension: 'jpg',
    ratio: 2 / 3,
    make: async () =>
      (await large(3000, 2000))
        .toColourspace('cmyk')
        .withMetadata({ orientation: 6 })
        .jpeg({ progressive: true })
        .toBuffer(),
  },
]
