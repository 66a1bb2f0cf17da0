import pLimit from 'p-limit'
import { BROTLI_QUALITY, compressed, type Encoding } from '../transport/encodings.ts'
import { type PageKey, plainBody, type StoredPage } from './stored-page.ts'

/** From this many hits on brotli's best level pays. */
const HOT = 20
/** Bytes. */
const MIN_COMPRESSED = 860

export interface Variants {
  sent(page: StoredPage, encoding: Encoding): void
  body(page: StoredPage, encoding: Encoding): Buffer | Promise<Buffer>
}

/** @param peek returns what is stored under a key now */
export function createVariants(
  peek: (pageKey: PageKey) => StoredPage | undefined,
  onResized: (page: StoredPage) => void,
): Variants {
  const queue = createBackgroundQueue()
  const storeVariant = (page: StoredPage, encoding: Encoding, bytes: Buffer): void => {
    page.variants[encoding] = bytes
    const current = peek(page)
    const isCurrent = current?.variants === page.variants
    const isSentPlain = isCurrent ? current.isSentPlain : page.isSentPlain
    if (encoding !== 'identity' && !isSentPlain) page.variants.identity = undefined
    if (!isCurrent) return
    current.ready[encoding] = undefined
    onResized(current)
  }
  const improve = (page: StoredPage): void => {
    const make = async (): Promise<void> => {
      if (peek(page)?.variants !== page.variants) return
      storeVariant(page, 'br', await compressed(await plainBody(page), 'br', BROTLI_QUALITY.best))
    }
    if (!queue.run(make)) page.brotliHits = 0
  }
  const makeVariant = (page: StoredPage, encoding: Encoding): Promise<Buffer> => {
    const making = plainBody(page)
      .then((body) => (encoding === 'identity' ? body : compressed(body, encoding)))
      .then(
        (bytes) => {
          storeVariant(page, encoding, bytes)
          return bytes
        },
        (error: unknown) => {
          page.variants[encoding] = undefined
          throw error
        },
      )
    page.variants[encoding] = making
    return making
  }

  return {
    sent(page, encoding) {
      if (encoding !== 'br' || page.brotliHits >= HOT) return
      page.brotliHits += 1
      if (page.brotliHits === HOT) improve(page)
    },
    body(page, encoding) {
      if (encoding === 'identity') page.isSentPlain = true
      const known = page.variants[encoding]
      if (known) return known
      const plain = page.variants.identity
      return plain instanceof Buffer && plain.length < MIN_COMPRESSED ? plain : makeVariant(page, encoding)
    },
  }
}

export interface BackgroundQueue {
  run(job: () => Promise<void>): boolean
}

/** Multiplies a job's duration. */
const PAUSE_FACTOR = 19
const MAX_WAITING = 100
const NANOSECONDS = 1e6

export function createBackgroundQueue(): BackgroundQueue {
  const queue = pLimit(1)
  const runAndPause = async (job: () => Promise<void>): Promise<void> => {
    // Tests replace the clock that gives pages their age.
    const startedAt = process.hrtime.bigint()
    await job().catch(() => {})
    const took = Number(process.hrtime.bigint() - startedAt) / NANOSECONDS
    await pause(took * PAUSE_FACTOR)
  }
  return {
    run(job) {
      if (queue.pendingCount >= MAX_WAITING) return false
      void queue(() => runAndPause(job))
      return true
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}
