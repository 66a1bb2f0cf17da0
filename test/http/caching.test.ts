import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { forbidCaching } from '../../src/edge/page-cache/policy.ts'
import { MISSING } from '../../src/http/cache-lifetimes.ts'
import { cacheAs } from '../../src/http/caching.ts'
import type { Lifetimes } from '../../src/system/cache-headers.ts'
import { cachingOf, OUTCOMES } from '../support/caching.ts'

const PURGED: Lifetimes = { browsers: 60, pages: 86_400, amp: 3600 }
const KEYS = ['service-akademia']

interface Case {
  lifetimes?: Lifetimes
  isReadWhole?: boolean
  keys?: readonly string[]
  ends?: number
}

function declared(kind: string) {
  const request = new IncomingMessage(new Socket())
  const dispatch = { isRevalidation: false, policy: undefined, isPassedOn: false, isIncomplete: false }
  request.dispatch = dispatch
  const response = new ServerResponse(request)
  cacheAs(response, cachingOf(kind), KEYS)
  return {
    policy: dispatch.policy,
    control: response.getHeader('cache-control'),
    keys: response.getHeader('surrogate-key'),
  }
}

/** Headers for browsers, for Varnish and Fastly, and for other CDNs. */
function headers(kind: string, settings: Case = {}) {
  const request = new IncomingMessage(new Socket())
  const { lifetimes = PURGED, isReadWhole = true, keys = KEYS, ends } = settings
  request.caching = { lifetimes, isReadWhole: () => isReadWhole }
  const response = new ServerResponse(request)
  cacheAs(response, cachingOf(kind), keys, ends)
  const of = () => ['cache-control', 'surrogate-control', 'cdn-cache-control'].map((name) => response.getHeader(name))
  return { of, response }
}

const PAGE = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

test.each<[string, string]>([
  ['article', PAGE],
  ['search', PAGE],
  ['redirect', PAGE],
  ['newsSitemap', PAGE],
  ['missing', 'public, max-age=30'],
  ['sitemap', 'public, max-age=900, stale-while-revalidate=600, stale-if-error=86400'],
  ['release', 'no-cache'],
  ['icon', 'public, max-age=86400'],
  ['publicFile', 'public, max-age=3600'],
])('%s is stored in the page cache, and sent with its own Cache-Control', (kind, control) => {
  expect(declared(kind)).toEqual({ policy: expect.anything(), control, keys: 'service-akademia' })
})

test.each<[string, string]>([
  ['largePublicFile', 'public, max-age=3600'],
  ['media', 'public, max-age=86400'],
  ['oEmbed', 'public, max-age=3600'],
  ['scrollPosts', 'public, max-age=60'],
])('%s is cached by browsers alone', (kind, control) => {
  expect(declared(kind)).toEqual({ policy: undefined, control, keys: undefined })
})

const STALE = 'stale-while-revalidate=600, stale-if-error=86400'

test('CACHE-15: caches that are purged keep pages, AMP, feeds and maps for as long as the operator says, and browsers a minute', () => {
  for (const kind of ['home', 'article', 'archive', 'fragment', 'feed', 'privacy', 'saved'] as const)
    expect([kind, ...headers(kind).of()]).toEqual([
      kind,
      PAGE,
      `max-age=86400, ${STALE}`,
      `public, max-age=86400, ${STALE}`,
    ])
  expect(headers('amp').of()).toEqual([PAGE, `max-age=3600, ${STALE}`, `public, max-age=3600, ${STALE}`])
  expect(headers('sitemap').of()).toEqual([
    `public, max-age=900, ${STALE}`,
    `max-age=86400, ${STALE}`,
    `public, max-age=86400, ${STALE}`,
  ])
  expect(headers('pastSitemap').of()[0]).toBe('public, max-age=900')
})

test('CACHE-15: what no purge reaches is kept as browsers keep it: every other kind', () => {
  const kept = OUTCOMES.filter((kind) => headers(kind).of()[1] !== undefined)
  expect(kept.sort()).toEqual(
    [
      'amp',
      'archive',
      'article',
      'feed',
      'fixed',
      'fragment',
      'home',
      'index',
      'markdown',
      'pastSitemap',
      'privacy',
      'saved',
      'sitemap',
    ].sort(),
  )
  const nothing = [PAGE, undefined, undefined]
  expect(headers('article', { lifetimes: { browsers: 60, pages: 0, amp: 0 } }).of()).toEqual(nothing)
  expect(headers('article', { keys: [] }).of()).toEqual(nothing)
  // Keys that servers on the way would refuse are cut off.
  const many = Array.from({ length: 1000 }, (_, number) => `post-${number}`)
  expect(headers('article', { keys: [...KEYS, ...many] }).of()).toEqual(nothing)
  expect(headers('article', { keys: [...KEYS, ...many.slice(0, 500)] }).of()[1]).toMatch(/86400/)
})

test('CACHE-15: nor is what was not read whole', () => {
  expect(headers('article', { isReadWhole: false }).of()).toEqual([PAGE, undefined, undefined])
})

test('CACHE-15: nothing is kept beyond the end of a part of it', () => {
  const in10Minutes = Date.now() + 600_500
  expect(headers('article', { ends: in10Minutes }).of()[1]).toMatch(/^max-age=5\d\d, stale-while-revalidate=0, /)
  expect(headers('article', { ends: Date.now() + 50_000 }).of()[1]).toBeUndefined()
})

test('CACHE-14: PAGE_MAX_AGE is what browsers keep pages for; what is younger is kept no longer', () => {
  const agesOf = (browsers: number) =>
    (['article', 'missing', 'liveArticle', 'sitemap', 'icon'] as const).map(
      (kind) => /max-age=(\d+)/.exec(String(headers(kind, { lifetimes: { ...PURGED, browsers } }).of()[0]))?.[1],
    )
  expect(agesOf(300)).toEqual(['300', '30', '10', '900', '86400'])
  expect(agesOf(5)).toEqual(['5', '5', '5', '900', '86400'])
  expect(agesOf(0)).toEqual(['0', '0', '0', '900', '86400'])
})

test('CACHE-15: a failure after all takes everything back', () => {
  const { of, response } = headers('article')
  forbidCaching(response)
  expect(of()).toEqual(['no-store', undefined, undefined])
  const again = headers('article')
  cacheAs(again.response, MISSING, KEYS)
  expect(again.of()).toEqual(['public, max-age=30', undefined, undefined])
})
