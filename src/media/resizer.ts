import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Sharp } from 'sharp'
import { IMAGE_QUALITY } from '../content/images.ts'

/** One form of a picture. Pixels. */
export interface PictureForm {
  width: number
  /** Cut to this height, from the middle; absent: as high as it is. */
  height?: number
}

export interface ResizedPicture {
  body: Buffer
  type: 'image/webp' | 'image/avif'
}

/** Makes the forms of pictures that readers ask for, and keeps them. */
export interface Resizer {
  /**
   * WebP at once. For those who take AVIF it is made meanwhile, and given from then on where it is the smaller one.
   * @param file absolute path; its forms are kept until it changes
   */
  resize(file: string, changedAt: number, form: PictureForm, takesAvif: boolean): Promise<ResizedPicture>
}

/** Encoders at work: one core is left for pages. */
const CONCURRENCY = 1
/** Waiting for AVIF; what comes later is asked for again by the next reader. */
const MAX_WAITING = 200
/** More is an accident or an attack. */
const MAX_INPUT_PIXELS = 50_000_000
/** What looks like 75 in WebP: the encoders count differently (sharp's own defaults are 50 and 80). */
const AVIF_QUALITY = 50
/** Half the time of the usual 4 and more, for a tenth of the bytes. */
const AVIF_EFFORT = 2
const ENTRY_OVERHEAD_BYTES = 500

/** @param maxBytes all kept forms together */
export function createResizer(maxBytes: number): Resizer {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + ENTRY_OVERHEAD_BYTES,
  })
  const making = new Map<string, Promise<Buffer>>()
  const limit = pLimit(CONCURRENCY)
  const background = pLimit(CONCURRENCY)

  const once = (key: string, run: () => Promise<Buffer>): Promise<Buffer> => {
    const before = making.get(key)
    if (before) return before
    const made = run()
      .then((body) => {
        kept.set(key, body)
        return body
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }

  return {
    async resize(file, changedAt, form, takesAvif) {
      const key = `${file} ${changedAt} ${form.width}x${form.height ?? ''}`
      const avif = kept.get(`${key} avif`)
      const body = kept.get(key) ?? (await once(key, () => limit(() => webp(file, form))))
      if (avif && takesAvif && avif.length < body.length) return { body: avif, type: 'image/avif' }
      if (takesAvif && !avif && background.pendingCount < MAX_WAITING) {
        // The reader has an answer: what fails here is tried again by the next one.
        once(`${key} avif`, () => background(() => toAvif(file, form))).catch(() => {})
      }
      return { body, type: 'image/webp' }
    },
  }
}

async function webp(file: string, form: PictureForm): Promise<Buffer> {
  const original = await readFile(file)
  const picture = await open(original)
  const { format, width = 0, height = 0 } = await picture.metadata()
  const isAsWanted = format === 'webp' && width <= form.width && (form.height === undefined || height === form.height)
  return isAsWanted ? original : resized(picture, form).webp({ quality: IMAGE_QUALITY }).toBuffer()
}

async function toAvif(file: string, form: PictureForm): Promise<Buffer> {
  const picture = resized(await open(await readFile(file)), form)
  return picture.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT, chromaSubsampling: '4:2:0' }).toBuffer()
}

function resized(picture: Sharp, { width, height }: PictureForm): Sharp {
  return picture
    .rotate()
    .resize({ width, ...(height !== undefined && { height }), withoutEnlargement: height === undefined })
}

/** The library's own memory is taken when the first picture is asked for, not at start. */
async function open(original: Buffer): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp(original, { limitInputPixels: MAX_INPUT_PIXELS })
}
