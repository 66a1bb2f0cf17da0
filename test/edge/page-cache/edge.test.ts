import { randomBytes } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express, { type Express } from 'express'
import { createEdge } from '../../../src/edge/page-cache/edge.ts'
import { createPageCache, type PageCache } from '../../../src/edge/page-cache/page-cache.ts'
import { allowCaching, KEYS_HEADER } from '../../../src/edge/page-cache/policy.ts'
import { MISSING, PAGE_LIFETIMES } from '../../../src/http/cache-lifetimes.ts'
import { ROUTES } from '../../../src/portal/routes.ts'
import { matchOf } from '../../../src/purge/purge.ts'
import { createServiceLookup } from '../../../src/services/registry.ts'
import type { CachePolicy } from '../../../src/system/cache-headers.ts'
import { createServices } from '../../support/customer-site.ts'
import { plainEdge } from '../../support/edge.ts'
import { until } from '../../support/until.ts'

const PAGE_POLICY: CachePolicy = PAGE_LIFETIMES.article.policy
const MISSING_POLICY: CachePolicy = MISSING.policy
const SEARCH_POLICY: CachePolicy = PAGE_LIFETIMES.search.policy

const LONG = 'Zażółć gęślą jaźń. '.repeat(200)

let server: Server
let base: string
let clock: number
let cache: PageCache
let renders: string[]
let readers: { ok: number; failed: number }
let reply: {
  status: number
  body: string
  isCacheable: boolean
  tag?: string
  location?: (url: string) => string
  policy?: CachePolicy
  /** Of caches in front. */
  edge?: CachePolicy
  /** Delays the response. */
  until?: Promise<void>
}
let revalidations: number

beforeEach(async () => {
  clock = 1_000_000
  renders = []
  readers = { ok: 0, failed: 0 }
  revalidations = 0
  reply = { status: 200, body: LONG, isCacheable: true }
  cache = createPageCache(4_000_000, () => clock)
  server = createServer(
    createEdge({
      ...plainEdge(),
      app: counting(),
      routes: ROUTES,
      readers,
      cache,
      serviceOf: createServiceLookup(createServices(), 'akademia'),
      onError: () => {},
      now: () => clock,
    }),
  )
  await listen()
})

afterEach(close)

async function listen(): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** An application that sends `reply` after a moment, and records its requests. */
function counting(): Express {
  const app = express()
  app.disable('etag')
  app.use(async (request, response) => {
    const sent = reply
    renders.push(request.originalUrl)
    if (request.dispatch?.isRevalidation) revalidations += 1
    await new Promise((resolve) => setTimeout(resolve, 10))
    await sent.until
    if (reply.isCacheable) {
      const policy = sent.policy ?? (reply.status === 404 ? MISSING_POLICY : PAGE_POLICY)
      allowCaching(response, policy, sent.edge ? ['post-1'] : [], { edge: sent.edge })
    }
    if (reply.tag !== undefined) response.set(KEYS_HEADER, reply.tag)
    if (reply.location) return response.redirect(301, reply.location(request.originalUrl))
    if (reply.body === 'half') {
      response.write('half')
      return response.destroy()
    }
    response
      .status(reply.status)
      .type('html')
      .send(sent.until ? sent.body : reply.body)
  })
  return app
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(base + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })

/** Unlike `fetch`, does not decompress, and leaves `Host` to the caller. */
function getRaw(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    request(base + path, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    })
      .on('error', reject)
      .end()
  })
}

test('a page that breaks off while it is rendered is a failed response, and no other one (OBS-42)', async () => {
  reply = { ...reply, body: 'half' }
  expect((await get('/artykul')).status).toBe(500)
  expect(readers).toEqual({ ok: 0, failed: 1 })
  reply = { ...reply, body: LONG }
  expect((await get('/artykul')).status).toBe(200)
  expect(readers).toEqual({ ok: 1, failed: 1 })
})

