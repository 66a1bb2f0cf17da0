import type { CachePolicy } from '../../system/cache-headers.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { entityTag } from '../transport/conditional.ts'
import { type Encoding, exactCopy } from '../transport/encodings.ts'
import type { CapturedResponse } from './dispatch.ts'
import { createEntryStore, type EntryStore } from './store.ts'
import {
  keysOf,
  makeStale,
  type PageKey,
  type PageKeys,
  pageOf,
  type StoredPage,
  setAge,
  sizeOf,
} from './stored-page.ts'
import { createVariants, type Variants } from './variants.ts'

export interface PersistedPage extends PageKey {
  etag: string
  policy: CachePolicy
  headers: Record<string, string>
  forms: Partial<Record<Encoding, Buffer>>
  age: number
}

export type PurgeMatch = (pageKey: PageKey, keys: PageKeys) => boolean

export interface PageCache extends Variants {
  get(service: string, url: string): StoredPage | undefined
  /**
   * Copies the body: a slice would keep a larger buffer alive.
   * @param since `purges` when the rendering began: a page purged since then is stored as stale
   */
  set(pageKey: PageKey, response: CapturedResponse, policy: CachePolicy, since: number): StoredPage
  /**
   * Gives the next reader the old page during a refresh, later ones the new one (PURGE-1).
   * @param isAwaited the next reader waits too
   * @returns number of purged pages
   */
  purge(matches: PurgeMatch, isAwaited?: boolean): number
  pagesOf(service: string): Iterable<Readonly<Pick<StoredPage, 'url' | 'status'> & { keys: PageKeys }>>
  readonly purges: number
  /** The latest used comes first, without errors, redirects, files of the build and unbounded cache keys. */
  pagesToPersist(): Iterable<PersistedPage>
  /** Restores as stale: nobody knows what was purged meanwhile. */
  restore(page: PersistedPage): void
  readonly stored: number
  readonly bytes: number
}

/** Errors, redirects and unbounded cache keys evict no articles beyond this share. */
const SECONDARY_SHARE = 1 / 32
const MAX_PURGES = 100

interface Purge {
  matches: PurgeMatch
  isAwaited: boolean
}

/** @param maxBytes of all bodies, with an allowance per page for headers and keys */
export function createPageCache(maxBytes: number, now: Clock = elapsed): PageCache {
  const pages = createPages(maxBytes)
  const seconds = (): number => Math.trunc(now() / 1000)
  const recent: Purge[] = []
  let purges = 0
  let stored = 0
  const put = (page: StoredPage): void => {
    page.usedAt = seconds()
    pages.put(page)
  }
  const variants = createVariants(pages.peek, pages.resize)

  return {
    get(service, url) {
      const page = pages.ofService(service)?.get(url)
      const at = seconds()
      if (page && page.usedAt !== at) page.usedAt = at
      return page
    },
    set(pageKey, response, policy, since) {
      const page = newPage(pageKey, response, policy, since)
      const before = pages.peek(pageKey)
      if (before && before.since > since) return before
      if (before?.etag === page.etag) {
        const { variants, isSentPlain, brotliHits } = before
        Object.assign(page, { variants, isSentPlain, brotliHits })
      }
      setAge(page, now())
      if (page.isIncomplete) page.freshUntil = -1
      if (since !== purges) catchUp(page, purges, recent, now())
      put(page)
      stored += 1
      return page
    },
    purge(matches, isAwaited = false) {
      purges += 1
      recent.push({ matches, isAwaited })
      if (recent.length > MAX_PURGES) recent.shift()
      let count = 0
      for (const page of pages.all()) {
        if (!matches(page, keysOf(page))) continue
        makeStale(page, now(), isAwaited)
        count += 1
      }
      return count
    },
    *pagesOf(service) {
      for (const page of pages.ofService(service)?.values() ?? [])
        yield { url: page.url, status: page.status, keys: keysOf(page) }
    },
    get purges() {
      return purges
    },
    sent: variants.sent,
    body: variants.body,
    pagesToPersist: () => persisted(pages.newest(), now),
    restore({ etag, policy, headers, forms, age, ...pageKey }) {
      const variants = { identity: forms.identity, gzip: forms.gzip, br: forms.br }
      const page = pageOf(pageKey, { status: 200, etag, headers, policy, variants, since: purges, isIncomplete: false })
      setAge(page, now() - age)
      makeStale(page, now(), false)
      put(page)
    },
    get stored() {
      return stored
    },
    get bytes() {
      return pages.bytes()
    },
  }
}

function createPages(maxBytes: number) {
  const byService = new Map<string, Map<string, StoredPage>>()
  const store = (bytes: number): EntryStore<StoredPage> =>
    createEntryStore(bytes, ({ service, url }) => byService.get(service)?.delete(url))
  const primary = store(maxBytes)
  const secondary = store(Math.ceil(maxBytes * SECONDARY_SHARE))
  const storeOf = ({ status, policy }: StoredPage) => (status === 200 && !policy.isUnbounded ? primary : secondary)
  const peek = ({ service, url }: PageKey): StoredPage | undefined => byService.get(service)?.get(url)
  return {
    peek,
    ofService: (service: string) => byService.get(service),
    put(page: StoredPage): void {
      page.bytes = sizeOf(page)
      const before = peek(page)
      if (before) storeOf(before).remove(before)
      const byUrl = byService.get(page.service) ?? new Map<string, StoredPage>()
      byService.set(page.service, byUrl)
      if (storeOf(page).put(page)) byUrl.set(page.url, page)
      else byUrl.delete(page.url)
    },
    resize: (page: StoredPage): void => storeOf(page).resize(page, sizeOf(page)),
    *all(): Iterable<StoredPage> {
      for (const byUrl of byService.values()) yield* byUrl.values()
    },
    newest: () => primary.newest(),
    bytes: () => primary.bytes + secondary.bytes,
  }
}

/** Too old a rendering counts as purged. */
function catchUp(page: StoredPage, purges: number, recent: readonly Purge[], at: number): void {
  const missed = purges - page.since
  const met = recent.slice(-missed).filter(({ matches }) => matches(page, keysOf(page)))
  const isAwaited = met.some((purge) => purge.isAwaited)
  if (missed > recent.length || met.length > 0) makeStale(page, at, isAwaited)
}

function newPage(pageKey: PageKey, response: CapturedResponse, policy: CachePolicy, since: number): StoredPage {
  const body = exactCopy(response.body)
  return pageOf(pageKey, {
    status: response.status,
    etag: `W/${entityTag(body)}`,
    headers: response.headers,
    policy,
    variants: { identity: body, gzip: undefined, br: undefined },
    since,
    isIncomplete: response.isIncomplete === true,
  })
}

function* persisted(newest: StoredPage[], now: Clock): Iterable<PersistedPage> {
  const byUse = newest.sort((a, b) => b.usedAt - a.usedAt)
  for (const { service, url, etag, policy, headers, variants, storedAt, isIncomplete } of byUse) {
    if (isIncomplete || policy.isOfBuild) continue
    const forms = Object.fromEntries(Object.entries(variants).filter(([, bytes]) => Buffer.isBuffer(bytes)))
    yield { service, url, etag, policy, headers, forms, age: now() - storedAt }
  }
}
