import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { type Clock, elapsed } from '../clock.ts'
import { type CachePolicy, KEYS_HEADER } from './cache-policy.ts'
import type { CapturedAnswer } from './dispatch.ts'
import { BROTLI_QUALITY, compressed, decompressed, ENCODINGS, type Encoding, exactCopy } from './encodings.ts'
import type { ReadyHead } from './ready-head.ts'

/** A head, and the bytes that go with it where there are any. */
export interface ReadyAnswer {
  head: ReadyHead
  body?: Buffer
}

/** A stored answer: its bytes in the encodings that readers ask for, and in those alone. */
export interface StoredPage {
  status: number
  etag: string
  /** By the cache's clock. */
  storedAt: number
  policy: CachePolicy
  /** No refresh is tried before this time: the last one failed. */
  retryAt: number
  headers: Record<string, string>
  /** What it shows, by which it is purged. */
  keys: ReadonlySet<string>
  variants: Map<Encoding, Promise<Buffer> | Buffer>
  /** Someone takes it uncompressed; else that form goes as soon as there is a compressed one. */
  isSentPlain: boolean
  /** How often its brotli form was sent; from `HOT` on it is worth a better one. */
  brotliHits: number
  /** Purges before its rendering began. */
  since: number
  /** What hits are answered with, once one was: nothing of it need be looked up or made again. */
  ready: Partial<Record<Encoding | 'unchanged', ReadyAnswer>>
}

/** A stored page as it outlives a process: nothing that counts from the start of one. */
export interface KeptPage {
  key: string
  etag: string
  policy: CachePolicy
  headers: Record<string, string>
  forms: Partial<Record<Encoding, Buffer>>
  /** Milliseconds since it was rendered, or made stale. */
  age: number
}

/** @param key service, path and query of a page, as the edge writes them */
export type PurgeMatch = (key: string, keys: ReadonlySet<string>) => boolean

/** Stored answers by service, path and query: bounded in bytes, the least recently used go first. */
export interface PageCache {
  get(key: string): StoredPage | undefined
  /**
   * Stores an answer; its copy is exact in size, so that no larger buffer stays alive behind it.
   * @param since `purges` when its rendering began: what was purged meanwhile is stored as stale
   */
  set(key: string, answer: CapturedAnswer, policy: CachePolicy, since: number): StoredPage
  /**
   * Makes stored pages stale: the next reader gets the old one at once while it is rendered anew, and nobody after that
   * (decision 54). The old one stands in while rendering fails.
   * @returns how many pages it met
   */
  purge(matches: PurgeMatch): number
  /** Counts purges. */
  readonly purges: number
  /** Told of every hit: what is sent often in brotli gets its best form. */
  sent(key: string, page: StoredPage, encoding: Encoding): void
  /** The body in an encoding; compressed when first asked for. */
  body(key: string, page: StoredPage, encoding: Encoding): Buffer | Promise<Buffer>
  /** What is worth to be kept, the most recently used first: nothing of what readers can make up. */
  kept(): Iterable<KeptPage>
  /**
   * Takes in a page that another process kept. It is stale from the first moment, as after a purge: what was purged
   * meanwhile is thereby shown no longer than that.
   */
  restore(page: KeptPage): void
  /** Counts pages stored. */
  readonly stored: number
  readonly bytes: number
}

/** "Not there", "elsewhere" and what readers make up get this part of the memory: nobody can push the articles out by asking for nonsense. */
const LESSER_SHARE = 1 / 32
const ENTRY_OVERHEAD_BYTES = 1024
/** Purges that are remembered for pages being rendered; a rendering that sees more of them is stored as stale. */
const MAX_REMEMBERED_PURGES = 100
/** Sent that often in brotli, a page is worth its best level, which is made meanwhile. */
const HOT = 20
/** For how many times the time that a best form took nothing is made: all of them take a twentieth of a processor. */
const REST = 19
/** In a millisecond. */
const NANOSECONDS = 1e6
/** Pages that wait for their best form; more are asked for again. */
const MAX_WAITING = 100
/** Shorter bodies gain nothing. Bytes. */
const MIN_COMPRESSED = 860

