import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { type CachedKind, cacheAs } from '../../src/http/caching.ts'

function declared(kind: CachedKind) {
  const request = new IncomingMessage(new Socket())
  const dispatch = { isRevalidation: false, policy: undefined, isPassedOn: false, isIncomplete: false }
  request.dispatch = dispatch
  const response = new ServerResponse(request)
  cacheAs(response, kind, ['service-akademia'])
  return {
    policy: dispatch.policy,
    control: response.getHeader('cache-control'),
    keys: response.getHeader('surrogate-key'),
  }
}

const PAGE = 'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400'

test.each<[CachedKind, string]>([
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

test.each<[CachedKind, string]>([
  ['largePublicFile', 'public, max-age=3600'],
  ['media', 'public, max-age=86400'],
  ['oEmbed', 'public, max-age=3600'],
  ['scrollPosts', 'public, max-age=60'],
])('%s is cached by browsers alone', (kind, control) => {
  expect(declared(kind)).toEqual({ policy: undefined, control, keys: undefined })
})