describe('the page cache', () => {
  test('a second request gets the stored bytes without a rendering', async () => {
    const first = await get('/artykul')
    const second = await get('/artykul')
    expect(await first.text()).toBe(LONG)
    expect(await second.text()).toBe(LONG)
    expect(renders).toEqual(['/artykul'])
    expect([first.headers.get('x-cache'), second.headers.get('x-cache')]).toEqual(['miss', 'hit'])
  })

  test('a hundred concurrent requests for a cold page share one rendering (CACHE-3)', async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => get('/zimny')))
    expect(new Set(await Promise.all(responses.map((one) => one.text())))).toEqual(new Set([LONG]))
    expect(renders).toHaveLength(1)
  })

  test('each service has its own page under the same path (CACHE-3)', async () => {
    for (const host of ['plus.localhost', 'post.localhost:3000', 'nikt.example', 'akademia.localhost']) {
      await getRaw('/', { host })
    }
    expect(renders).toHaveLength(3)
  })

  test('only known parameters are part of the key (CACHE-3)', async () => {
    await get('/search?s=klucz&utm_source=x')
    await get('/search?fbclid=123&s=klucz')
    await get('/search?s=portfel')
    expect(renders).toHaveLength(2)
  })

  test('a fresh page becomes stale after 60 seconds, is served at once, and one refresh requests new content (CACHE-1)', async () => {
    await get('/artykul')
    clock += 61_000
    reply.body = 'nowa wersja'
    const stale = await get('/artykul')
    expect(await stale.text()).toBe(LONG)
    expect(stale.headers.get('x-cache')).toBe('stale')
    // A downstream cache must not store it as fresh.
    expect(stale.headers.get('cache-control')).toMatch(/^public, max-age=0,/)
    await new Promise((resolve) => setTimeout(resolve, 60))
    const fresh = await get('/artykul')
    expect(await fresh.text()).toBe('nowa wersja')
    expect(renders).toHaveLength(2)
    expect(revalidations).toBe(1)
  })

  test('past stale-while-revalidate a request waits for the refresh, and the response is a miss', async () => {
    await get('/artykul')
    clock += 12 * 60_000
    reply.body = 'nowa wersja'
    const fresh = await get('/artykul')
    expect([await fresh.text(), fresh.headers.get('x-cache')]).toEqual(['nowa wersja', 'miss'])
    expect(fresh.headers.get('cache-control')).toMatch(/^public, max-age=60,/)
  })

  test('a purge does not make a page younger: one past stale-while-revalidate is refreshed first (PURGE-4)', async () => {
    await get('/artykul')
    clock += 12 * 60_000
    reply.body = 'nowa wersja'
    cache.purge(() => true)
    expect(await (await get('/artykul')).text()).toBe('nowa wersja')
  })

  test('after a purge that is awaited nobody gets the old page, unless the new one fails (PURGE-12)', async () => {
    await get('/artykul')
    reply.body = 'nowa wersja'
    cache.purge(() => true, true)
    const fresh = await get('/artykul')
    expect([await fresh.text(), fresh.headers.get('x-cache')]).toEqual(['nowa wersja', 'miss'])
    cache.purge(() => true, true)
    Object.assign(reply, { status: 503, isCacheable: false })
    const kept = await get('/artykul')
    expect([kept.status, await kept.text(), kept.headers.get('x-cache')]).toEqual([200, 'nowa wersja', 'stale'])
  })

  test('what is missing has a key of its own, by which a change lets it be looked for again (PURGE-12)', async () => {
    reply.status = 404
    expect((await get('/nowy')).status).toBe(404)
    Object.assign(reply, { status: 200, body: 'jest' })
    cache.purge(matchOf({ service: 'post', paths: ['/'], tags: [] }))
    cache.purge(matchOf({ service: 'akademia', paths: ['/'], tags: [], only: 'comments' }))
    expect((await get('/nowy')).status).toBe(404)
    cache.purge(matchOf({ service: 'akademia', paths: ['/'], tags: [] }))
    expect((await get('/nowy')).status).toBe(200)
  })

  test('a page with the same body and new headers is sent with the new headers', async () => {
    reply.tag = 'post-1 category-stara'
    for (let readers = 0; readers < 2; readers++) await get('/artykul')
    reply.tag = 'post-1 category-nowa'
    clock += 61_000
    await get('/artykul')
    await new Promise((resolve) => setTimeout(resolve, 60))
    const hit = await get('/artykul')
    expect([hit.headers.get('x-cache'), hit.headers.get(KEYS_HEADER)]).toEqual(['hit', 'post-1 category-nowa'])
  })

  test('the wall clock, set forward or back, does not change the age of a page', async () => {
    await close()
    const wall = Date.now()
    let jumped = 0
    const now = jest.spyOn(Date, 'now').mockImplementation(() => wall + jumped)
    server = createServer(
      createEdge({
        ...plainEdge(),
        app: counting(),
        routes: ROUTES,
        cache: createPageCache(4_000_000),
        serviceOf: createServiceLookup(createServices(), 'akademia'),
        onError: () => {},
      }),
    )
    await listen()
    await get('/artykul')
    for (const jump of [86_400_000, -86_400_000]) {
      jumped = jump
      expect((await get('/artykul')).headers.get('x-cache')).toBe('hit')
    }
    now.mockRestore()
  })

  test('while refreshes fail, the stale page is served for a day, then the error (CACHE-1)', async () => {
    await get('/artykul')
    reply = { status: 503, body: 'niedostępne', isCacheable: false }
    for (const hours of [0.1, 5, 23]) {
      clock = 1_000_000 + hours * 3_600_000
      const stale = await get('/artykul')
      expect([stale.status, await stale.text()]).toEqual([200, LONG])
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    clock = 1_000_000 + 24.1 * 3_600_000
    expect((await get('/artykul')).status).toBe(503)
  })

  test('after a failed refresh the next one waits five seconds', async () => {
    await get('/artykul')
    reply = { status: 503, body: '', isCacheable: false }
    clock += 61_000
    for (let reader = 0; reader < 5; reader++) {
      await get('/artykul')
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
    expect(renders).toHaveLength(2)
    clock += 5_001
    await get('/artykul')
    await new Promise((resolve) => setTimeout(resolve, 25))
    expect(renders).toHaveLength(3)
  })

  describe('brotli', () => {
    const raw = (path: string) =>
      new Promise<Buffer>((resolve, reject) => {
        request(base + path, { headers: { 'accept-encoding': 'br' }, agent: false }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks)))
          response.on('error', reject)
        })
          .on('error', reject)
          .end()
      })
    /** Words in an order that a higher compression level shortens. */
    const words = Array.from({ length: 6000 }, (_, n) => `słowo${(n * 7919) % 997}`).join(' ')

    test('a hot page is compressed at the best level in the background, once for each body', async () => {
      reply.body = words
      const first = await raw('/artykul')
      let last = first
      for (let readers = 0; readers < 200 && last.length >= first.length; readers++) {
        last = await raw('/artykul')
        expect(brotliDecompressSync(last).toString()).toBe(words)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      expect(last.length).toBeLessThan(first.length)
      clock += 61_000
      await raw('/artykul')
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(renders).toHaveLength(2)
      expect((await raw('/artykul')).length).toBe(last.length)
      reply.body = `${words} i jeszcze jedno`
      clock += 61_000
      await raw('/artykul')
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(brotliDecompressSync(await raw('/artykul')).toString()).toBe(reply.body)
    })

    test('a page sent only in brotli is stored only in brotli, and still served in every encoding', async () => {
      reply.body = words
      const size = (await raw('/artykul')).length
      await raw('/artykul')
      expect(cache.bytes).toBeLessThan(size + 2048)
      expect(gunzipSync((await getRaw('/artykul', { 'accept-encoding': 'gzip' })).body).toString()).toBe(words)
      expect(await (await get('/artykul')).text()).toBe(words)
      expect(renders).toHaveLength(1)
    })

    test('a page that is also sent uncompressed is also stored uncompressed', async () => {
      reply.body = words
      await get('/artykul')
      await raw('/artykul')
      expect(cache.bytes).toBeGreaterThan(Buffer.byteLength(words))
    })

    test('concurrent requests share one body, which is in memory once', async () => {
      reply.body = words
      await get('/artykul')
      const bodies = await Promise.all(Array.from({ length: 8 }, () => raw('/artykul')))
      expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1)
      const page = cache.get('akademia', '/artykul')
      const stored = page?.variants.br
      expect(Buffer.isBuffer(stored) && stored.buffer === page?.ready.br?.bytes.buffer).toBe(true)
    })

    test('a page with few hits keeps the quick compression', async () => {
      reply.body = words
      const first = await raw('/artykul')
      for (let readers = 0; readers < 10; readers++) expect((await raw('/artykul')).length).toBe(first.length)
    })
  })

  test('a response that is not declared cacheable is not stored (CACHE-8)', async () => {
    reply.isCacheable = false
    await get('/prywatne')
    await get('/prywatne')
    expect(renders).toHaveLength(2)
  })

  test('a 404 is fresh for 30 seconds, and is never served stale (CACHE-2)', async () => {
    reply = { status: 404, body: 'nie ma', isCacheable: true }
    expect((await get('/nie-ma')).headers.get('cache-control')).toBe('public, max-age=30')
    clock += 29_000
    expect((await get('/nie-ma')).status).toBe(404)
    expect(renders).toHaveLength(1)
    clock += 2000
    reply = { status: 200, body: 'już jest', isCacheable: true }
    expect(await (await get('/nie-ma')).text()).toBe('już jest')
  })

  test('a 404 that is rendered again is fresh for 30 seconds too', async () => {
    reply = { status: 404, body: 'nie ma', isCacheable: true }
    await get('/nie-ma')
    clock += 31_000
    expect((await get('/nie-ma')).headers.get('cache-control')).toBe('public, max-age=30')
  })

  test('a page is rendered from its normalised URL, without other parameters', async () => {
    await get('/search?x=1&s=klucz&s=inny&page=2')
    expect(renders).toEqual(['/search?s=klucz&page=2'])
  })

  test('a redirect keeps the query of each request', async () => {
    reply.location = (url) => `/nowy${url.slice(url.indexOf('/', 1))}`
    const to = async (path: string) => (await get(path)).headers.get('location')
    expect(await to('/stary/?utm_source=a')).toBe('/nowy/?utm_source=a')
    expect(await to('/stary/?utm_source=b&x=%20')).toBe('/nowy/?utm_source=b&x=%20')
    expect(await to('/stary/')).toBe('/nowy/')
    expect(await to('/stary/?utm_source=a')).toBe('/nowy/?utm_source=a')
  })

  test('an aborted response is sent as a 500 with the headers of an error, and is not stored (CACHE-8)', async () => {
    reply.body = 'half'
    const broken = await get('/artykul')
    expect([broken.status, broken.headers.get('cache-control')]).toEqual([500, 'no-store'])
    expect(broken.headers.get('x-content-type-options')).toBe('nosniff')
    reply.body = LONG
    expect(await (await get('/artykul')).text()).toBe(LONG)
  })

  test('a page has its lifetime in Cache-Control and the cache state in Server-Timing (CACHE-1)', async () => {
    const miss = await get('/artykul')
    expect(miss.headers.get('cache-control')).toBe(
      'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
    )
    expect(miss.headers.get('server-timing')).toMatch(/^cache;desc=miss;dur=\d+\.\d$/)
    expect((await get('/artykul')).headers.get('server-timing')).toBe('cache;desc=hit')
  })

  test('CACHE-15: caches in front keep a hit for long, a stale page for a second, and so one that was purged while it was rendered', async () => {
    reply.edge = { ...PAGE_POLICY, maxAge: 86_400 }
    const edgeOf = async (path: string, headers = {}, method = 'GET') => {
      const { status, headers: sent } = await get(path, headers, method)
      return [status, sent.get('x-cache'), sent.get('surrogate-control'), sent.get('cdn-cache-control')]
    }
    const stale = 'stale-while-revalidate=600, stale-if-error=86400'
    const long = [`max-age=86400, ${stale}`, `public, max-age=86400, ${stale}`]
    const second = [`max-age=1, ${stale}`, `public, max-age=1, ${stale}`]
    expect(await edgeOf('/artykul')).toEqual([200, 'miss', ...long])
    expect(await edgeOf('/artykul')).toEqual([200, 'hit', ...long])
    const { headers } = await get('/artykul')
    expect(await edgeOf('/artykul', { 'if-none-match': headers.get('etag') })).toEqual([304, 'hit', ...long])
    expect(await edgeOf('/artykul', {}, 'HEAD')).toEqual([200, 'hit', ...long])
    clock += 61_000
    expect(await edgeOf('/artykul')).toEqual([200, 'stale', ...second])

    let release = (): void => {}
    reply.until = new Promise((resolve) => {
      release = resolve
    })
    const answered = edgeOf('/inny')
    await until(
      () => renders,
      (all) => all.includes('/inny'),
    )
    cache.purge(() => true)
    release()
    expect(await answered).toEqual([200, 'miss', ...second])
  })

  /** More than the cache has room for, in bodies that no coding makes smaller. */
  const getMore = async (pathOf: (n: number) => string): Promise<void> => {
    for (let n = 0; n < 100; n++) {
      reply.body = randomBytes(60_000).toString('base64')
      await get(pathOf(n))
    }
  }

  test('further articles do evict one, as many as these are (CACHE-7)', async () => {
    await get('/artykul')
    await getMore((n) => `/artykul-${n}`)
    reply.body = 'inna'
    expect(await (await get('/artykul')).text()).toBe('inna')
  })

  test('requests for many missing pages do not evict an article (CACHE-7)', async () => {
    await get('/artykul')
    reply = { status: 404, body: '', isCacheable: true }
    await getMore((n) => `/nie-ma-${n}`)
    reply = { status: 200, body: 'inna', isCacheable: true }
    expect(await (await get('/artykul')).text()).toBe(LONG)
  })

  test('searches, which have unbounded cache keys, do not evict an article (CACHE-7)', async () => {
    await get('/artykul')
    reply = { status: 200, body: '', isCacheable: true, policy: SEARCH_POLICY }
    await getMore((n) => `/search?s=${n}`)
    reply = { status: 200, body: 'inna', isCacheable: true }
    expect(await (await get('/artykul')).text()).toBe(LONG)
  })

  test('search parameters are not part of the key of an article', async () => {
    await get('/artykul')
    for (const query of ['s=1', 'page=2', 'cat=3']) await get(`/artykul?${query}`)
    expect(renders).toEqual(['/artykul'])
  })

  test('past stale-while-revalidate a request waits only briefly for a hanging source, then gets the stale page', async () => {
    await get('/artykul')
    clock += 700_000
    let release = (): void => {}
    reply.until = new Promise((resolve) => {
      release = resolve
    })
    const stale = await get('/artykul')
    expect([stale.headers.get('x-cache'), await stale.text()]).toEqual(['stale', LONG])
    release()
  })

  test('at most eight background refreshes run at a time', async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `/artykul-${n}`)
    for (const path of paths) await get(path)
    clock += 61_000
    renders = []
    let release = (): void => {}
    reply.until = new Promise((resolve) => {
      release = resolve
    })
    await Promise.all(paths.map((path) => get(path)))
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(renders).toHaveLength(8)
    release()
    for (let tries = 0; tries < 200 && renders.length < 40; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    expect(new Set(renders)).toEqual(new Set(paths))
  })

  test('a rendering from before a purge does not replace one from after it', async () => {
    let release = (): void => {}
    const until = new Promise<void>((resolve) => {
      release = resolve
    })
    reply = { ...reply, body: 'stara', until }
    const slow = get('/artykul')
    while (renders.length < 1) await new Promise((resolve) => setTimeout(resolve, 5))
    cache.purge(() => true)
    reply = { status: 200, body: 'nowa', isCacheable: true }
    expect(await (await get('/artykul')).text()).toBe('nowa')
    release()
    expect(await (await slow).text()).toBe('nowa')
    const after = await get('/artykul')
    expect([after.headers.get('x-cache'), await after.text()]).toEqual(['hit', 'nowa'])
  })

  test('POST requests and operations bypass the cache (CACHE-8)', async () => {
    await get('/artykul', {}, 'POST')
    await get('/artykul', {}, 'POST')
    await get('/healthz')
    await get('/healthz')
    expect(renders).toHaveLength(4)
  })
})

