import pLimit from 'p-limit'
import type { CachePolicy } from '../../system/cache-policy.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { entityTag } from '../transport/conditional.ts'
import { BROTLI_QUALITY, compressed, ENCODINGS, type Encoding, exactCopy } from '../transport/encodings.ts'
import type { CapturedResponse } from './dispatch.ts'
import { createEntryStore, type EntryStore } from './store.ts'
import { makeStale, type PageKey, pageOf, plainBody, type StoredPage, setAge, sizeOf } from './stored-page.ts'

interface BackgroundQueue {
  run(job: () => Promise<void>): boolean
}

/** Jobs take a twentieth of a processor, because the pause after each is so many times its duration. */
const PAUSE_FACTOR = 19
const MAX_WAITING = 100
const NANOSECONDS = 1e6

export function createBackgroundQueue(): BackgroundQueue {
  const queue = pLimit(1)
  const runAndPause = async (job: () => Promise<void>): Promise<void> => {
    // Tests replace the clock that gives pages their age.
    const startedAt = process.hrtime.bigint()
    // A job handles its own failures.
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

/** Does not keep the process alive. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds).unref())
}

export interface PersistedPage extends PageKey {
  etag: string
  policy: CachePolicy
  headers: Record<string, string>
  forms: Partial<Record<Encoding, Buffer>>
  /** Milliseconds since the page was rendered or made stale. */
  age: number
}

export type PurgeMatch = (pageKey: PageKey, keys: ReadonlySet<string>) => boolean

export interface PageCache {
  get(service: string, url: string): StoredPage | undefined
  /**
   * Stores a response, with a copy of its body: a slice would keep a larger buffer alive.
   * @param since `purges` when the rendering began: a page purged since then is stored as stale
   */
  set(pageKey: PageKey, response: CapturedResponse, policy: CachePolicy, since: number): StoredPage
  /**
   * Makes stored pages stale: the next reader gets the old page while a refresh runs, and readers after it the new one
   * (PURGE-1).
   * @param isAwaited the next reader waits for the refresh, and gets the new page
   * @returns number of purged pages
   */
  purge(matches: PurgeMatch, isAwaited?: boolean): number
  pagesOf(service: string): Iterable<Readonly<Pick<StoredPage, 'url' | 'status' | 'keys'>>>
  readonly purges: number
  sent(page: StoredPage, encoding: Encoding): void
  body(page: StoredPage, encoding: Encoding): Buffer | Promise<Buffer>
  /** Lists pages by use, the latest first, without errors, redirects, files of the build and unbounded cache keys. */
  pagesToPersist(): Iterable<PersistedPage>
  /** Stores a persisted page as stale, because this process does not know what was purged meanwhile. */
  restore(page: PersistedPage): void
  readonly stored: number
  readonly bytes: number
}

/** Requests for errors, redirects and unbounded cache keys cannot evict articles beyond this share. */
const SECONDARY_SHARE = 1 / 32
const MAX_REMEMBERED_PURGES = 100
/** After this number of hits in brotli the best level is worth its time. */
const HOT = 20
/** Compression does not pay below this size. Bytes. */
const MIN_COMPRESSED = 860

/** @param maxBytes bound for all bodies, with a fixed allowance per page for headers and keys */
export function createPageCache(maxBytes: number, now: Clock = elapsed): PageCache {
  const byService = new Map<string, Map<string, StoredPage>>()
  const seconds = (): number => Math.trunc(now() / 1000)
  const store = (bytes: number): EntryStore<StoredPage> =>
    createEntryStore(bytes, ({ service, url }) => byService.get(service)?.delete(url))
  const pages = store(maxBytes)
  const secondary = store(Math.ceil(maxBytes * SECONDARY_SHARE))
  const backgroundQueue = createBackgroundQueue()
  const remembered: Array<{ matches: PurgeMatch; isAwaited: boolean }> = []
  let purges = 0
  let stored = 0
  const catchUp = (page: StoredPage): void => {
    const missed = purges - page.since
    const met = remembered.slice(-missed).filter(({ matches }) => matches(page, page.keys))
    if (missed > remembered.length || met.length > 0)
      makeStale(
        page,
        now(),
        met.some(({ isAwaited }) => isAwaited),
      )
  }
  const storeOf = ({ status, policy }: StoredPage) => (status === 200 && !policy.isUnbounded ? pages : secondary)
  const peek = ({ service, url }: PageKey): StoredPage | undefined => byService.get(service)?.get(url)

  const put = (page: StoredPage): void => {
    page.bytes = sizeOf(page)
    page.usedAt = seconds()
    const before = peek(page)
    if (before) storeOf(before).remove(before)
    const byUrl = byService.get(page.service) ?? new Map<string, StoredPage>()
    byService.set(page.service, byUrl)
    if (storeOf(page).put(page)) byUrl.set(page.url, page)
    else byUrl.delete(page.url)
  }

  const storeVariant = (page: StoredPage, encoding: Encoding, bytes: Buffer): void => {
    page.variants.set(encoding, bytes)
    const current = peek(page)
    const isCurrent = current?.variants === page.variants
    const isSentPlain = isCurrent ? current.isSentPlain : page.isSentPlain
    if (encoding !== 'identity' && !isSentPlain) page.variants.delete('identity')
    if (!isCurrent) return
    current.ready[encoding] = undefined
    storeOf(current).resize(current, sizeOf(current))
  }
  const improve = (page: StoredPage): void => {
    const make = async (): Promise<void> => {
      if (peek(page)?.variants !== page.variants) return
      storeVariant(page, 'br', await compressed(await plainBody(page), 'br', BROTLI_QUALITY.best))
    }
    if (!backgroundQueue.run(make)) page.brotliHits = 0
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
          page.variants.delete(encoding)
          throw error
        },
      )
    page.variants.set(encoding, making)
    return making
  }

  return {
    get(service, url) {
      const page = byService.get(service)?.get(url)
      if (page) {
        const at = seconds()
        // Most hits of a second write nothing.
        if (page.usedAt !== at) page.usedAt = at
      }
      return page
    },
    set(pageKey, response, policy, since) {
      const body = exactCopy(response.body)
      const page = pageOf(pageKey, {
        status: response.status,
        etag: `W/${entityTag(body)}`,
        headers: response.headers,
        policy,
        variants: new Map([['identity', body]]),
        since,
        isIncomplete: response.isIncomplete === true,
      })
      const before = peek(pageKey)
      // A rendering that began after a purge has overtaken this one, which may show purged content.
      if (before && before.since > since) return before
      if (before?.etag === page.etag) {
        const { variants, isSentPlain, brotliHits } = before
        Object.assign(page, { variants, isSentPlain, brotliHits })
      }
      setAge(page, now())
      // The clock begins at 0, so this page is never fresh.
      if (page.isIncomplete) page.freshUntil = -1
      if (since !== purges) catchUp(page)
      put(page)
      stored += 1
      return page
    },
    purge(matches, isAwaited = false) {
      purges += 1
      remembered.push({ matches, isAwaited })
      if (remembered.length > MAX_REMEMBERED_PURGES) remembered.shift()
      let count = 0
      for (const byUrl of byService.values()) {
        for (const page of byUrl.values()) {
          if (!matches(page, page.keys)) continue
          makeStale(page, now(), isAwaited)
          count += 1
        }
      }
      return count
    },
    pagesOf: (service) => byService.get(service)?.values() ?? [],
    get purges() {
      return purges
    },
    sent(page, encoding) {
      if (encoding !== 'br' || page.brotliHits >= HOT) return
      page.brotliHits += 1
      if (page.brotliHits === HOT) improve(page)
    },
    body(page, encoding) {
      if (encoding === 'identity') page.isSentPlain = true
      const known = page.variants.get(encoding)
      if (known) return known
      const plain = page.variants.get('identity')
      return plain instanceof Buffer && plain.length < MIN_COMPRESSED ? plain : makeVariant(page, encoding)
    },
    *pagesToPersist() {
      const byUse = pages.newest().sort((a, b) => b.usedAt - a.usedAt)
      for (const { service, url, etag, policy, headers, variants, storedAt, isIncomplete } of byUse) {
        if (isIncomplete || policy.isOfBuild) continue
        const forms = Object.fromEntries([...variants].filter(([, bytes]) => Buffer.isBuffer(bytes)))
        yield { service, url, etag, policy, headers, forms, age: now() - storedAt }
      }
    },
    restore({ etag, policy, headers, forms, age, ...pageKey }) {
      const variants = new Map(ENCODINGS.flatMap((encoding) => (forms[encoding] ? [[encoding, forms[encoding]]] : [])))
      const page = pageOf(pageKey, { status: 200, etag, headers, policy, variants, since: purges, isIncomplete: false })
      setAge(page, now() - age)
      makeStale(page, now(), false)
      put(page)
    },
    get stored() {
      return stored
    },
    get bytes() {
      return pages.bytes + secondary.bytes
    },
  }
}
