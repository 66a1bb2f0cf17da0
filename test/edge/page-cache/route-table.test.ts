import fc from 'fast-check'
import { ROUTES } from '../../../src/portal/routes.ts'
import { RUNS } from '../../support/property-runs.ts'

const { targetOf } = ROUTES

const text = fc.string({ unit: 'binary' })
const value = fc.oneof(text, text.map(encodeURIComponent), fc.constantFrom('a%26b', 'a%23b', 'a+b', '%C5%BC'))

/** URLs of all kinds, mostly of search pages. */
const anyUrl = fc
  .tuple(
    fc.constantFrom(
      '/',
      '/search',
      '/api/feed/rss',
      '/fragment/live/2026/01/artykul',
      '/2026/01/artykul',
      '/Search',
      '/%C5%BC',
    ),
    fc.array(fc.tuple(fc.constantFrom('s', 'page', 'cat', 'since', 'newsletter', 'utm', '?s'), value), {
      maxLength: 5,
    }),
    fc.constantFrom('', '?', '??', '?&', '?s', '?s=a+b%20c&s=%zz'),
  )
  .map(([path, parameters, more]) => path + (more || `?${parameters.map((pair) => pair.join('=')).join('&')}`))

test('normalising a URL is idempotent, and a normalised URL is whole', () => {
  fc.assert(
    fc.property(anyUrl, (url) => {
      const target = targetOf(url)
      expect(targetOf(target.url)).toEqual({ url: target.url, isWhole: true })
    }),
    { numRuns: RUNS },
  )
})

test('a notice is part of the key of pages only, not of paths without a notice (CACHE-13)', () => {
  for (const path of ['/', '/2026/01/artykul', '/kategoria/edukacja', '/plus']) {
    expect(targetOf(`${path}?newsletter=dodany`).url).toBe(`${path}?newsletter=dodany`)
  }
  expect(targetOf('/search?newsletter=dodany&s=a').url).toBe('/search?s=a&newsletter=dodany')
  for (const path of [
    '/api/feed/feed-gn',
    '/api/feed/rss',
    '/sitemap.xml',
    '/sitemap-articles-2026-11.xml',
    '/news-sitemap.xml',
    '/robots.txt',
    '/manifest.webmanifest',
    '/sw.js',
    '/marfeel.js',
    '/offline',
    '/favicon.ico',
    '/wp-json/amp/v2/post/2026/01/artykul',
    '/amp/2026/01/artykul',
    '/fragment/2026/01/artykul',
    '/search/klucz/1',
  ]) {
    expect(targetOf(`${path}?newsletter=dodany`)).toEqual({ url: path, isWhole: false })
  }
})

test('a search reads the first value of a parameter, and page 1 is the default (CACHE-13)', () => {
  expect(targetOf('/search?s=a&s=b&s=c').url).toBe('/search?s=a')
  for (const page of ['1', '0', '01', '', 'abc', '-1', '1e3', '9999999']) {
    expect([page, targetOf(`/search?s=a&page=${page}`).url]).toEqual([page, '/search?s=a'])
  }
  expect(targetOf('/search?s=a&page=2').url).toBe('/search?s=a&page=2')
})

test('a search counts its limits, in one order, where they are any (SEARCH-17)', () => {
  expect(targetOf('/search?to=2026-05-01&from=2026-01-01&category=edukacja&s=a&page=2').url).toBe(
    '/search?s=a&category=edukacja&from=2026-01-01&to=2026-05-01&page=2',
  )
  expect(targetOf('/search/a/2?from=2026-01-01&utm=x').url).toBe('/search/a/2?from=2026-01-01')
  for (const limit of [
    'category=',
    'category=Edukacja',
    'category=a/b',
    `category=${'a'.repeat(81)}`,
    'from=',
    'from=wczoraj',
    'from=2026-02-30',
    'to=2026-1-1',
  ]) {
    expect([limit, targetOf(`/search?s=a&${limit}`).url]).toEqual([limit, '/search?s=a'])
  }
  expect(targetOf('/search/a/suggestions?from=2026-01-01').url).toBe('/search/a/suggestions')
})