describe('the response on the wire', () => {
  test('brotli and gzip decompress to the plain body, with the right Content-Length (CACHE-6)', async () => {
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const raw = await getRaw('/artykul', { 'accept-encoding': encoding })
      expect(raw.headers['content-encoding']).toBe(encoding)
      expect(raw.headers['content-length']).toBe(String(raw.body.length))
      expect(raw.headers.vary).toBe('Accept-Encoding')
      expect(decompress(raw.body).toString()).toBe(LONG)
    }
  })

  test('an encoding refused with q=0 is not used', async () => {
    const raw = await getRaw('/artykul', { 'accept-encoding': 'br;q=0, gzip;q=0.5' })
    expect(raw.headers['content-encoding']).toBe('gzip')
  })

  test('a known ETag gets 304 without a body, in any encoding (CACHE-6)', async () => {
    const etag = (await get('/artykul')).headers.get('etag') ?? ''
    const unchanged = await get('/artykul', { 'if-none-match': `"inny", ${etag}`, 'accept-encoding': 'br' })
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get('/artykul', { 'if-none-match': '"inny"' })).status).toBe(200)
    // A cache on the way may have made it a strong ETag.
    expect((await get('/artykul', { 'if-none-match': etag.replace('W/', '') })).status).toBe(304)
  })

  test('a date is not a condition, and no page has one (CACHE-12)', async () => {
    const { headers } = await get('/feed')
    expect(headers.get('last-modified')).toBeNull()
    for (const since of [headers.get('date') ?? '', 'Fri, 01 Jan 2100 00:00:00 GMT', '9999', 'x', ''])
      expect([since, (await get('/feed', { 'if-modified-since': since })).status]).toEqual([since, 200])
    const etag = headers.get('etag') ?? ''
    const past = 'Thu, 01 Jan 1970 00:00:00 GMT'
    expect((await get('/feed', { 'if-none-match': etag, 'if-modified-since': past })).status).toBe(304)
  })

  test('a changed page has another ETag', async () => {
    const before = (await get('/artykul')).headers.get('etag')
    clock += 700_000
    reply.body = `${LONG}!`
    expect((await get('/artykul')).headers.get('etag')).not.toBe(before)
  })

  test('HEAD has the headers of GET and no body (CACHE-6)', async () => {
    await get('/artykul')
    const head = await get('/artykul', {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(LONG)))
    expect(await head.text()).toBe('')
  })
})
