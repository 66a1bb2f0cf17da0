import { LRUCache } from 'lru-cache'
import { systemCode } from '../system-code.ts'
import { cutAvif, cutWebp, type PictureForm } from './cut.ts'
import { PictureError } from './picture-error.ts'
import { BusyError, createTurns } from './turns.ts'

export interface ResizedPicture {
  body: Buffer
  type: 'image/webp' | 'image/avif'
}

/** Makes the forms of pictures that readers ask for, and keeps them. */
export interface Resizer {
  /**
   * WebP at once. For those who take AVIF it is made meanwhile, and given from then on where it is the smaller one.
   * @param file absolute path
   * @param revision its forms, and that there are none, are kept until this is another one
   * @throws {PictureError} for a file that is not shown
   * @throws {BusyError} where more is asked for than can be made
   */
  resize(file: string, revision: string, form: PictureForm, takesAvif: boolean): Promise<ResizedPicture>
}

const ENTRY_OVERHEAD_BYTES = 500
/** Files that are not shown; looked at again when they change, or after this. Milliseconds. */
const FAILURES = { max: 1000, ttl: 10 * 60_000 }

/** @param maxBytes all kept forms together */
export function createResizer(maxBytes: number): Resizer {
  const kept = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (body) => body.length + ENTRY_OVERHEAD_BYTES,
  })
  const failures = new LRUCache<string, PictureError>(FAILURES)
  /** Forms of which there is no AVIF. */
  const withoutAvif = new LRUCache<string, true>(FAILURES)
  const making = new Map<string, Promise<Buffer>>()
  const turns = createTurns()

  const cutOnce = (key: string, original: string, file: string, form: PictureForm): Promise<Buffer> => {
    const before = making.get(key)
    if (before) return before
    const made = turns
      .run(async () => {
        // Another form of the same file may have failed while this one waited.
        const failure = failures.get(original)
        if (failure) throw failure
        const body = await cutWebp(file, form)
        kept.set(key, body)
        return body
      })
      .catch((error: unknown) => {
        if (error instanceof BusyError || systemCode(error) !== undefined) throw error
        const failure = error instanceof PictureError ? error : new PictureError(reasonOf(error))
        failures.set(original, failure)
        throw failure
      })
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  const avifLater = (key: string, file: string, form: PictureForm): void => {
    if (withoutAvif.has(key)) return
    withoutAvif.set(key, true)
    const isTaken = turns.later(async () => {
      const body = await cutAvif(file, form)
      if (!body) return
      kept.set(`${key} avif`, body)
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
      const avif = kept.get(`${key} avif`)
      const body = kept.get(key) ?? (await cutOnce(key, original, file, form))
      if (avif && takesAvif && avif.length < body.length) return { body: avif, type: 'image/avif' }
      if (takesAvif && !avif) avifLater(key, file, form)
      return { body, type: 'image/webp' }
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
