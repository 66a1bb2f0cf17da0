import { createHash } from 'node:crypto'
import type { CachePolicy } from '../system/cache-policy.ts'
import { type Clock, elapsed } from '../system/clock.ts'
import { BROTLI_QUALITY, compressed, ENCODINGS, type Encoding, exactCopy } from '../transport/encodings.ts'
import { createBackgroundQueue } from './background-queue.ts'
import type { CapturedResponse } from './dispatch.ts'
import { createEntryStore, type EntryStore } from './store.ts'
import { makeStale, type PageAddress, pageOf, plainBody, type StoredPage, setAge, sizeOf } from './stored-page.ts'

/** A stored page as it outlives a process: nothing that counts from the start of one. */
export interface KeptPage extends PageAddress {
  etag: string
  policy: CachePolicy
  headers: Record<string, string>
  forms: Partial<Record<Encoding, Buffer>>
  /** Milliseconds since it was rendered, or made stale. */
  age: number
}

/** @param keys what a page shows */
export type PurgeMatch = (address: PageAddress, keys: ReadonlySet<string>) => boolean

/** Stored responses by service, path and query: bounded in bytes, those that nobody has asked for lately go first. */
export interface PageCache {
  get(service: string, url: string): StoredPage | undefined
  /**
   * Stores a response; its copy is exact in size, so that no larger buffer stays alive behind it.
   * @param since `purges` when its rendering began: what was purged meanwhile is stored as stale
   */
  set(address: PageAddress, response: CapturedResponse, policy: CachePolicy, since: number): StoredPage
  /**
   * Makes stored pages stale: the next reader gets the old one at once while it is rendered again, and nobody after that
   * (PURGE-1). The old one stands in while rendering fails.
   * @returns how many pages it met
   */
  purge(matches: PurgeMatch): number
  /** Counts purges. */
  readonly purges: number
  /** Told of every hit: what is sent often in brotli gets its best form. */
  sent(page: StoredPage, encoding: Encoding): void
  /** The body in an encoding; compressed when first asked for. */
  body(page: StoredPage, encoding: Encoding): Buffer | Promise<Buffer>
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

/**
 * "Not there", "elsewhere" and what readers make up get this part of the memory: nobody can push the articles out by
 * asking for nonsense.
 */
const LESSER_SHARE = 1 / 32
/** Purges that are remembered for pages being rendered; a rendering that sees more of them is stored as stale. */
const MAX_REMEMBERED_PURGES = 100
/** Sent that often in brotli, a page is worth its best level, which is made meanwhile. */
const HOT = 20
/** Shorter bodies gain nothing. Bytes. */
const MIN_COMPRESSED = 860

/** @param maxBytes all bodies together, beside a fixed allowance per entry for headers and keys */
export function createPageCache(maxBytes: number, now: Clock = elapsed): PageCache {
  const byService = new Map<string, Map<string, StoredPage>>()
  const seconds = (): number => Math.trunc(now() / 1000)
  const store = (bytes: number): EntryStore<StoredPage> =>
    createEntryStore(bytes, ({ service, url }) => byService.get(service)?.delete(url))
  const pages = store(maxBytes)
  const lesser = store(Math.ceil(maxBytes * LESSER_SHARE))
  const backgroundQueue = createBackgroundQueue()
  const remembered: PurgeMatch[] = []
  let purges = 0
  let stored = 0
  /** Whether a page was purged while it was rendered. */
  const isPurged = (address: PageAddress, keys: ReadonlySet<string>, since: number): boolean => {
    const missed = purges - since
    return (
      missed > remembered.length ||
      remembered.slice(remembered.length - missed).some((matches) => matches(address, keys))
    )
  }
  const storeOf = ({ status, policy }: StoredPage) => (status === 200 && !policy.isUnbounded ? pages : lesser)
  const peek = ({ service, url }: PageAddress): StoredPage | undefined => byService.get(service)?.get(url)

  /** In the place of what was stored there before. */
  const put = (page: StoredPage): void => {
    page.bytes = sizeOf(page)
    page.usedAt = seconds()
    const before = peek(page)
    if (before) storeOf(before).remove(before)
    const addresses = byService.get(page.service) ?? new Map<string, StoredPage>()
    byService.set(page.service, addresses)
    if (storeOf(page).put(page)) addresses.set(page.url, page)
    else addresses.delete(page.url)
  }

  /** Puts a form in place, and counts the page's size again, where it was not replaced or pushed out meanwhile. */
  const keepVariant = (page: StoredPage, encoding: Encoding, bytes: Buffer): void => {
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
      // There may be another page in its place by now.
      if (peek(page)?.variants !== page.variants) return
      // When it fails, the form at hand is good enough.
      keepVariant(page, 'br', await compressed(await plainBody(page), 'br', BROTLI_QUALITY.best))
    }
    if (!backgroundQueue.run(make)) page.brotliHits = 0
  }
  /** Makes the form that is asked for and was not there; those who ask meanwhile wait for the same one. */
  const makeVariant = (page: StoredPage, encoding: Encoding): Promise<Buffer> => {
    const making = plainBody(page)
      .then((body) => (encoding === 'identity' ? body : compressed(body, encoding)))
      .then(
        (bytes) => {
          keepVariant(page, encoding, bytes)
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
        if (page.usedAt !== at) page.usedAt = at
      }
      return page
    },
    set(address, response, policy, since) {
      const body = exactCopy(response.body)
      const page = pageOf(address, {
        status: response.status,
        etag: `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 22)}"`,
        headers: response.headers,
        policy,
        variants: new Map([['identity', body]]),
        since,
      })
      const before = peek(address)
      // A rendering that began after a purge was quicker than one from before.
      if (before && before.since > since) return before
      if (before?.etag === page.etag) {
        // Nothing changed: what was compressed before need not be again.
        const { variants, isSentPlain, brotliHits } = before
        Object.assign(page, { variants, isSentPlain, brotliHits })
      }
      setAge(page, now())
      if (since !== purges && isPurged(address, page.keys, since)) makeStale(page, now())
      put(page)
      stored += 1
      return page
    },
    purge(matches) {
      purges += 1
      remembered.push(matches)
      if (remembered.length > MAX_REMEMBERED_PURGES) remembered.shift()
      let met = 0
      // All that can be found can be purged.
      for (const addresses of byService.values()) {
        for (const page of addresses.values()) {
          if (!matches(page, page.keys)) continue
          makeStale(page, now())
          met += 1
        }
      }
      return met
    },
    get purges() {
      return purges
    },
    sent(page, encoding) {
      // Past that there is nothing to count for.
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
    *kept() {
      const byUse = pages.newest().sort((a, b) => b.usedAt - a.usedAt)
      for (const { service, url, etag, policy, headers, variants, storedAt } of byUse) {
        // What is being made is of what is there.
        const forms = Object.fromEntries([...variants].filter(([, form]) => Buffer.isBuffer(form)))
        yield { service, url, etag, policy, headers, forms, age: now() - storedAt }
      }
    },
    restore({ etag, policy, headers, forms, age, ...address }) {
      const variants = new Map(ENCODINGS.flatMap((encoding) => (forms[encoding] ? [[encoding, forms[encoding]]] : [])))
      const page = pageOf(address, { status: 200, etag, headers, policy, variants, since: purges })
      setAge(page, now() - age)
      makeStale(page, now())
      put(page)
    },
    get stored() {
      return stored
    },
    get bytes() {
      return pages.bytes + lesser.bytes
    },
  }
}
