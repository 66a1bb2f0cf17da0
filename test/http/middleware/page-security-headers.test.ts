import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { FRAME_ORIGINS } from '../../../src/content/embeds.ts'
import { CONFIRMATION_PATH } from '../../../src/content/newsletter-paths.ts'
import { breakingScript } from '../../../views/document/breaking.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../../support/portal.ts'
import { type RawResponse, rawRequest } from '../../support/raw-request.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const TOKENS = { METRICS_TOKEN: 'licznik-123', PURGE_TOKEN: 'czysciciel-123' }
const HSTS = 'max-age=63072000'
const JSON_TYPE = 'content-type: application/json'
const [styles = ''] = (await readdir(join(ROOT, 'dist/assets'))).filter((name) => name.startsWith('app-'))

/** Directives of a policy by name. */
function directivesOf(policy: string | undefined): Record<string, string[]> {
  const parts = (policy ?? '').split(';').map((part) => part.trim().split(/\s+/))
  return Object.fromEntries(parts.map(([name = '', ...values]) => [name, values]))
}

/**
 * What is wrong with the headers that every response has (SEC-33).
 * @param referrers policy of a page with a token in its path
 */
function problemsOf(
  { headers }: Pick<RawResponse, 'headers'>,
  referrers = 'strict-origin-when-cross-origin',
): string[] {
  const policy = directivesOf(headers['content-security-policy'])
  const scripts = policy['script-src'] ?? policy['default-src'] ?? []
  const checks: Array<[string, boolean]> = [
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['referrer policy', headers['referrer-policy'] === referrers],
    ['object-src', policy['object-src']?.join() === "'none'"],
    ['base-uri', policy['base-uri']?.join() === "'none'"],
    ['frame-ancestors', policy['frame-ancestors'] !== undefined],
    ['scripts', scripts.length > 0 && !scripts.includes("'unsafe-inline'") && !scripts.includes('*')],
    ['evaluation', !scripts.includes("'unsafe-eval'")],
    ['nonce', !/nonce-/.test(headers['content-security-policy'] ?? '')],
    ['x-powered-by', headers['x-powered-by'] === undefined && headers.server === undefined],
    ['set-cookie', headers['set-cookie'] === undefined],
  ]
  return checks.filter(([, isRight]) => !isRight).map(([name]) => name)
}

let portal: TestPortal

const ask = (line: string, headers: readonly string[] = [], body = ''): Promise<RawResponse> =>
  rawRequest(
    portal.port,
    [
      `${line} HTTP/1.1`,
      'Host: akademia.localhost',
      'Connection: close',
      ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
      ...headers,
      '',
      body,
    ].join('\r\n'),
  )

