import { LRUCache } from 'lru-cache'
import { systemCode } from '../system/error-code.ts'
import { cutAvif, cutWebp, type ImageForm } from './cut.ts'
import { ImageError } from './image-error.ts'
import { BusyError, createFairQueue } from './queue.ts'

export interface ResizedImage {
  body: Buffer
  type: 'image/webp' | 'image/avif'
}

/** Resizes images on demand and caches the results. */
export interface Resizer {
  /**
   * Returns WebP at once. For clients that accept AVIF it is encoded in the background, and returned from then on when
   * smaller.
   * @param file absolute path
   * @param revision a new one invalidates the cached forms and failures
   * @throws {ImageError} for a file that is not served
   * @throws {BusyError} when the queue is full
   */
  resize(file: string, revision: string, form: ImageForm, takesAvif: boolean): Promise<ResizedImage>
}

const ENTRY_OVERHEAD_BYTES = 500
/** Files that are not served; checked again when they change, or after this time. Milliseconds. */
const FAILURES = { max: 1000, ttl: 10 * 60_000 }

/** @param maxBytes all cached forms together */
export function createResizer(maxBytes: number): Resizer {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + ENTRY_OVERHEAD_BYTES,
  })
  const failures = new LRUCache<string, ImageError>(FAILURES)
  /** Forms without an AVIF. */
  const withoutAvif = new LRUCache<string, true>(FAILURES)
  const making = new Map<string, Promise<Buffer>>()
  const turns = createFairQueue()

  const cutOnce = (key: string, original: string, file: string, form: ImageForm): Promise<Buffer> => {
    const before = making.get(key)
    if (before) return before
    const made = turns
      .run(async () => {
        // Another form of the same file may have failed in the meantime.
        const failure = failures.get(original)
        if (failure) throw failure
        const body = await cutWebp(file, form)
        cache.set(key, body)
        return body
      })
      .catch((error: unknown) => {
        if (error instanceof BusyError || systemCode(error) !== undefined) throw error
        const failure = error instanceof ImageError ? error : new ImageError(reasonOf(error))
        failures.set(original, failure)
        throw failure
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  const avifLater = (key: string, file: string, form: ImageForm): void => {
    if (withoutAvif.has(key)) return
    withoutAvif.set(key, true)
    const isTaken = turns.later(async () => {
      const body = await cutAvif(file, form)
      if (!body) return
      cache.set(`${key} avif`, body)
      withoutAvif.delete(key)
    })
    if (!isTaken) withoutAvif.delete(key)
  }

  return {
    async resize(file, revision, form, takesAvif) {
      const original = `${file} ${revision}`
      const failure = failures.get(original)
      if (failure) throw failure
      const key = `${original} ${form.width}x${form.height ?? ''}`
      const avif = cache.get(`${key} avif`)
      const body = cache.get(key) ?? (await cutOnce(key, original, file, form))
      if (avif && takesAvif && avif.length < body.length) return { body: avif, type: 'image/avif' }
      if (takesAvif && !avif) avifLater(key, file, form)
      return { body, type: 'image/webp' }
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
