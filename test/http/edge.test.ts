import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import express, { type Express } from 'express'
import { allowCaching, MISSING_POLICY, PAGE_POLICY } from '../../src/http/cache-policy.ts'
import { isRevalidation } from '../../src/http/dispatch.ts'
import { createEdge } from '../../src/http/edge.ts'
import { createPageCache, type PageCache } from '../../src/http/page-cache.ts'
import { createServiceLookup, createServices } from '../../src/services/table.ts'

const LONG = 'Zażółć gęślą jaźń. '.repeat(200)

let server: Server
let base: string
let clock: number
let cache: PageCache
let renders: string[]
let answer: { status: number; body: string; isCacheable: boolean }
let revalidations: number

beforeEach(async () => {
  clock = 1_000_000
  renders = []
  revalidations = 0
  answer = { status: 200, body: LONG, isCacheable: true }
  cache = createPageCache(4_000_000, () => clock)
  server = createServer(
    createEdge({
      app: counting(),
      cache,
      serviceOf: createServiceLookup(createServices(), 'akademia'),
      onError: () => {},
      now: () => clock,
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** An application that answers what the test says, after a moment, and keeps count. */
function counting(): Express {
  const app = express()
  app.disable('etag')
  app.use(async (request, response) => {
    renders.push(request.originalUrl)
    if (isRevalidation(request)) revalidations += 1
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (answer.isCacheable) allowCaching(response, answer.status === 404 ? MISSING_POLICY : PAGE_POLICY)
    response.status(answer.status).type('html').send(answer.body)
  })
  return app
}

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(base + path, { method, headers: { 'accept-encoding': 'identity', ...headers }, redirect: 'manual' })

/** `fetch` decompresses, and sets the Host header itself; this does neither. */
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

describe('the page cache', () => {
  test('a second reader gets the stored bytes without a render', async () => {
    const first = await get('/artykul')
    const second = await get('/artykul')
    expect(await first.text()).toBe(LONG)
    expect(await second.text()).toBe(LONG)
    expect(renders).toEqual(['/artykul'])
    expect([first.headers.get('x-cache'), second.headers.get('x-cache')]).toEqual(['miss', 'hit'])
  })

  test('a hundred readers of one cold page cost one render', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('/zimny')))
    expect(new Set(await Promise.all(answers.map((one) => one.text())))).toEqual(new Set([LONG]))
    expect(renders).toHaveLength(1)
  })

  test('each service has its own pages under one path', async () => {
    for (const host of ['plus.localhost', 'post.localhost:3000', 'nikt.example', 'akademia.localhost']) {
      await getRaw('/', { host })
    }
    expect(renders).toHaveLength(3)
  })

  test('parameters that mean nothing make no new page, the ones that count do', async () => {
    await get('/search?s=klucz&utm_source=x')
    await get('/search?fbclid=123&s=klucz')
    await get('/search?s=portfel')
    expect(renders).toHaveLength(2)
  })

  test('a fresh page becomes stale after 60 seconds, is served at once, and one refresh asks for new content', async () => {
    await get('/artykul')
    clock += 61_000
    answer.body = 'nowa wersja'
    const stale = await get('/artykul')
    expect(await stale.text()).toBe(LONG)
    expect(stale.headers.get('x-cache')).toBe('stale')
    // A cache beyond this server must not keep it as a fresh one.
    expect(stale.headers.get('cache-control')).toMatch(/^public, max-age=0,/)
    await new Promise((resolve) => setTimeout(resolve, 60))
    const fresh = await get('/artykul')
    expect(await fresh.text()).toBe('nowa wersja')
    expect(renders).toHaveLength(2)
    expect(revalidations).toBe(1)
  })

  test('while refreshing fails, the stale page stands for a day, then the failure shows', async () => {
    await get('/artykul')
    answer = { status: 503, body: 'niedostępne', isCacheable: false }
    for (const hours of [0.1, 5, 23]) {
      clock = 1_000_000 + hours * 3_600_000
      const kept = await get('/artykul')
      expect([kept.status, await kept.text()]).toEqual([200, LONG])
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    clock = 1_000_000 + 24.1 * 3_600_000
    expect((await get('/artykul')).status).toBe(503)
  })

  test('after a failed refresh the next one waits five seconds', async () => {
    await get('/artykul')
    answer = { status: 503, body: '', isCacheable: false }
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
    /** Words in an order that a better search for repetitions finds more in. */
    const words = Array.from({ length: 6000 }, (_, n) => `słowo${(n * 7919) % 997}`).join(' ')

    test('a page that stays hot is compressed better in the background, and once for as long as it stays the same', async () => {
      answer.body = words
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
      answer.body = `${words} i jeszcze jedno`
      clock += 61_000
      await raw('/artykul')
      await new Promise((resolve) => setTimeout(resolve, 60))
      expect(brotliDecompressSync(await raw('/artykul')).toString()).toBe(answer.body)
    })

    test('a page that is only sent in brotli is kept in brotli alone, and is there in every other form all the same', async () => {
      answer.body = words
      const size = (await raw('/artykul')).length
      await raw('/artykul')
      expect(cache.bytes).toBeLessThan(size + 2048)
      expect(gunzipSync((await getRaw('/artykul', { 'accept-encoding': 'gzip' })).body).toString()).toBe(words)
      expect(await (await get('/artykul')).text()).toBe(words)
      expect(renders).toHaveLength(1)
    })

    test('a page that is also sent plain is kept plain too', async () => {
      answer.body = words
      await get('/artykul')
      await raw('/artykul')
      expect(cache.bytes).toBeGreaterThan(Buffer.byteLength(words))
    })

    test('a page that few ask for keeps the quick form', async () => {
      answer.body = words
      const first = await raw('/artykul')
      for (let readers = 0; readers < 10; readers++) expect((await raw('/artykul')).length).toBe(first.length)
    })
  })

  test('an answer that nobody declared cacheable is not stored', async () => {
    answer.isCacheable = false
    await get('/prywatne')
    await get('/prywatne')
    expect(renders).toHaveLength(2)
  })

  test('"not there" is believed for half a minute, and nowhere for longer', async () => {
    answer = { status: 404, body: 'nie ma', isCacheable: true }
    expect((await get('/nie-ma')).headers.get('cache-control')).toBe('public, max-age=30')
    clock += 29_000
    expect((await get('/nie-ma')).status).toBe(404)
    expect(renders).toHaveLength(1)
    clock += 2000
    answer = { status: 200, body: 'już jest', isCacheable: true }
    expect(await (await get('/nie-ma')).text()).toBe('już jest')
  })

  test('a page says how long it may be kept, and what the cache did', async () => {
    const miss = await get('/artykul')
    expect(miss.headers.get('cache-control')).toBe(
      'public, max-age=60, stale-while-revalidate=600, stale-if-error=86400',
    )
    expect(miss.headers.get('server-timing')).toMatch(/^cache;desc=miss;dur=\d+\.\d$/)
    expect((await get('/artykul')).headers.get('server-timing')).toBe('cache;desc=hit')
  })

  test('many missing addresses do not push an article out of memory', async () => {
    await get('/artykul')
    answer = { status: 404, body: 'x'.repeat(20_000), isCacheable: true }
    for (let n = 0; n < 60; n++) await get(`/nie-ma-${n}`)
    answer = { status: 200, body: 'inna', isCacheable: true }
    expect(await (await get('/artykul')).text()).toBe(LONG)
  })

  test('posts, files and operations go past the cache', async () => {
    await get('/artykul', {}, 'POST')
    await get('/artykul', {}, 'POST')
    await get('/healthz')
    await get('/healthz')
    expect(renders).toHaveLength(4)
  })
})

describe('what goes over the wire', () => {
  test('brotli and gzip carry the same bytes as the plain answer, and the length is right', async () => {
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

  test('a known ETag is answered with 304 and no body, in any encoding', async () => {
    const etag = (await get('/artykul')).headers.get('etag') ?? ''
    const unchanged = await get('/artykul', { 'if-none-match': `"inny", ${etag}`, 'accept-encoding': 'br' })
    expect([unchanged.status, await unchanged.text(), unchanged.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get('/artykul', { 'if-none-match': '"inny"' })).status).toBe(200)
  })

  test('a changed page has another ETag', async () => {
    const before = (await get('/artykul')).headers.get('etag')
    clock += 700_000
    answer.body = `${LONG}!`
    expect((await get('/artykul')).headers.get('etag')).not.toBe(before)
  })

  test('HEAD has the headers of GET and no body', async () => {
    await get('/artykul')
    const head = await get('/artykul', {}, 'HEAD')
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(LONG)))
    expect(await head.text()).toBe('')
  })
})