describe.each(['on', 'off'])('with the page cache %s', (pageCache) => {
  beforeAll(async () => {
    portal = await startTestPortal({ PAGE_CACHE: pageCache, ...TOKENS })
  })
  afterAll(() => portal.close())

  const kinds: Array<[kind: string, status: number, line: string, headers?: string[], body?: string]> = [
    ['the home page', 200, 'GET /'],
    ['an article', 200, `GET ${ARTICLE}`],
    ['an article, requested again', 200, `GET ${ARTICLE}`],
    ['an article that the browser has cached', pageCache === 'on' ? 304 : 200, `GET ${ARTICLE}`, ['If-None-Match: *']],
    ['HEAD of an article', 200, `HEAD ${ARTICLE}`],
    ['a list', 200, 'GET /kategoria/edukacja'],
    ['the search', 200, 'GET /search?s=klucz'],
    ['an author', 200, 'GET /author/ida-korczyk'],
    ['a missing page', 404, 'GET /nie-ma'],
    ['a redirect of a page', 301, 'GET /kategoria/edukacja/page/1'],
    ['a redirect to AMP', 301, `GET /amp${ARTICLE}`],
    ['an AMP document', 200, `GET /wp-json/amp/v2/post${ARTICLE}`],
    ['a missing AMP document', 404, 'GET /wp-json/amp/v2/post/2026/01/nie-ma'],
    ['a fragment', 404, `GET /fragment${ARTICLE}x`],
    ['the Atom feed', 200, 'GET /api/feed/feed-gn'],
    ['the RSS feed', 200, 'GET /api/feed/rss'],
    ['a missing feed', 404, 'GET /api/feed/feed-gn?cat=nie-ma'],
    ['the sitemaps', 200, 'GET /sitemap.xml'],
    ['the news sitemap', 200, 'GET /news-sitemap.xml'],
    ['a sitemap', 200, 'GET /sitemap-articles-2026-11.xml'],
    ['robots.txt', 200, 'GET /robots.txt'],
    ['oEmbed', 200, `GET /api/oembed?url=https%3A%2F%2Fakademia.szpalta.test${encodeURIComponent(ARTICLE)}`],
    ['oEmbed without a URL', 400, 'GET /api/oembed'],
    ['the lists of further articles', 200, 'GET /api/getScrollPosts'],
    ['JSON of the search', 200, 'GET /search/klucz/1'],
    ['a refused search', 400, 'GET /search/%2e%2e/1'],
    ['styles', 200, `GET /assets/${styles}`],
    ['styles that the browser has cached', 304, `GET /assets/${styles}`, ['If-None-Match: *']],
    ['a range of the styles', 206, `GET /assets/${styles}`, ['Range: bytes=0-9']],
    ['a range out of bounds', 416, `GET /assets/${styles}`, ['Range: bytes=999999999-']],
    ['a missing file', 404, 'GET /assets/nie-ma.js'],
    ['the folder of the files', 404, 'GET /assets'],
    ['an image', 200, 'GET /media/2026/02/blockchain-skrot-blok-lancuch-krok-a-mozaika.webp?w=306'],
    [
      'an image of a width that is not listed',
      404,
      'GET /media/2026/02/blockchain-skrot-blok-lancuch-krok-a-mozaika.webp?w=307',
    ],
    ['the icon', 200, 'GET /favicon.svg'],
    ['an icon', 200, 'GET /icons/akademia-192.png'],
    ['a missing icon', 404, 'GET /icons/nie-ma.png'],
    ['the service worker', 200, 'GET /sw.js'],
    ['the offline page', 200, 'GET /offline'],
    ['the manifest', 200, 'GET /manifest.webmanifest'],
    ["Marfeel's script", 200, 'GET /marfeel.js'],
    ['a missing confirmation', 404, `GET ${CONFIRMATION_PATH}/nie-ma`],
    ['the health', 200, 'GET /healthz'],
    ['the readiness', 200, 'GET /readyz'],
    ['the version', 200, 'GET /version'],
    ['metrics', 200, 'GET /metrics', [`Authorization: Bearer ${TOKENS.METRICS_TOKEN}`]],
    ['metrics without a token', 401, 'GET /metrics'],
    ['a purge', 200, 'POST /ops/purge', [`Authorization: Bearer ${TOKENS.PURGE_TOKEN}`, JSON_TYPE], '{"tags":["x"]}'],
    ['a purge without a token', 401, 'POST /ops/purge', [JSON_TYPE], '{"tags":["x"]}'],
    ['a purge of nothing', 400, 'POST /ops/purge', [`Authorization: Bearer ${TOKENS.PURGE_TOKEN}`, JSON_TYPE], '{}'],
    ['a purge by GET', 405, 'GET /ops/purge', [`Authorization: Bearer ${TOKENS.PURGE_TOKEN}`]],
    ['the newsletter', 400, 'POST /api/sare/', [JSON_TYPE], '{}'],
    ['the newsletter from another site', 403, 'POST /api/sare/', [JSON_TYPE, 'Origin: https://zly.example'], '{}'],
    ['the newsletter as text', 415, 'POST /api/sare/', ['Content-Type: text/plain'], '{}'],
    ['the newsletter, broken', 400, 'POST /api/sare/', [JSON_TYPE], '{"'],
    ['the newsletter, too long', 413, 'POST /api/sare/', [JSON_TYPE], `{"a":"${'a'.repeat(5000)}"}`],
    ['a modifying method', 405, 'DELETE /'],
    ['an unsupported method', 405, 'PROPFIND /'],
    ['OPTIONS of a page', 405, 'OPTIONS /'],
    ['OPTIONS of everything', 400, 'OPTIONS *'],
    ['TRACE', 405, 'TRACE /'],
    ['a URL that cannot be decoded', 400, 'GET /%E0%A4%A'],
    ['a URL that is too long', 414, `GET /${'a'.repeat(3000)}`],
    ['an absolute URL', 400, 'GET http://zly.example/'],
    ['two hosts', 400, 'GET /', ['Host: zly.example']],
  ]
  /** Requests that Node cannot parse: their scheme is unknown. */
  const clientErrors: typeof kinds = [
    ['a tunnel', 405, 'CONNECT zly.example:443'],
    [
      'a second host behind two thousand headers',
      400,
      'GET /',
      [...Array<string>(2100).fill('a:'), 'Host: zly.example'],
    ],
    ['an expectation', 417, 'GET /', ['Expect: 200-ok']],
    ['an unknown method', 400, 'BREW /'],
    ['an unknown version', 400, 'GET / HTTP/1.9\r\nX-A:'],
    ['a broken header', 400, 'GET /', ['X-A\0: b']],
    ['a folded header', 400, 'GET /', ['X-A: b', ' c: d', 'Content-Length: 1', 'Content-Length: 2']],
    ['two contradicting lengths', 400, 'POST /api/sare/', ['Transfer-Encoding: chunked', 'Content-Length: 4'], 'abcd'],
    ['headers that are too long', 431, 'GET /', [`X-A: ${'a'.repeat(20_000)}`]],
  ]

  test.each([...kinds, ...clientErrors])('%s: %i with every header', async (...[, status, line, headers, body]) => {
    const response = await ask(line, headers, body)
    // The path has a token, which no other site gets (NEWS-26).
    const referrers = line.includes(`${CONFIRMATION_PATH}/`) ? 'same-origin' : undefined
    expect([response.status, problemsOf(response, referrers)]).toEqual([status, []])
  })

  test('a request without a host is refused with every header, unless its HTTP version has no Host', async () => {
    const response = await rawRequest(portal.port, 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect([response.status, problemsOf(response)]).toEqual([400, []])
    expect((await rawRequest(portal.port, 'GET / HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  test('a response from before or outside the application may load nothing', async () => {
    for (const line of ['BREW /', `GET /assets/${styles}`, 'GET /media/nie-ma']) {
      const { headers } = await ask(line)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    }
  })

  test('behind a proxy that received https, all of them include HSTS (SEC-34)', async () => {
    for (const [kind, , line, headers = [], body] of kinds) {
      const response = await ask(line, [...headers, 'X-Forwarded-Proto: https'], body)
      expect([kind, response.headers['strict-transport-security']]).toEqual([kind, HSTS])
    }
  })
})

describe('a source that fails', () => {
  let hub: HubServer
  beforeAll(async () => {
    hub = await startHub(undefined, ({ path }) =>
      path.endsWith('5257367') ? { body: '{"blocks":[]}' } : { status: 500 },
    )
    portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
  })
  afterAll(async () => {
    await portal.close()
    await hub.close()
  })

  test('pages, AMP, feeds and APIs are 503 with every header', async () => {
    for (const path of [
      ARTICLE,
      `/wp-json/amp/v2/post${ARTICLE}`,
      '/api/feed/feed-gn',
      '/api/oembed?url=https://szpalta.test/a',
      '/sitemap.xml',
      '/search/klucz/1',
    ]) {
      const response = await ask(`GET ${path}`)
      expect([path, response.status, problemsOf(response)]).toEqual([path, 503, []])
    }
  })
})

describe('the policy of pages', () => {
  beforeAll(async () => {
    portal = await startTestPortal(TOKENS)
  })
  afterAll(() => portal.close())

  test('names every inline script of every kind of page by its hash, and no other', async () => {
    // Pages have it while there is breaking news, which may begin at any time.
    const used = new Set([hashOf(breakingScript)])
    const documents: Array<[path: string, service: string]> = [
      ['/', 'akademia'],
      ['/', 'post'],
      [ARTICLE, 'akademia'],
      ['/kategoria/edukacja', 'akademia'],
      ['/nie-ma', 'post'],
      ['/offline', 'post'],
    ]
    let policy: string | undefined
    for (const [path, service] of documents) {
      const { text, headers } = await portal.get(path, { host: `${service}.localhost` })
      policy ??= String(headers['content-security-policy'])
      // One policy for all pages: a shared cache must not mix several.
      expect(headers['content-security-policy']).toBe(policy)
      const { document } = new JSDOM(text).window
      for (const script of document.querySelectorAll('script:not([src])')) {
        if (/json/.test(script.getAttribute('type') ?? '')) continue
        used.add(hashOf(script.textContent ?? ''))
      }
      for (const style of document.querySelectorAll('style')) {
        expect(directivesOf(policy)['style-src']).toContain(hashOf(style.textContent ?? ''))
      }
      expect(document.querySelectorAll('script[src]')).toHaveLength(0)
      expect(document.querySelectorAll('[onclick], [onload], [onerror], a[href^="javascript:"]')).toHaveLength(0)
    }
    const scripts = directivesOf(policy)['script-src'] ?? []
    expect(scripts.filter((source) => source.startsWith("'sha256-")).sort()).toEqual([...used].sort())
    expect(scripts).toContain("'strict-dynamic'")
  })

  test('lists the origins of the table of providers as frames, and no others (EMB-5)', async () => {
    const policy = directivesOf(String((await portal.get('/')).headers['content-security-policy']))
    expect(policy['frame-src']).toEqual(FRAME_ORIGINS)
    expect(FRAME_ORIGINS.filter((origin) => new URL(origin).origin !== origin)).toEqual([])
  })

  test('requires Trusted Types, and allows no styles but its own and style attributes', async () => {
    const policy = directivesOf(String((await portal.get('/')).headers['content-security-policy']))
    expect(policy['require-trusted-types-for']).toEqual(["'script'"])
    expect(policy['trusted-types']).toEqual(['default', 'own-html'])
    expect(policy['style-src']).not.toContain("'unsafe-inline'")
    expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"])
  })

  test('of AMP documents is their own: the AMP runtime, and nothing of the portal', async () => {
    const { headers } = await portal.get(`/wp-json/amp/v2/post${ARTICLE}`)
    const policy = directivesOf(String(headers['content-security-policy']))
    expect(
      policy['script-src']?.filter((source) => !/^(?:blob:|https:\/\/cdn\.ampproject\.org\/\w)/.test(source)),
    ).toEqual([])
    expect(policy['frame-ancestors']).toContain('https://*.ampproject.org')
    expect(policy['require-trusted-types-for']).toBeUndefined()
  })

  test('pages use no camera and no microphone, and are isolated from windows of other sites', async () => {
    const { headers } = await portal.get('/')
    expect(headers['permissions-policy']).toMatch(/camera=\(\), .*microphone=\(\)/)
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })
})

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
