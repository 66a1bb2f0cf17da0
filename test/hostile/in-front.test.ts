import { connect } from 'node:net'
import { join } from 'node:path'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { type RawResponse, rawRequest } from '../support/raw-request.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { startVarnish, type VarnishServer } from '../support/varnish-server.ts'
import { describeWithVarnish, VARNISH_PROGRAM } from '../support/with-varnish.ts'

const HOST = 'post.example'
const METRICS_TOKEN = 'tajny-token-metryk'
const PURGE_TOKEN = 'bardzo-tajny-token'
/** Requested only by a request hidden in another one. */
const HIDDEN = '/przemycone'
/** Appears only in what an attacker sends. */
const MARK = 'zly-marker'

const pagePath = (number: number): string => `/2026/01/artykul-${number}.html`
const smuggled = (line = `GET ${HIDDEN} HTTP/1.1`): string => `${line}\r\nHost: ${HOST}\r\nX-Mark: ${MARK}\r\n\r\n`

describeWithVarnish('behind a real Varnish', () => {
  let hub: HubServer
  let varnish: VarnishServer
  let portal: PortalProcess
  let next = 0

  beforeAll(async () => {
    hub = await startHub(
      join(ROOT, 'test/support/fixtures/hub'),
      largeArchive({ count: 200, perPage: 10, newest: Date.UTC(2026, 0, 31), hoursBetween: 1, articleOf: () => ({}) }),
    )
    portal = await startProcess({
      CONTENT: 'hub',
      CMS_URL: hub.url,
      SERVICE: 'post',
      SERVICE_URL_POST: `https://${HOST}`,
      METRICS_TOKEN,
      PURGE_TOKEN,
    })
    await portal.ready()
    varnish = await startVarnish(VARNISH_PROGRAM ?? '', [portal.port, portal.port], [HOST])
    await until(
      () => get('/readyz'),
      ({ status }) => status === 200,
      20_000,
    )
  })
  afterAll(async () => {
    await varnish?.close()
    await portal?.stop()
    await hub?.close()
  })

  const get = (path: string, headers: readonly string[] = [], host = HOST): Promise<RawResponse> =>
    rawRequest(
      varnish.port,
      [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n'),
    )
  /** A page that nobody has requested yet. */
  const coldPath = (): string => pagePath(next++)
  const timesSmuggled = (): number => portal.lines().filter(({ path }) => path === HIDDEN).length
  const isOwn = (response: RawResponse, path: string): boolean =>
    response.status === 200 && response.body.includes(`href="https://${HOST}${path}"`) && !response.text.includes(MARK)

  const post = (lines: readonly string[], body: string, path = '/api/sare/'): string =>
    [`POST ${path} HTTP/1.1`, `Host: ${HOST}`, ...lines, '', body].join('\r\n')
  const inChunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`
  const chunked = 'Transfer-Encoding: chunked'

  test.each<[string, string]>([
    ['a length, and chunks that end before it', post(['Content-Length: 90', chunked], `0\r\n\r\n${smuggled()}`)],
    ['chunks, and a length that ends before them', post([chunked, 'Content-Length: 4'], inChunk(smuggled()))],
    ['an unknown coding', post(['Transfer-Encoding: xchunked', 'Content-Length: 4'], inChunk(smuggled()))],
    ['an unknown coding without a length', post(['Transfer-Encoding: xchunked'], smuggled())],
    ['chunks and identity', post(['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled()}`)],
    ['identity and chunks', post(['Transfer-Encoding: identity, chunked'], `0\r\n\r\n${smuggled()}`)],
    ['two codings', post([chunked, 'Transfer-Encoding: identity'], `0\r\n\r\n${smuggled()}`)],
    ['a coding behind a tab', post(['Transfer-Encoding:\tchunked'], `0\r\n\r\n${smuggled()}`)],
    ['a coding behind a vertical tab', post(['Transfer-Encoding: \x0bchunked'], `0\r\n\r\n${smuggled()}`)],
    ['a coding before a space', post(['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled()}`)],
    ['a folded coding', post(['Transfer-Encoding:\r\n chunked'], `0\r\n\r\n${smuggled()}`)],
    ['a coding behind a line feed', post(['X: y\nTransfer-Encoding: chunked'], `0\r\n\r\n${smuggled()}`)],
    ['a coding behind a carriage return', post(['X: y\rTransfer-Encoding: chunked'], `0\r\n\r\n${smuggled()}`)],
    ['two lengths', post(['Content-Length: 0', 'Content-Length: 90'], smuggled())],
    ['a length with a sign', post(['Content-Length: +4'], `abcd${smuggled()}`)],
    ['a length in a list', post(['Content-Length: 4, 90'], `abcd${smuggled()}`)],
    ['a length behind NUL', post(['Content-Length: \x004'], `abcd${smuggled()}`)],
    ['a chunk’s extension with a line feed', post([chunked], `2;\nxx\r\n4d\r\n0\r\n\r\n${smuggled()}`)],
    ['a chunk’s extension with a carriage return', post([chunked], `2;\rxx\r\n4d\r\n0\r\n\r\n${smuggled()}`)],
    ['a chunk’s size with a sign', post([chunked], `-1\r\n\r\n${smuggled()}`)],
    ['a chunk’s size with 0x', post([chunked], `0x1\r\n\r\n0\r\n\r\n${smuggled()}`)],
    ['a chunk’s size that overflows', post([chunked], `10000000000000000\r\n${smuggled()}`)],
    ['a chunk that ends with line feeds', post([chunked], `1\na\n0\n\n${smuggled()}`)],
    ['a chunk without an end', post([chunked], `1\r\naX0\r\n\r\n${smuggled()}`)],
    ['fields behind the chunks', post([chunked], `0\r\nContent-Length: 90\r\n\r\n${smuggled()}`)],
    ['a page with a body', `GET /nie-ma-1 HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 120\r\n\r\n${smuggled()}`],
    ['a page with chunks', `GET /nie-ma-2 HTTP/1.1\r\nHost: ${HOST}\r\n${chunked}\r\n\r\n${inChunk(smuggled())}`],
    ['HEAD with a body', `HEAD /nie-ma-3 HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 120\r\n\r\n${smuggled()}`],
    ['an old version with chunks', post([chunked], inChunk(smuggled())).replace('HTTP/1.1', 'HTTP/1.0')],
    ['a switch to HTTP/2', post(['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'Content-Length: 0'], '')],
    ['a switch to a socket', post(['Upgrade: websocket', 'Connection: Upgrade', 'Content-Length: 0'], smuggled())],
    ['a tunnel', `CONNECT ${HOST}:80 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n${smuggled()}`],
    ['an expectation', post(['Expect: 100-continue', 'Content-Length: 4'], `abcd`)],
    ['headers that belong to the connection', post(['Connection: Content-Length', 'Content-Length: 4'], `abcd`)],
    ['a connection that names the host', post(['Connection: Host, Authorization', 'Content-Length: 0'], '')],
    ['lines of line feeds', post(['Content-Length: 0'], '').replaceAll('\r\n', '\n')],
    ['a line without an end', `GET /${'a'.repeat(100_000)}`],
    ['a header of 60 kB', `GET /nie-ma-4 HTTP/1.1\r\nHost: ${HOST}\r\nX: ${'a'.repeat(60_000)}\r\n\r\n`],
  ])('SEC-8: %s affects no other reader', async (_name, bytes) => {
    const before = timesSmuggled()
    const attack = new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(varnish.port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
      socket.setEncoding('latin1')
      socket.setTimeout(1200, () => socket.destroy())
      socket.on('data', (chunk: string) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
    })
    // Other clients may get the same connection to the portal, meanwhile and afterwards.
    const [one, two] = [coldPath(), coldPath()]
    const meanwhile = await get(one)
    const text = await attack
    const after = await get(two)
    expect([isOwn(meanwhile, one), isOwn(after, two)]).toEqual([true, true])
    // What Varnish itself parses as the connection's next request is one that its client sent ahead.
    const sentAhead = text.split(/HTTP\/1\.1 \d{3} /).length > 2
    if (!sentAhead) expect(timesSmuggled()).toBe(before)
    expect(portal.lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test.each([
    `X-Forwarded-Host: ${MARK}.example`,
    `X-Host: ${MARK}.example`,
    `X-Forwarded-Server: ${MARK}.example`,
    `X-HTTP-Host-Override: ${MARK}.example`,
    `Forwarded: host=${MARK}.example;proto=https`,
    `X-Original-URL: /${MARK}`,
    `X-Rewrite-URL: /${MARK}`,
    'X-HTTP-Method-Override: POST',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: PUT',
    `X-Forwarded-Scheme: ${MARK}`,
    `X-Forwarded-Proto: ${MARK}`,
    `X-Forwarded-Port: 1234`,
    `X-Forwarded-For: ${MARK}`,
    `X-Forwarded-Prefix: /${MARK}`,
    `Referer: https://${MARK}.example/`,
    `Origin: https://${MARK}.example`,
    `User-Agent: ${MARK}`,
    `Accept-Language: ${MARK}`,
    `Cookie: ${MARK}=1`,
    `X-Request-Id: ${MARK}-12345678`,
    `Accept: ${MARK}/x`,
    `If-None-Match: "${MARK}"`,
    'Range: bytes=0-9',
    'X-HTTP-Method-Override: PURGE',
    'Max-Forwards: 0',
    `Surrogate-Key: ${MARK}`,
    'Surrogate-Capability: x="ESI/1.0"',
    `AMP-Same-Origin: ${MARK}`,
  ])('SEC-14: a client that sends "%s" first leaves nothing of it to the next reader', async (header) => {
    const path = coldPath()
    await get(path, [header])
    const clean = await get(path)
    expect([isOwn(clean, path), clean.headers['x-proxy-cache']]).toEqual([true, 'hit'])
    const direct = await rawRequest(portal.port, `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`)
    expect(direct.body).toBe(clean.body)
  })

  test.each([
    ['a port', () => get(pagePath(150), [], `${HOST}:1234`)],
    ['capitals', () => get(pagePath(150), [], HOST.toUpperCase())],
    [
      'an address',
      () =>
        rawRequest(
          varnish.port,
          `GET http://${HOST}${pagePath(150)} HTTP/1.1\r\nHost: ${MARK}.example\r\nConnection: close\r\n\r\n`,
        ),
    ],
    [
      'a body',
      () =>
        get(pagePath(150), [
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${MARK.length + 2}`,
          '',
          `s=${MARK}`,
        ]),
    ],
    ['a query', () => get(`${pagePath(150)}?utm_source=${MARK}&s=${MARK}&__proto__=${MARK}`)],
    ['a query twice', () => get(`${pagePath(150)}?newsletter=dodany&newsletter=${MARK}`)],
  ])('SEC-14: nor does a client that requests with %s', async (_name, ask) => {
    await ask()
    const clean = await get(pagePath(150))
    expect(isOwn(clean, pagePath(150))).toBe(true)
  })

  const secret = (response: RawResponse): boolean => /szpalta_|process_cpu|"purged"/.test(response.body)

  test.each([
    '/x.css',
    '/x.js',
    ';x.css',
    '%2fx.css',
    '%3bx.css',
    '%3fx.css',
    '%23x.css',
    '%00.css',
    '%0ax.css',
    '/..%2fx.css',
    '.css',
    '?x.css',
    '/%2e%2e/assets/x.css',
    '//x.css',
    '#x.css',
  ])('SEC-10: a URL with a secret followed by "%s" is never stored', async (tail) => {
    const withToken = [`Authorization: Bearer ${METRICS_TOKEN}`]
    await get(`/metrics${tail}`, withToken)
    for (const path of [`/metrics${tail}`, '/metrics', `/ops/purge${tail}`]) {
      const response = await get(path)
      expect([path, secret(response), response.status]).toEqual([path, false, expect.not.stringMatching(/^2/)])
      // Lower-case hex digits are another spelling, which redirects to the stored one (DEP-21).
      const isLed = response.status === 301
      const final = isLed ? await get(new URL(response.headers.location ?? '', `https://${HOST}`).pathname) : response
      expect([path, secret(final), final.status >= 400]).toEqual([path, false, true])
    }
    const confirmation = `/newsletter/potwierdz/${'A'.repeat(22)}${tail}`
    await get(confirmation)
    expect((await get(confirmation)).headers['cache-control']).not.toMatch(/s-maxage|immutable|max-age=\d{3}/)
  })

  test.each([
    '/assets/..%2fmetrics',
    '/assets/%2e%2e/metrics',
    '/assets/../metrics',
    '/assets/..;/metrics',
    '/assets/x/%2e%2e%2fmetrics',
    '/media/..%5cmetrics',
    '//metrics',
    '/./metrics',
    '/%6detrics',
    '/METRICS',
    '/metrics/',
    '/metrics%20',
  ])('SEC-10: %s gives no access to protected endpoints', async (path) => {
    const response = await get(path, [`Authorization: Bearer ${METRICS_TOKEN}`])
    expect([secret(response), response.status]).toEqual([false, expect.any(Number)])
    expect(response.headers['x-proxy-cache']).not.toBe('hit')
  })

  test.each([
    `/kategoria/a%0d%0aX-Mark:%20${MARK}/page/1`,
    `/amp/2026/01/a%0d%0aX-Mark:%20${MARK}`,
    `/amp/2026/01/a%E5%98%8D%E5%98%8AX-Mark:%20${MARK}`,
    `/kategoria/najnowsze/page/1?x=%0d%0aX-Mark:%20${MARK}`,
    `/kategoria/najnowsze/page/1?x=%250d%250aX-Mark:%20${MARK}`,
    `/%0d%0aX-Mark:%20${MARK}`,
    `/newsletter/potwierdz/%0d%0aX-Mark:%20${MARK}`,
    `/api/oembed?url=https://${HOST}/%0d%0aX-Mark:%20${MARK}`,
    `/search?s=%0d%0aX-Mark:%20${MARK}`,
    `/api/feed/rss?cat=%0d%0aX-Mark:%20${MARK}`,
    `/media/2026/01/a.webp?w=%0d%0aX-Mark:%20${MARK}`,
  ])('SEC-16: %s writes no header', async (path) => {
    const { headers, status } = await get(path)
    expect([status > 0, headers['x-mark'], headers['set-cookie']]).toEqual([true, undefined, undefined])
  })

  test('SEC-16: nor does a form’s field for its own page', async () => {
    for (const from of [
      `/a%0d%0aX-Mark:%20${MARK}`,
      `/a\r\nX-Mark: ${MARK}`,
      `//${MARK}.example`,
      `/\\${MARK}.example`,
    ]) {
      const body = new URLSearchParams({ email: 'x', from }).toString()
      const response = await rawRequest(
        varnish.port,
        post(
          [
            'Content-Type: application/x-www-form-urlencoded',
            'Accept: text/html',
            'Connection: close',
            `Content-Length: ${body.length}`,
          ],
          body,
        ),
      )
      expect([response.headers['x-mark'], response.headers.location?.startsWith(`//${MARK}`) ?? false]).toEqual([
        undefined,
        false,
      ])
    }
  })
})
