import type { CachePolicy } from '../system/cache-policy.ts'
import { decompressed, type Encoding } from '../transport/encodings.ts'
import type { SerialisedResponse } from '../transport/serialised-response.ts'
import { KEYS_HEADER } from './policy.ts'
import type { StoredEntry } from './store.ts'

/** What a page is stored under. */
export interface PageAddress {
  /** Name of the service that it belongs to. */
  service: string
  /** Path, and the parameters of the query that count, as the edge writes them. */
  url: string
}

/** A stored response: its bytes in the encodings that readers ask for, and in those alone. */
export interface StoredPage extends PageAddress, StoredEntry {
  status: number
  etag: string
  /** By the cache's clock. */
  storedAt: number
  /** By the same clock; whole, because V8 keeps other numbers apart from the object. */
  freshUntil: number
  policy: CachePolicy
  /** No refresh is tried before this time: the last one failed. */
  retryAt: number
  headers: Record<string, string>
  /** What it shows, by which it is purged. */
  keys: ReadonlySet<string>
  variants: Map<Encoding, Promise<Buffer> | Buffer>
  /** Someone takes it uncompressed; else that form goes as soon as there is a compressed one. */
  isSentPlain: boolean
  /** How often its brotli form was sent: what is sent often is worth a better one. */
  brotliHits: number
  /** Purges before its rendering began. */
  since: number
  /** What hits are answered with, once one was: nothing of it need be looked up or made again. */
  ready: Partial<Record<Encoding | 'unchanged', SerialisedResponse>>
}

/** For headers and keys. */
const ENTRY_OVERHEAD_BYTES = 1024

type PageContent = Pick<StoredPage, 'status' | 'etag' | 'headers' | 'policy' | 'variants' | 'since'>

/** All of one shape from the beginning, which is quicker to read; what a hit reads comes first. */
export function pageOf({ service, url }: PageAddress, content: PageContent): StoredPage {
  return {
    freshUntil: 0,
    usedAt: 0,
    ready: { br: undefined, gzip: undefined, identity: undefined, unchanged: undefined },
    brotliHits: 0,
    service,
    url,
    ...content,
    keys: keysOf(content.headers),
    storedAt: 0,
    retryAt: 0,
    isSentPlain: false,
    bytes: 0,
    queuedAt: 0,
  }
}

/** @param storedAt by the cache's clock */
export function setAge(page: StoredPage, storedAt: number): void {
  page.storedAt = storedAt
  page.freshUntil = Math.trunc(storedAt + page.policy.maxAge * 1000)
}

/** A moment too old, if not older: it is refreshed by the next reader, however lately the last refresh failed. */
export function makeStale(page: StoredPage, at: number): void {
  setAge(page, Math.min(page.storedAt, at - page.policy.maxAge * 1000 - 1))
  page.retryAt = 0
}

function keysOf(headers: Record<string, string>): ReadonlySet<string> {
  return new Set((headers[KEYS_HEADER] ?? '').split(' '))
}

/** What it counts for in the cache. */
export function sizeOf(page: StoredPage): number {
  let bytes = ENTRY_OVERHEAD_BYTES
  for (const variant of page.variants.values()) bytes += variant instanceof Buffer ? variant.length : 0
  return bytes
}

/** As it was rendered: kept, or made of a compressed form. */
export async function plainBody({ variants }: StoredPage): Promise<Buffer> {
  const plain = variants.get('identity')
  if (plain) return plain
  const brotli = variants.get('br')
  if (brotli) return decompressed(await brotli, 'br')
  const gzip = variants.get('gzip')
  if (gzip) return decompressed(await gzip, 'gzip')
  throw new Error('a stored page without a body')
}
