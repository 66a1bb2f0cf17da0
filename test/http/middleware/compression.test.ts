import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import express, { type Response } from 'express'
import { createEdge } from '../../../src/edge/page-cache/edge.ts'
import { createPageCache } from '../../../src/edge/page-cache/page-cache.ts'
import { allowCaching } from '../../../src/edge/page-cache/policy.ts'
import { compressed, compressedCaptured } from '../../../src/http/middleware/compression.ts'
import { ROUTES } from '../../../src/portal/routes.ts'
import { createServiceLookup } from '../../../src/services/registry.ts'
import { createServices } from '../../support/customer-site.ts'
import { plainEdge } from '../../support/edge.ts'

const WORDS = 'Powtarzane słowa. '.repeat(400)
const SIZE = Buffer.byteLength(WORDS)
const POLICY = { maxAge: 60, staleWhileRevalidate: 0, staleIfError: 0 }

/** What the application sends to a path; the page cache stores it where it says so. */
const RESPONSES: Record<string, (response: Response) => void> = {
  json: (response) => response.json({ words: WORDS }),
  stored: (response) => {
    allowCaching(response, POLICY)
    response.type('html').send(WORDS)
  },
  failure: (response) => response.status(503).type('html').send(WORDS),
  missing: (response) => response.status(404).type('text').send(WORDS),
  redirect: (response) => response.redirect(302, '/elsewhere'),
  small: (response) => response.type('html').send('x'.repeat(1023)),
  least: (response) => response.type('html').send('x'.repeat(1024)),
  image: (response) => response.type('webp').send(Buffer.from(WORDS)),
  encoded: (response) => response.set('content-encoding', 'gzip').type('html').send(gzipSync(WORDS)),
  untransformed: (response) => response.set('cache-control', 'private, no-transform').type('html').send(WORDS),
  strong: (response) => response.set('etag', '"a"').type('html').send(WORDS),
  varies: (response) => response.set('vary', 'Origin').type('html').send(WORDS),
  range: (response) =>
    response
      .status(206)
      .set('content-range', `bytes 0-${SIZE - 1}/${2 * SIZE}`)
      .type('text')
      .send(WORDS),
  nothing: (response) => response.status(204).end(),
}

let server: Server
/** `captured`: rendered by the page cache; `direct`: the client's own request, as without a page cache. */
const modes = ['captured', 'direct'] as const

async function open(mode: (typeof modes)[number]): Promise<void> {
  const app = express()
  app.disable('etag')
  app.use(compressed())
  app.use((incoming, response) => RESPONSES[incoming.path.slice(1)]?.(response))
  server = createServer(
    createEdge({
      ...plainEdge(),
      app,
      routes: ROUTES,
      ...(mode === 'captured' && { cache: createPageCache(4_000_000) }),
      serviceOf: createServiceLookup(createServices(), 'akademia'),
      onError: () => {},
      sendCaptured: compressedCaptured(),
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

interface Received {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

function ask(name: string, accepted?: string, method = 'GET'): Promise<Received> {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const sent = request({ port, host: '127.0.0.1', path: `/${name}`, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

describe.each(modes)('a response that is not stored, %s (CACHE-11)', (mode) => {
  beforeEach(() => open(mode))

  test.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['deflate', 'deflate', inflateSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, decompressed) => {
    const { headers, body, status } = await ask('json', accepted)
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'Accept-Encoding'])
    expect(body.length).toBeLessThan(SIZE / 10)
    expect(JSON.parse(decompressed(body).toString())).toEqual({ words: WORDS })
    expect(headers['content-length'] ?? String(body.length)).toBe(String(body.length))
  })

  test.each([undefined, 'identity', 'gzip;q=0', 'unknown'])('is plain for one that accepts %s', async (accepted) => {
    const { headers, body } = await ask('json', accepted)
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'Accept-Encoding'])
    expect(headers['content-length']).toBe(String(body.length))
  })

  test('is compressed whatever its status', async () => {
    for (const [name, status] of Object.entries({ failure: 503, missing: 404 })) {
      const { headers, body, ...received } = await ask(name, 'gzip')
      expect([received.status, headers['content-encoding']]).toEqual([status, 'gzip'])
      expect(gunzipSync(body).toString()).toBe(WORDS)
    }
  })

  test.each(['small', 'image', 'untransformed', 'range', 'redirect', 'nothing'])('stays as it is: %s', async (name) => {
    const plain = await ask(name)
    const { status, headers, body } = await ask(name, 'gzip, br')
    expect(headers['content-encoding']).toBeUndefined()
    expect([status, body.toString(), headers['content-range']]).toEqual([
      plain.status,
      plain.body.toString(),
      plain.headers['content-range'],
    ])
  })

  test('is compressed from 1,024 bytes on, and never twice', async () => {
    expect((await ask('least', 'gzip')).headers['content-encoding']).toBe('gzip')
    const { body, headers } = await ask('encoded', 'gzip, br')
    expect(headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(body).toString()).toBe(WORDS)
  })

  test('keeps what else it varies by', async () => {
    expect((await ask('varies', 'gzip')).headers.vary).toBe('Origin, Accept-Encoding')
    expect((await ask('varies')).headers.vary).toContain('Origin')
  })

  test('has no strong validator in a compressed form, as its bytes are others', async () => {
    expect((await ask('strong', 'gzip')).headers.etag).toBe('W/"a"')
    expect((await ask('strong')).headers.etag).toBe('"a"')
  })

  test('says to HEAD nothing that is untrue of GET', async () => {
    const { headers, body } = await ask('strong', 'gzip', 'HEAD')
    expect(body).toHaveLength(0)
    expect([headers['content-length'], headers.etag, headers.vary]).toEqual([undefined, 'W/"a"', 'Accept-Encoding'])
    expect((await ask('strong', undefined, 'HEAD')).headers['content-length']).toBe(String(SIZE))
    expect((await ask('small', 'gzip', 'HEAD')).headers['content-length']).toBe('1023')
  })
})

test('a stored response is compressed once, by the page cache', async () => {
  await open('captured')
  for (const state of ['miss', 'hit']) {
    const { headers, body } = await ask('stored', 'gzip')
    expect([headers['x-cache'], headers['content-encoding']]).toEqual([state, 'gzip'])
    expect(gunzipSync(body).toString()).toBe(WORDS)
  }
})
