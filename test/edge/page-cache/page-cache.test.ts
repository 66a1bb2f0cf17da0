import { randomBytes } from 'node:crypto'
import { createPageCache, type PageCache } from '../../../src/edge/page-cache/page-cache.ts'
import { keysOf } from '../../../src/edge/page-cache/stored-page.ts'
import { MISSING, PAGE_LIFETIMES } from '../../../src/http/cache-lifetimes.ts'
import type { CachePolicy } from '../../../src/system/cache-headers.ts'
import { seeded } from '../../support/seeded.ts'

const PAGE_POLICY: CachePolicy = PAGE_LIFETIMES.article.policy
const MISSING_POLICY: CachePolicy = MISSING.policy

const MAX = 100_000
const BODY = 20_000

let cache: PageCache
let now: number
beforeEach(() => {
  now = 5000
  cache = createPageCache(MAX, () => now)
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

test('an evicted page is gone, and one that stayed can be purged', () => {
  const urls = Array.from({ length: 20 }, (_, number) => `/${number}`)
  for (const url of urls) store(url)
  const there = urls.filter(isThere)
  expect(there.length).toBeGreaterThan(2)
  expect(there.length).toBeLessThanOrEqual(MAX / BODY)
  expect(there).toEqual(urls.slice(-there.length))
  expect(cache.bytes).toBeLessThanOrEqual(MAX)
  expect(cache.purge(() => true)).toBe(there.length)
})

test('a page that was used since it was stored outlives one that was not', () => {
  for (const url of ['/1', '/2', '/3', '/4']) store(url)
  now += 1000
  cache.get('a', '/1')
  store('/5')
  expect(['/1', '/2', '/3', '/4', '/5'].filter(isThere)).toEqual(['/1', '/3', '/4', '/5'])
})

test('a page that exceeds the bound is not stored, and evicts nothing', () => {
  store('/1')
  store('/2', MAX + 1)
  expect(['/1', '/2'].filter(isThere)).toEqual(['/1'])
})

test('another variant of a page counts, and evicts others', async () => {
  for (const url of ['/1', '/2', '/3']) store(url)
  // Random bytes do not compress.
  const body = randomBytes(BODY)
  const page = cache.set({ service: 'a', url: '/4' }, { status: 200, headers: {}, body }, PAGE_POLICY, cache.purges)
  page.isSentPlain = true
  await cache.body(page, 'gzip')
  expect(['/1', '/2', '/3', '/4'].filter(isThere)).toEqual(['/2', '/3', '/4'])
  expect(cache.bytes).toBeGreaterThan(MAX - BODY)
  expect(cache.bytes).toBeLessThanOrEqual(MAX)
})

test('a page that has become too large is not stored, and its predecessor is removed', () => {
  store('/1')
  store('/1', MAX + 1)
  expect([isThere('/1'), cache.bytes]).toEqual([false, 0])
})

test('one URL at two services is two pages', () => {
  store('/1')
  expect(cache.get('b', '/1')).toBeUndefined()
  expect(cache.get('__proto__', '/1')).toBeUndefined()
})

test('a page that was purged while it was rendered is stored as stale; others are fresh', () => {
  const since = cache.purges
  cache.purge(({ url }) => url === '/1')
  cache.purge((_page, keys) => keys.has('post-2'))
  const isFresh = (url: string) => store(url, BODY, { since }).freshUntil >= 5000
  expect(['/1', '/2', '/3'].map(isFresh)).toEqual([false, false, true])
})

test('a page has exactly the keys of its header, however many a purge has', () => {
  // One is the beginning, the end or the middle of another.
  const names = ['post-1', 'post-11', 'xpost-1', 'post-1x', 'post', 'tag-a', 'tag-ab', 'a', 'missing-a', 'missing-ab']
  const random = seeded(7)
  const some = (most: number): string[] => names.filter(() => random() * names.length < most)
  for (let round = 0; round < 2000; round += 1) {
    const list = some(6)
    const status = round % 3 === 0 ? 404 : 200
    const keys = keysOf({ service: 'a', status, headers: { 'surrogate-key': list.join(' ') } })
    const own = new Set(status === 404 ? [...list, 'missing-a'] : list)
    const few = new Set(some(3))
    const many = new Set(['', ...few, ...Array.from({ length: 30 }, (_, index) => `other-${index}`)])
    const isMeant = [...few].some((key) => own.has(key))
    expect([new Set(keys), keys.first]).toEqual([own, list[0] ?? ''])
    expect([keys.hasAny(few), keys.hasAny(many), keys.has('')]).toEqual([isMeant, isMeant, false])
    expect(names.filter((name) => keys.has(name))).toEqual(names.filter((name) => own.has(name)))
  }
})
