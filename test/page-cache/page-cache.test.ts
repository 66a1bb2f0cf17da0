import { CACHING } from '../../src/http/caching.ts'
import { createPageCache, type PageCache } from '../../src/page-cache/page-cache.ts'
import type { CachePolicy } from '../../src/system/cache-policy.ts'

const PAGE_POLICY: CachePolicy = CACHING.article.policy
const MISSING_POLICY: CachePolicy = CACHING.missing.policy

const MAX = 100_000
const BODY = 20_000

let cache: PageCache
beforeEach(() => {
  cache = createPageCache(MAX, () => 5000)
})

function store(url: string, bytes = BODY, { policy = PAGE_POLICY, status = 200, since = cache.purges } = {}) {
  const headers = { 'content-type': 'text/html', 'surrogate-key': `post-${url.slice(1)}` }
  return cache.set({ service: 'a', url }, { status, headers, body: Buffer.alloc(bytes, url) }, policy, since)
}
const isThere = (url: string): boolean => cache.get('a', url) !== undefined

test('a page that is stored again counts once', () => {
  store('/1')
  const { bytes } = cache
  store('/1')
  expect(cache.bytes).toBe(bytes)
  store('/1', 1000, { policy: MISSING_POLICY, status: 404 })
  store('/1')
  expect(cache.bytes).toBe(bytes)
})

test('what was pushed out is not there any more, and what stayed can be purged', () => {
  const urls = Array.from({ length: 20 }, (_, number) => `/${number}`)
  for (const url of urls) store(url)
  const there = urls.filter(isThere)
  expect(there.length).toBeGreaterThan(2)
  expect(there.length).toBeLessThanOrEqual(MAX / BODY)
  expect(there).toEqual(urls.slice(-there.length))
  expect(cache.bytes).toBeLessThanOrEqual(MAX)
  expect(cache.purge(() => true)).toBe(there.length)
})

test('a page that has become too large to be kept is not kept as it was', () => {
  store('/1')
  store('/1', MAX + 1)
  expect([isThere('/1'), cache.bytes]).toEqual([false, 0])
})

test('the same address of two services is two pages', () => {
  store('/1')
  expect(cache.get('b', '/1')).toBeUndefined()
  expect(cache.get('__proto__', '/1')).toBeUndefined()
})

test('what was purged while it was rendered is stored as stale; what was not is fresh', () => {
  const since = cache.purges
  cache.purge(({ url }) => url === '/1')
  cache.purge((_page, keys) => keys.has('post-2'))
  const isFresh = (url: string) => store(url, BODY, { since }).freshUntil >= 5000
  expect(['/1', '/2', '/3'].map(isFresh)).toEqual([false, false, true])
})
