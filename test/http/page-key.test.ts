import fc from 'fast-check'
import { targetOf } from '../../src/http/page-key.ts'

const text = fc.string({ unit: 'binary' })
const value = fc.oneof(text, text.map(encodeURIComponent), fc.constantFrom('a%26b', 'a%23b', 'a+b', '%C5%BC'))

/** Addresses of all kinds, those of search pages above all. */
const address = fc
  .tuple(
    fc.constantFrom('/', '/search', '/api/feed/rss', '/2026/01/artykul', '/Search', '/%C5%BC'),
    fc.array(fc.tuple(fc.constantFrom('s', 'page', 'cat', 'newsletter', 'utm', '?s'), value), {
      maxLength: 5,
    }),
    fc.constantFrom('', '?', '??', '?&', '?s', '?s=a+b%20c&s=%zz'),
  )
  .map(([path, parameters, more]) => path + (more || `?${parameters.map((pair) => pair.join('=')).join('&')}`))

test('what a page is stored under leads to itself: it may be looked up as it was asked for', () => {
  fc.assert(
    fc.property(address, (url) => {
      const target = targetOf(url)
      expect(targetOf(target.url)).toEqual({ url: target.url, isWhole: true })
    }),
    { numRuns: 2000 },
  )
})