/** @param maxBytes all bodies together, beside a fixed allowance per entry for headers and keys */
export function createPageCache(maxBytes: number, now: Clock = elapsed): PageCache {
  const options = (maxSize: number) => ({ maxSize, sizeCalculation: sizeOf })
  const pages = new LRUCache<string, StoredPage>(options(maxBytes))
  const lesser = new LRUCache<string, StoredPage>(options(Math.ceil(maxBytes * LESSER_SHARE)))
  const improving = pLimit(1)
  const remembered: PurgeMatch[] = []
  let purges = 0
  let stored = 0
  /** Whether a page was purged while it was rendered. */
  const isPurged = (key: string, keys: ReadonlySet<string>, since: number): boolean => {
    const missed = purges - since
    return (
      missed > remembered.length || remembered.slice(remembered.length - missed).some((matches) => matches(key, keys))
    )
  }
  const shelfOf = ({ status, policy }: StoredPage) => (status === 200 && !policy.isMadeUp ? pages : lesser)

  /** Puts a form in place, and counts the entry's size anew, where it was not replaced or pushed out meanwhile. */
  const keepVariant = (key: string, page: StoredPage, encoding: Encoding, bytes: Buffer): void => {
    page.variants.set(encoding, bytes)
    const shelf = shelfOf(page)
    const current = shelf.peek(key)
    const isCurrent = current?.variants === page.variants
    const isSentPlain = isCurrent ? current.isSentPlain : page.isSentPlain
    if (encoding !== 'identity' && !isSentPlain) page.variants.delete('identity')
    if (!isCurrent) return
    current.ready[encoding] = undefined
    // The cache measures an entry when it comes in, and not when it is put in the place of itself.
    shelf.delete(key)
    shelf.set(key, current)
  }
  const improve = (key: string, page: StoredPage): void => {
    if (improving.pendingCount >= MAX_WAITING) {
      page.brotliHits = 0
      return
    }
    const make = async (): Promise<void> => {
      // The clock of ages may be another than that of pauses.
      const startedAt = process.hrtime.bigint()
      keepVariant(key, page, 'br', await compressed(await plainBody(page), 'br', BROTLI_QUALITY.best))
      await rest((Number(process.hrtime.bigint() - startedAt) / NANOSECONDS) * REST)
    }
    // When it fails, the form at hand is good enough.
    improving(make).catch(() => {})
  }
  /** Makes the form that is asked for and was not there; those who ask meanwhile wait for the same one. */
  const makeVariant = (key: string, page: StoredPage, encoding: Encoding): Promise<Buffer> => {
    const making = plainBody(page)
      .then((body) => (encoding === 'identity' ? body : compressed(body, encoding)))
      .then(
        (bytes) => {
          keepVariant(key, page, encoding, bytes)
          return bytes
        },
        (error: unknown) => {
          page.variants.delete(encoding)
          throw error
        },
      )
    page.variants.set(encoding, making)
    return making
  }

  return {
    get: (key) => pages.get(key) ?? lesser.get(key),
    set(key, answer, policy, since) {
      const body = exactCopy(answer.body)
      const keys = keysOf(answer.headers)
      const page: StoredPage = {
        status: answer.status,
        etag: `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 22)}"`,
        storedAt: now(),
        policy,
        retryAt: 0,
        headers: answer.headers,
        keys,
        variants: new Map([['identity', body]]),
        isSentPlain: false,
        brotliHits: 0,
        since,
        ready: noneReady(),
      }
      const before = pages.peek(key) ?? lesser.peek(key)
      // A rendering that began after a purge was quicker than one from before.
      if (before && before.since > since) return before
      if (before?.etag === page.etag) {
        // Nothing changed: what was compressed before need not be again.
        const { variants, isSentPlain, brotliHits } = before
        Object.assign(page, { variants, isSentPlain, brotliHits })
      }
      if (since !== purges && isPurged(key, keys, since)) makeStale(page, now())
      const shelf = shelfOf(page)
      const other = shelf === pages ? lesser : pages
      other.delete(key)
      shelf.set(key, page)
      stored += 1
      return page
    },
    purge(matches) {
      purges += 1
      remembered.push(matches)
      if (remembered.length > MAX_REMEMBERED_PURGES) remembered.shift()
      let met = 0
      for (const shelf of [pages, lesser]) {
        for (const [key, page] of shelf.entries()) {
          if (!matches(key, page.keys)) continue
          makeStale(page, now())
          met += 1
        }
      }
      return met
    },
    get purges() {
      return purges
    },
    sent(key, page, encoding) {
      if (encoding !== 'br') return
      page.brotliHits += 1
      if (page.brotliHits === HOT) improve(key, page)
    },
    body(key, page, encoding) {
      if (encoding === 'identity') page.isSentPlain = true
      const known = page.variants.get(encoding)
      if (known) return known
      const plain = page.variants.get('identity')
      return plain instanceof Buffer && plain.length < MIN_COMPRESSED ? plain : makeVariant(key, page, encoding)
    },
    *kept() {
      for (const [key, { etag, policy, headers, variants, storedAt }] of pages.entries()) {
        // What is being made is of what is there.
        const forms = Object.fromEntries([...variants].filter(([, form]) => Buffer.isBuffer(form)))
        yield { key, etag, policy, headers, forms, age: now() - storedAt }
      }
    },
    restore({ key, etag, policy, headers, forms, age }) {
      const page: StoredPage = {
        status: 200,
        etag,
        storedAt: now() - age,
        policy,
        retryAt: 0,
        headers,
        keys: keysOf(headers),
        variants: new Map(ENCODINGS.flatMap((encoding) => (forms[encoding] ? [[encoding, forms[encoding]]] : []))),
        isSentPlain: false,
        brotliHits: 0,
        since: purges,
        ready: noneReady(),
      }
      makeStale(page, now())
      pages.set(key, page)
    },
    get stored() {
      return stored
    },
    get bytes() {
      return pages.calculatedSize + lesser.calculatedSize
    },
  }
}

/** Of one shape from the beginning, which is quicker to read. */
function noneReady(): StoredPage['ready'] {
  return { br: undefined, gzip: undefined, identity: undefined, unchanged: undefined }
}

/** A moment too old, if not older: it is refreshed by the next reader, however lately the last refresh failed. */
function makeStale(page: StoredPage, at: number): void {
  page.storedAt = Math.min(page.storedAt, at - page.policy.fresh * 1000 - 1)
  page.retryAt = 0
}

function keysOf(headers: Record<string, string>): ReadonlySet<string> {
  return new Set((headers[KEYS_HEADER] ?? '').split(' '))
}

function sizeOf(page: StoredPage): number {
  let bytes = ENTRY_OVERHEAD_BYTES
  for (const variant of page.variants.values()) bytes += variant instanceof Buffer ? variant.length : 0
  return bytes
}

/** Keeps no process alive. */
function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}

/** As it was rendered: kept, or made of a compressed form. */
async function plainBody({ variants }: StoredPage): Promise<Buffer> {
  const plain = variants.get('identity')
  if (plain) return plain
  const brotli = variants.get('br')
  if (brotli) return decompressed(await brotli, 'br')
  const gzip = variants.get('gzip')
  if (gzip) return decompressed(await gzip, 'gzip')
  throw new Error('a stored page without a body')
}
