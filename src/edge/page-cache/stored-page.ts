import { missingKey } from '../../content/public-paths.ts'
import type { CachePolicy } from '../../system/cache-headers.ts'
import { decompressed, type Encoding } from '../transport/encodings.ts'
import type { SerialisedResponse } from '../transport/serialised-response.ts'
import { isArticlePage, type Viewed } from './page-views.ts'
import { KEYS_HEADER } from './policy.ts'
import type { StoredEntry } from './store.ts'

export interface PageKey {
  service: string
  url: string
}

/** All three names from the start take a quarter of a map's memory. */
export type PageForms = Record<Encoding, Promise<Buffer> | Buffer | undefined>

export interface PageKeys extends Iterable<string> {
  readonly first: string
  has(key: string): boolean
  hasAny(keys: ReadonlySet<string>): boolean
}

export interface StoredPage extends PageKey, StoredEntry, Viewed {
  isArticle: boolean
  status: number
  etag: string
  storedAt: number
  /** An integer of the cache's clock: V8 stores others outside the object. */
  freshUntil: number
  policy: CachePolicy
  isIncomplete: boolean
  isPurged: boolean
  /** The next reader waits for the new page. */
  isAwaited: boolean
  retryAt: number
  headers: Record<string, string>
  variants: PageForms
  /** False: a compressed variant replaces the plain one, to save memory. */
  isSentPlain: boolean
  brotliHits: number
  since: number
  ready: Partial<Record<Encoding | 'unchanged', SerialisedResponse>>
}

const GONE = new Set([404, 410])
const ENTRY_OVERHEAD_BYTES = 1024

type PageContent = Pick<StoredPage, 'status' | 'etag' | 'headers' | 'policy' | 'variants' | 'since' | 'isIncomplete'>

export function pageOf({ service, url }: PageKey, content: PageContent): StoredPage {
  return {
    freshUntil: 0,
    usedAt: 0,
    ready: { br: undefined, gzip: undefined, identity: undefined, unchanged: undefined },
    brotliHits: 0,
    isArticle: isArticlePage(url, content.status, content.headers),
    views: 0,
    service,
    url,
    ...content,
    storedAt: 0,
    isPurged: false,
    isAwaited: false,
    retryAt: 0,
    isSentPlain: false,
    bytes: 0,
    queuedAt: 0,
  }
}

export function setAge(page: StoredPage, storedAt: number): void {
  page.storedAt = storedAt
  page.freshUntil = Math.trunc(storedAt + page.policy.maxAge * 1000)
}

/** Even shortly after a failed refresh. */
export function makeStale(page: StoredPage, at: number, isAwaited: boolean): void {
  setAge(page, Math.min(page.storedAt, at - page.policy.maxAge * 1000 - 1))
  page.isPurged = true
  page.isAwaited = isAwaited
  page.retryAt = 0
}

/** From this many on, looking keys up is faster than searching the header. */
const FEW_KEYS = 8

/** A set of keys took a fifth of a page's memory beyond its body. */
class HeaderKeys implements PageKeys {
  constructor(
    private readonly header: string,
    private readonly missing: string | undefined,
  ) {}

  get first(): string {
    const end = this.header.indexOf(' ')
    return end === -1 ? this.header : this.header.slice(0, end)
  }

  /** Copies nothing, for thousands of pages. */
  has(key: string): boolean {
    const { header, missing } = this
    if (key === '') return false
    if (key === missing) return true
    for (let at = header.indexOf(key); at !== -1; at = header.indexOf(key, at + 1)) {
      const end = at + key.length
      if ((at === 0 || header[at - 1] === ' ') && (end === header.length || header[end] === ' ')) return true
    }
    return false
  }

  hasAny(keys: ReadonlySet<string>): boolean {
    if (keys.size > FEW_KEYS) return this.isOneOf(keys)
    for (const key of keys) if (this.has(key)) return true
    return false
  }

  /** An iterator takes half as long again. */
  private isOneOf(keys: ReadonlySet<string>): boolean {
    const { header, missing } = this
    for (let at = 0; at < header.length; ) {
      const space = header.indexOf(' ', at)
      const end = space === -1 ? header.length : space
      if (end > at && keys.has(header.slice(at, end))) return true
      at = end + 1
    }
    return missing !== undefined && keys.has(missing)
  }

  *[Symbol.iterator](): Iterator<string> {
    const { header, missing } = this
    for (let at = 0; at < header.length; ) {
      const space = header.indexOf(' ', at)
      const end = space === -1 ? header.length : space
      if (end > at) yield header.slice(at, end)
      at = end + 1
    }
    if (missing !== undefined) yield missing
  }
}

export function keysOf({ service, status, headers }: Pick<StoredPage, 'service' | 'status' | 'headers'>): PageKeys {
  return new HeaderKeys(headers[KEYS_HEADER] ?? '', GONE.has(status) ? missingKey(service) : undefined)
}

export function sizeOf(page: StoredPage): number {
  let bytes = ENTRY_OVERHEAD_BYTES
  for (const variant of Object.values(page.variants)) bytes += variant instanceof Buffer ? variant.length : 0
  return bytes
}

export async function plainBody({ variants }: StoredPage): Promise<Buffer> {
  const { identity, br, gzip } = variants
  if (identity) return identity
  if (br) return decompressed(await br, 'br')
  if (gzip) return decompressed(await gzip, 'gzip')
  throw new Error('the stored page has no body')
}
