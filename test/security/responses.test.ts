import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { type RawResponse, rawRequest } from '../support/raw-request.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const TOKENS = { METRICS_TOKEN: 'licznik-123', PURGE_TOKEN: 'czysciciel-123' }
const CONTACT = 'bezpieczenstwo@gazeta.example, https://gazeta.example/zglos'
const HOST = 'akademia.localhost'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ ...TOKENS, SECURITY_CONTACT: CONTACT })
})
afterAll(() => portal.close())

const ask = (line: string, headers: readonly string[] = [], body = ''): Promise<RawResponse> =>
  rawRequest(
    portal.port,
    [
      `${line} HTTP/1.1`,
      `Host: ${HOST}`,
      'Connection: close',
      ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
      ...headers,
      '',
      body,
    ].join('\r\n'),
  )

const PURGE = `Authorization: Bearer ${TOKENS.PURGE_TOKEN}`
const JSON_TYPE = 'Content-Type: application/json'

test.each([
  ['a line separator in an address', 'GET', '/%e2%80%a8', /^text\/html; charset=utf-8$/i],
  ['an article', 'GET', ARTICLE, /^text\/html; charset=utf-8$/i],
  ['AMP', 'GET', `/wp-json/amp/v2/post${ARTICLE}`, /^text\/html; charset=utf-8$/i],
  ['an error', 'GET', '/%E0%A4%A', /^text\/html; charset=utf-8$/i],
  ['a method that is none of ours', 'DELETE', '/', /^text\/html; charset=utf-8$/i],
  ['Atom', 'GET', '/api/feed/feed-gn', /^application\/atom\+xml; charset=utf-8$/i],
  ['RSS', 'GET', '/api/feed/rss', /^application\/rss\+xml; charset=utf-8$/i],
  ['a map', 'GET', '/sitemap.xml', /^application\/xml; charset=utf-8$/i],
  ['an empty map', 'GET', '/news-sitemap.xml', /^application\/xml; charset=utf-8$/i],
  [
    'oEmbed as XML',
    'GET',
    `/api/oembed?format=xml&url=https://akademia.szpalta.test${ARTICLE}`,
    /^text\/xml; charset=utf-8$/i,
  ],
  ['robots', 'GET', '/robots.txt', /^text\/plain; charset=utf-8$/i],
  ['the contact', 'GET', '/.well-known/security.txt', /^text\/plain; charset=utf-8$/i],
  ['the worker', 'GET', '/sw.js', /^text\/javascript; charset=utf-8$/i],
  ['the manifest', 'GET', '/manifest.webmanifest', /^application\/manifest\+json; charset=utf-8$/i],
  ['the icon', 'GET', '/favicon.svg', /^image\/svg\+xml(?:; charset=utf-8)?$/i],
  ['health', 'GET', '/healthz', /^text\/plain; charset=utf-8$/i],
  ['a file that is not there', 'GET', '/assets/nie-ma.js', /^text\/plain; charset=utf-8$/i],
  ['metrics without a token', 'GET', '/metrics', /^application\/json; charset=utf-8$/i],
  ['a purge by GET', 'GET', '/ops/purge', /^application\/json; charset=utf-8$/i],
])('SEC-21: %s declares its type and character encoding', async (_kind, method, path, type) => {
  const { headers, body } = await ask(`${method} ${path}`)
  expect(headers['content-type']).toMatch(type)
  expect(body.length).toBeGreaterThan(0)
})

test('SEC-21: so does a refused method of a path with a token', async () => {
  const response = await ask('GET /ops/purge', [PURGE])
  expect([response.status, response.headers['content-type'], response.body]).toEqual([
    405,
    'text/plain; charset=utf-8',
    '405',
  ])
})

test.each([
  ['oEmbed', 'GET', '/api/oembed', [], ''],
  ['the search', 'GET', '/search/klucz/1', [], ''],
  ['the lists', 'GET', '/api/getScrollPosts', [], ''],
  ['the version', 'GET', '/version', [], ''],
  ['the newsletter', 'POST', '/api/sare/', [JSON_TYPE], '{}'],
  ['a purge', 'POST', '/ops/purge', [JSON_TYPE, PURGE], '{"tags":["x"]}'],
  ['a refused token', 'GET', '/metrics', [], ''],
  ['broken JSON', 'POST', '/api/sare/', [JSON_TYPE], '{"'],
])('SEC-18: JSON of %s is a download with a fixed name', async (_kind, method, path, headers, body) => {
  for (const tail of ['', path.includes('?') ? '&x=.bat' : '?x=.bat']) {
    const response = await ask(`${method} ${path}${tail}`, headers, body)
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.headers['content-disposition']).toBe('attachment; filename="api.json"')
  }
})

test('SEC-18: pages and feeds are not', async () => {
  for (const path of ['/', ARTICLE, '/api/feed/rss', '/robots.txt']) {
    expect([path, (await ask(`GET ${path}`)).headers['content-disposition']]).toEqual([path, undefined])
  }
})

