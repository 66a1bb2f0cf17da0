import { LRUCache } from 'lru-cache'
import { readRegularFile } from '../system/files.ts'
import { USUAL_IMAGE_MEMORY } from '../system/memory.ts'
import { systemCode } from '../system/record.ts'
import { cutAvif, cutJpeg, cutWebp, type ImageForm } from './cut.ts'
import { ImageError } from './header.ts'
import { MAX_FILE_BYTES } from './image-header.ts'
import { BusyError, createFairQueue } from './queue.ts'

export interface ResizedImage {
  body: Buffer
  type: 'image/webp' | 'image/avif' | 'image/jpeg'
}

export interface Original {
  /** A new file has another id. */
  id: string
  /**
   * Other images wait for this. The caller may change the buffer.
   * @throws {BusyError} when it is not at hand
   */
  read(): Promise<Buffer>
}

/** Never rejects. */
export interface FormStore {
  read(key: string): Promise<Buffer | undefined>
  write(key: string, body: Buffer): Promise<void>
}

export interface Resizer {
  /**
   * Returns WebP or the form's format at once; smaller AVIF comes later.
   * @param client takes turns (COST-73); empty: nobody's request
   * @throws {ImageError | BusyError}
   */
  resize(original: Original, form: ImageForm, takesAvif: boolean, client?: string): Promise<ResizedImage>
}

/** @param file absolute path */
export function fileOriginal(file: string, revision: string): Original {
  return { id: `${file} ${revision}`, read: () => readRegularFile(file, MAX_FILE_BYTES) }
}

const ENTRY_OVERHEAD_BYTES = 500
/** Milliseconds. */
const FAILURES = { max: 1000, ttl: 10 * 60_000 }

/** Begins sharp's message; the machine may have been busy. */
const TIMED_OUT = 'timeout'
const PASSING_MS = 60_000

/**
 * @param maxBytes of forms together
 * @param maxMemory bytes for resizing
 * @param store absent: memory only
 */
export function createResizer(maxBytes: number, maxMemory = USUAL_IMAGE_MEMORY, store?: FormStore): Resizer {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + ENTRY_OVERHEAD_BYTES,
  })
  const failures = new LRUCache<string, ImageError>(FAILURES)
  const withoutAvif = new LRUCache<string, true>(FAILURES)
  const turns = createFairQueue<Buffer>()

  const keep = (key: string, body: Buffer): void => {
    cache.set(key, body)
    void store?.write(key, body)
  }
  const kept = async (key: string): Promise<Buffer | undefined> => {
    const body = cache.get(key) ?? (await store?.read(key))
    if (body && !cache.has(key)) cache.set(key, body)
    return body
  }
  const cutOnce = (key: string, original: Original, form: ImageForm, client: string): Promise<Buffer> =>
    turns.run(client, key, async () => {
      // Another form may have failed meanwhile.
      const failure = failures.get(original.id)
      if (failure) throw failure
      const known = cache.get(key)
      if (known) return known
      try {
        const cut = form.format === 'jpeg' ? cutJpeg : cutWebp
        const body = await cut(await original.read(), form, maxMemory)
        keep(key, body)
        return body
      } catch (error) {
        if (error instanceof BusyError || systemCode(error) !== undefined) throw error
        const reason = error instanceof ImageError ? error : new ImageError(reasonOf(error))
        failures.set(original.id, reason, { ttl: reason.message.startsWith(TIMED_OUT) ? PASSING_MS : FAILURES.ttl })
        throw reason
      }
    })
  const avifLater = (key: string, original: Original, form: ImageForm): void => {
    if (withoutAvif.has(key)) return
    withoutAvif.set(key, true)
    const isTaken = turns.later(async () => {
      const body = await cutAvif(await original.read(), form, maxMemory)
      if (!body) return
      keep(`${key} avif`, body)
      withoutAvif.delete(key)
    })
    if (!isTaken) withoutAvif.delete(key)
  }

  return {
    async resize(original, form, takesAvif, client = '') {
      const failure = failures.get(original.id)
      if (failure) throw failure
      const key = `${original.id} ${form.width}x${form.height ?? ''}`
      if (form.format === 'jpeg') {
        const name = `${key} jpeg`
        return { body: (await kept(name)) ?? (await cutOnce(name, original, form, client)), type: 'image/jpeg' }
      }
      const avif = takesAvif ? await kept(`${key} avif`) : undefined
      const body = (await kept(key)) ?? (await cutOnce(key, original, form, client))
      if (avif && avif.length < body.length) return { body: avif, type: 'image/avif' }
      if (takesAvif && !avif) avifLater(key, original, form)
      return { body, type: 'image/webp' }
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
