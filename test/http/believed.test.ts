import supertest from 'supertest'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { rawRequest } from '../support/raw-request.ts'
import { until } from '../support/until.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const EVIL = 'xq7.example'
/** Everything that a client can claim about itself, in the headers that proxies use. */
const FORWARDED = {
  'x-forwarded-host': EVIL,
  'x-forwarded-server': EVIL,
  'x-forwarded-port': '666',
  'x-forwarded-proto': 'https',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-prefix': '/xq7',
  'x-original-url': '/xq7',
  'x-rewrite-url': '/xq7',
  'x-host': EVIL,
  'x-real-ip': '203.0.113.7',
  'x-http-method-override': 'DELETE',
  forwarded: `for=203.0.113.7;host=${EVIL};proto=https`,
  'accept-language': 'xq7',
  'user-agent': 'xq7.example',
  referer: `https://${EVIL}/`,
  origin: `https://${EVIL}`,
  cookie: 'theme=xq7',
  range: 'bytes=0-10',
  'accept-encoding': 'xq7',
  accept: 'application/xq7',
  'save-data': 'on',
}

let portal: TestPortal
afterEach(() => portal.close())

describe.each(['on', 'off'])('with the page cache %s', (PAGE_CACHE) => {
  test('no claim of a client appears in a page, nor in what other clients receive (SVC-5, CACHE-8)', async () => {
    portal = await startTestPortal({ PAGE_CACHE })
    const paths = ['/', ARTICLE, '/kategoria/edukacja', '/api/feed/feed-gn', '/sitemap.xml', '/nie-ma', '/robots.txt']
    const plain = await startTestPortal({ PAGE_CACHE })
    for (const path of paths) {
      // The forged request comes first, so that its response would be the cached one.
      const first = await portal.get(path, FORWARDED)
      const ask = async () => {
        const forged = PAGE_CACHE === 'off' ? await portal.get(path, FORWARDED) : first
        return [await plain.get(path), forged, await portal.get(path)].map(({ status, text }) => ({ status, text }))
      }
      // Without a cache a page has later what is made in the background: lengths of a feed's files (FEED-21), what to read next.
      const isSettled = ([one, ...others]: Array<{ text: string }>): boolean =>
        PAGE_CACHE === 'on' || others.every(({ text }) => text === one?.text)
      const [expected, reply, others] = await until(ask, isSettled)
      expect([path, reply]).toEqual([path, expected])
      expect([path, others]).toEqual([path, expected])
      expect(JSON.stringify([first, reply, others])).not.toMatch(/xq7/)
    }
    await plain.close()
  })

  test.each([
    ['quotes and a script', `"><script>alert(1)</script>`],
    ['a user name', 'akademia.szpalta.test@xq7.example'],
    ['a user name and a password', 'a:b@xq7.example'],
    ['another host', 'xq7.example'],
    ['another port', 'akademia.szpalta.test:1'],
    ['an invalid port', 'akademia.szpalta.test:xq7'],
    ['a path', 'akademia.szpalta.test/xq7.example'],
    ['a backslash', 'akademia.szpalta.test\\xq7.example'],
    ['a fragment', 'akademia.szpalta.test#xq7.example'],
    ['two names', 'akademia.szpalta.test,xq7.example'],
    ['spaces', 'akademia.szpalta.test xq7.example'],
    ['a tab', 'akademia.szpalta.test\txq7.example'],
    ['letters of other scripts', 'żxq7.example'],
    ['a trailing dot', 'xq7.example.'],
    ['the name of a built-in property', '__proto__'],
    ['8 kB', `${'a'.repeat(8192)}.xq7.example`],
    ['a leading slash', '//xq7.example'],
    ['half an IPv6 address', '[::ffff:127.0.0.1'],
  ])('a host of %s appears neither in the response nor in a later one', async (_name, host) => {
    portal = await startTestPortal({ PAGE_CACHE })
    for (const path of [
      '/',
      ARTICLE,
      '/kategoria/edukacja/page/1',
      `/amp${ARTICLE}`,
      '/nie-ma',
      '/sitemap.xml',
      '/manifest.webmanifest',
    ]) {
      const response = await rawRequest(
        portal.port,
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
      )
      expect([path, response.status < 500]).toEqual([path, true])
      expect(response.text).not.toMatch(/xq7|<script>alert|aaaaaaaa|:\/\/[^/\s"<]*@/)
      expect((await portal.get(path)).text).not.toMatch(/xq7|<script>alert/)
    }
    expect(portal.errors()).toEqual([])
  })
})

test('a client that is no trusted proxy can forge neither another client nor https', async () => {
  portal = await startTestPortal({ TRUST_PROXY: '10.0.0.0/8' })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const response = await supertest(portal.url)
      .post('/api/sare/')
      .set({ ...FORWARDED, origin: portal.url, 'x-forwarded-for': `203.0.113.${n}`, accept: '*/*' })
      .send({ email: 'ola' })
    statuses.push(response.status)
    expect(response.headers['strict-transport-security']).toBeUndefined()
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('behind a trusted proxy the client is the last one that the proxy names, not a forged one', async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' })
  const statuses: number[] = []
  for (let n = 0; n < 6; n++) {
    const response = await supertest(portal.url)
      .post('/api/sare/')
      .set('x-forwarded-for', `198.51.100.${n}, 203.0.113.7`)
      .send({ email: 'ola' })
    statuses.push(response.status)
  }
  expect(statuses.at(-1)).toBe(429)
})

describe('the id of a request', () => {
  test.each(['abcdefgh', 'a1b2c3d4-e5f6-7890-abcd-ef1234567890', 'A.b_c-d.1', 'a'.repeat(64)])(
    'from a proxy is kept: %s (RUN-5)',
    async (id) => {
      portal = await startTestPortal()
      expect((await portal.get('/version', { 'x-request-id': id })).headers['x-request-id']).toBe(id)
      expect(portal.logs.find(({ path }) => path === '/version')?.requestId).toBe(id)
    },
  )

  test.each([
    '',
    'short',
    'a'.repeat(65),
    'with space',
    '<script>',
    '{"level":60}',
    'a,b,c,d,e,f',
    'zażółć-gęślą',
    '../../../etc',
  ])('that is invalid is replaced: %j', async (id) => {
    portal = await startTestPortal()
    const head = `GET /version HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${Buffer.from(id).toString('latin1')}\r\nConnection: close\r\n\r\n`
    const { headers } = await rawRequest(portal.port, head)
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/)
    const [line] = portal.logs.filter(({ path }) => path === '/version')
    expect(line?.requestId).toBe(headers['x-request-id'])
  })

  test('that occurs twice is invalid', async () => {
    portal = await startTestPortal()
    const twice = 'X-Request-Id: abcdefgh\r\nX-Request-Id: ijklmnop'
    const { headers } = await rawRequest(
      portal.port,
      `GET /version HTTP/1.1\r\nHost: a\r\n${twice}\r\nConnection: close\r\n\r\n`,
    )
    expect(headers['x-request-id']).not.toMatch(/abcdefgh|ijklmnop/)
  })
})