test('SEC-19: security.txt names contacts for reports, its expiry and its own URL', async () => {
  const { status, body } = await ask('GET /.well-known/security.txt')
  expect(status).toBe(200)
  const fields = body.trim().split('\n')
  expect(fields.filter((line) => line.startsWith('Contact: '))).toEqual([
    'Contact: mailto:bezpieczenstwo@gazeta.example',
    'Contact: https://gazeta.example/zglos',
  ])
  expect(fields).toContain('Canonical: https://akademia.szpalta.test/.well-known/security.txt')
  expect(fields).toContain('Preferred-Languages: pl, en')
  const expires = Date.parse(/^Expires: (\S+Z)$/m.exec(body)?.[1] ?? '') - Date.now()
  expect(expires).toBeGreaterThan(170 * 86_400_000)
  expect(expires).toBeLessThan(365 * 86_400_000)
})

test('SEC-19: without a contact the file does not exist', async () => {
  const plain = await startTestPortal()
  expect((await plain.get('/.well-known/security.txt')).status).toBe(404)
  await plain.close()
})

test.each(['nikt', 'http://gazeta.example/', 'javascript:alert(1)', 'a@b\nExpires: 2000-01-01', 'mailto:a@b, '])(
  'SEC-19: %j is not a valid contact',
  async (contact) => {
    await expect(startTestPortal({ SECURITY_CONTACT: contact })).rejects.toThrow('SECURITY_CONTACT')
  },
)

test('SEC-20: no response reveals what the portal runs on (SEC-20)', async () => {
  const texts = [
    await ask('GET /version'),
    await ask('GET /'),
    await ask('GET /nie-ma'),
    await ask('BREW /'),
    await ask('POST /api/sare/', [JSON_TYPE], '{"'),
  ].map(({ text }) => text)
  for (const text of texts) {
    expect(text).not.toMatch(/express|node(?:\.js|\/|"|_modules)|\bv?\d{2}\.\d+\.\d+\b|\.ts:\d|\bat \w+ \(/i)
    expect(text).not.toMatch(/^(?:server|x-powered-by|via|x-aspnet-version):/im)
  }
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE', 'PURGE', 'LOCK', 'SEARCH', 'QUERY'])(
  'SEC-6: %s is refused on every path, and neither a header nor the query overrides the method',
  async (method) => {
    const override = ['X-HTTP-Method-Override: GET', 'X-HTTP-Method: GET', 'X-Method-Override: GET']
    for (const path of ['/', ARTICLE, '/healthz', '/api/sare/?_method=POST', '/ops/purge', '/newsletter/potwierdz/x']) {
      const { status } = await ask(`${method} ${path}`, override)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
  },
)

test('SEC-6: a header does not override the method of a page request', async () => {
  for (const method of ['POST', 'DELETE', 'PURGE']) {
    const response = await ask('GET /', [`X-HTTP-Method-Override: ${method}`, `X-HTTP-Method: ${method}`])
    expect(response.status).toBe(200)
  }
})

test('SEC-16: client input stays on one log line, in one field', async () => {
  const marks = [
    '%0a{"level":60,"msg":"zmyslone"}',
    '%22,%22level%22:60,%22msg%22:%22zmyslone',
    '%e2%80%a8zmyslone',
    '%1b[31mzmyslone',
  ]
  for (const mark of marks) {
    await ask(`GET /${mark}`)
    await ask('GET /', [`X-Request-Id: ${mark}`, `User-Agent: ${mark}`, `Referer: ${mark}`])
    await ask('GET /metrics', [`Authorization: Bearer ${mark}`])
  }
  expect(portal.logs.filter(({ msg }) => /zmyslone/.test(msg))).toEqual([])
  expect(portal.logs.filter(({ level }) => level >= 50)).toEqual([])
  for (const line of portal.logs) expect(JSON.stringify(line)).not.toMatch(/\\n|\u2028|\\u001b/)
})

test('SEC-24: no response sets a cookie, and none depends on one', async () => {
  const plain = await ask(`GET ${ARTICLE}`)
  const withCookie = await ask(`GET ${ARTICLE}`, ['Cookie: a=b; __Host-x=y'])
  expect(withCookie.body).toBe(plain.body)
  expect([plain.headers['set-cookie'], withCookie.headers['set-cookie'], plain.headers.vary]).toEqual([
    undefined,
    undefined,
    expect.not.stringMatching(/cookie/i),
  ])
})

test.each([
  '/.git/HEAD',
  '/.env',
  '/package.json',
  '/dist/server.js',
  '/src/app.ts',
  '/data/subscribers.sqlite',
  '/data/pages.bin',
  '/assets/',
  '/media/',
  '/icons/',
  '/assets/../package.json',
  '/assets/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/..%5c..%5cpackage.json',
  '/media/..%2f..%2fpackage.json',
  '/icons/..%2fserver.js',
  '/assets/app.css~',
  '/server-status',
  '/assets/%00',
])('SEC-25: %s does not exist', async (path) => {
  const response = await ask(`GET ${path}`)
  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.body).not.toMatch(/"name": "szpalta"|SQLite format|import .* from|ref: refs/)
})

test('SEC-10: responses for one reader are cached nowhere', async () => {
  for (const line of [
    'GET /newsletter/potwierdz/AAAAAAAAAAAAAAAAAAAAAA',
    'GET /newsletter/wypisz/AAAAAAAAAAAAAAAAAAAAAA',
    'GET /newsletter/ustawienia/AAAAAAAAAAAAAAAAAAAAAA',
    'GET /search/klucz/1',
    'GET /metrics',
    'GET /ops/purge',
    'GET /readyz',
    'GET /version',
  ]) {
    const { headers } = await ask(line)
    expect([line, headers['cache-control'], headers['x-cache']]).toEqual([line, 'no-store', undefined])
  }
})
