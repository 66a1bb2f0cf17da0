import { connect } from 'node:net'
import { join } from 'node:path'
import type { HostSettings } from '../../src/sources/upstream/host.ts'
import { elapsed } from '../../src/system/clock.ts'
import { messages } from '../support/customer-site.ts'
import { type Behaviour, type HubServer, startHub } from '../support/hub-server.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'

const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const SECOND = 1000
const DAY = 24 * 3600 * SECOND
const ARTICLE = '/2026/03/trzy-pytania-o-portfel'
const ARTICLE_CALL = `/wp-json/bb/v2/post${ARTICLE}`
const ARTICLE_TEXT = 'Artykuł sprzed bloków'
const CATEGORY = '/kategoria/bezpieczenstwo'
const CATEGORY_CALL = '/wp-json/hub/v2/taxonomy/category/bezpieczenstwo/0'
const TOKEN = 'tajny-token-metryk'
/** Between probes of a CMS that is down. Milliseconds. */
const PROBE_AFTER = 500
const SEARCH_CALL = '/wp-json/hub/v2/search/klucz/1'

let hub: HubServer
let portal: TestPortal
let passed = 0

const pass = (milliseconds: number) => {
  passed += milliseconds
}

/** A portal in front of the own fixtures, with a clock that the tests advance. */
async function open(variables: Record<string, string>, hosts: HostSettings = {}): Promise<void> {
  passed = 0
  hub = await startHub(FIXTURES)
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, ...variables }, hosts, () => elapsed() + passed)
}

async function close(): Promise<void> {
  await hub.close()
  await portal.close()
}

/** The error lines that `run` logs; waits for at least one. */
async function errorsOf(run: () => Promise<unknown>): Promise<string[]> {
  const before = portal.errors().length
  await run()
  while (portal.errors().length === before) await new Promise((resolve) => setTimeout(resolve, 5))
  return portal
    .errors()
    .slice(before)
    .map((line) => JSON.stringify(line))
}

describe('content that fails to load', () => {
  beforeEach(() => open({ PAGE_CACHE: 'off' }))
  afterEach(close)

  test.each(['/search', '/search?s=%20', '/search?s=.', '/search?s=..'])('%s does not need it', async (path) => {
    const before = hub.calls.length
    expect((await portal.get(path)).status).toBe(200)
    expect(hub.calls.slice(before)).toEqual([])
  })

  test.each([
    ['an article', ARTICLE, ARTICLE_CALL, { relative_link: ARTICLE, title: 'T', blocks: 'tekst' }, 'blocks'],
    ['a list', CATEGORY, CATEGORY_CALL, { type: 'category', name: 'N', blocks: [], posts: [] }, 'sumOfPosts'],
    ['a home page', '/', '/wp-json/hub/v2/page/5257367', { ID: 5257367, blocks: { a: 1 } }, 'blocks'],
    ['a search', '/search?s=klucz', SEARCH_CALL, { posts: 'brak' }, 'posts'],
  ])(
    '%s of the wrong shape is a 503 page, and the log names call and field',
    async (_name, path, call, json, field) => {
      pass(2 * DAY)
      hub.misbehave(call, { body: JSON.stringify(json) })
      const lines = await errorsOf(async () => {
        const { status, headers, text } = await portal.get(path)
        expect(status).toBe(503)
        expect(Number(headers['retry-after'])).toBeGreaterThan(0)
        expect(headers['cache-control']).toBe('no-store')
        expect(headers['content-type']).toMatch(/^text\/html/)
        expect(text).toContain('chwilowo niedostępna')
      })
      // The reader's own words are none of the log's.
      expect(lines).toEqual([expect.stringContaining(`GET ${call.replace('klucz', '***')}`)])
      expect(lines[0]).toContain(field)
    },
  )

  test.each<[string, Behaviour]>([
    ['HTML', { body: '<h1>Konserwacja</h1>' }],
    ['truncated JSON', { body: '{"relative_link":"/2026' }],
    ['a closed connection', { manner: 'cut' }],
    ['a truncated body', { manner: 'truncate', body: '{"relative_link":"/2026"}' }],
    ['HTTP 500', { status: 500 }],
    ['HTTP 401', { status: 401 }],
    ['a redirect to another host', { location: 'http://cms.invalid/' }],
    ['a redirect loop', { location: ARTICLE_CALL }],
    ['more than 8 MB', { body: JSON.stringify('x'.repeat(9_000_000)) }],
  ])('%s instead of an article is a 503 page, and the log names the call', async (_name, behaviour) => {
    hub.misbehave(ARTICLE_CALL, behaviour)
    const lines = await errorsOf(async () => expect((await portal.get(ARTICLE)).status).toBe(503))
    expect(lines).toEqual([expect.stringContaining(`GET ${ARTICLE_CALL}`)])
  })

  test('of one URL costs the CMS one call a second, however many readers it has (RES-4)', async () => {
    await close()
    let time = 0
    await open({}, { now: () => time })
    hub.misbehave(ARTICLE_CALL, { status: 500 })
    for (let second = 1; second <= 2; second++) {
      for (let round = 0; round < 20; round++) {
        const replies = await Promise.all(Array.from({ length: 20 }, () => portal.get(ARTICLE)))
        expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
      }
      expect(hub.countOf(ARTICLE_CALL)).toBe(second)
      time += SECOND
      pass(SECOND)
    }
    expect((await portal.get(CATEGORY)).status).toBe(200)
  })

  test('a CMS that never responds is a 503 page too', async () => {
    hub.misbehave(ARTICLE_CALL, { manner: 'hang' })
    const lines = await errorsOf(async () => expect((await portal.get(ARTICLE)).status).toBe(503))
    expect(lines[0]).toContain('timeout')
  })

  test('the notice of a form appears in its own response only', async () => {
    hub.misbehaveAll({ status: 500 })
    const notice = '?newsletter=dodany'
    const shows = async (path: string) => (await portal.get(path)).text.includes(messages.newsletter.added)
    expect([await shows(`${CATEGORY}${notice}`), await shows(CATEGORY), await shows(ARTICLE)]).toEqual([
      true,
      false,
      false,
    ])
    expect(await shows(`${CATEGORY}${notice}`)).toBe(true)
  })

  test('the JSON search says 503 as well', async () => {
    hub.misbehave(SEARCH_CALL, { status: 500 })
    const { status, headers } = await portal.get('/search/klucz/1')
    expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })

  test.each<[string, Behaviour, string]>([
    ['sends the wrong shape', { body: JSON.stringify({ relative_link: 7, title: 'T', blocks: [] }) }, 'relative_link'],
    ['sends HTML', { body: '<h1>Konserwacja</h1>' }, 'not-json'],
    ['is down', { manner: 'cut' }, 'unreachable'],
  ])('stale content is served while the CMS %s, and the log has the reason', async (_name, behaviour, reason) => {
    expect((await portal.get(ARTICLE)).text).toContain(ARTICLE_TEXT)
    hub.misbehave(ARTICLE_CALL, behaviour)
    pass(31 * SECOND)
    const lines = await errorsOf(async () => {
      const { status, text } = await portal.get(ARTICLE)
      expect(status).toBe(200)
      expect(text).toContain(ARTICLE_TEXT)
    })
    expect(lines[0]).toContain(`GET ${ARTICLE_CALL}`)
    expect(lines[0]).toContain(reason)
    pass(DAY - 60 * SECOND)
    expect((await portal.get(ARTICLE)).status).toBe(200)
    pass(60 * SECOND)
    expect((await portal.get(ARTICLE)).status).toBe(503)
  })

  test('fresh content is served a second after the CMS recovers (RES-4)', async () => {
    hub.misbehave(ARTICLE_CALL, { status: 500 })
    expect((await portal.get(ARTICLE)).status).toBe(503)
    hub.recover()
    pass(SECOND)
    await new Promise((resolve) => setTimeout(resolve, SECOND))
    expect((await portal.get(ARTICLE)).text).toContain(ARTICLE_TEXT)
  })

  test('missing content is 404 and not an error', async () => {
    hub.misbehave(CATEGORY_CALL, { body: '[]' })
    for (const path of ['/2026/03/nie-ma', CATEGORY, '/tag/nie-ma', '/author/nie-ma']) {
      expect([path, (await portal.get(path)).status]).toEqual([path, 404])
    }
    expect(portal.errors()).toEqual([])
  })

  test('an article whose next articles fail is complete without them', async () => {
    hub.misbehave('/wp-json/bb/v2/post/2026/03/jak-dziala-podpis-cyfrowy', { body: 'garbage' })
    const { status, text } = await portal.get(ARTICLE)
    expect(status).toBe(200)
    expect(text).toContain(ARTICLE_TEXT)
    expect(text).not.toContain('Jak działa podpis cyfrowy')
  })

  test.each([
    ['blocks', nestedBlocks(5000)],
    ['elements', leaf(`${'<div>'.repeat(5000)}Na samym dnie.${'</div>'.repeat(5000)}`)],
    ['lists', leaf(`${'<ul><li>'.repeat(3000)}Na samym dnie.`)],
    ['links in links', leaf(`${'<a href="/x"><marquee>'.repeat(3000)}Na samym dnie.`)],
  ])('an article of thousands of nested %s keeps its text', async (_name, block) => {
    hub.misbehave(ARTICLE_CALL, { body: `{"relative_link":"${ARTICLE}","title":"T","blocks":[${block}]}` })
    const { status, text } = await portal.get(ARTICLE)
    expect(status).toBe(200)
    expect(text).toContain('Na samym dnie.')
  })
})

describe('a CMS that is down', () => {
  beforeEach(() => open({ METRICS_TOKEN: TOKEN }, { probeAfter: PROBE_AFTER }))
  afterEach(close)

  const cold = (count: number) => Array.from({ length: count }, (_, n) => `/2026/03/nieznany-${n}`)
  const all = (paths: string[]) => Promise.all(paths.map((path) => portal.get(path)))
  /** Polls until a path returns 200. */
  async function whole(path: string): Promise<string> {
    for (;;) {
      const { status, text } = await portal.get(path)
      if (status === 200) return text
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  async function breakerState(): Promise<string | undefined> {
    const { text } = await portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
    return /^szpalta_upstream_breaker_state\{host="[^"]+"\} (\d)$/m.exec(text)?.[1]
  }

  test('and hangs costs two calls for 100 uncached pages, each a 503 in time; cached pages stay available', async () => {
    expect((await portal.get(ARTICLE)).status).toBe(200)
    hub.misbehaveAll({ manner: 'hang' })
    const before = hub.calls.length
    const startedAt = performance.now()
    const responses = await all(cold(100))
    // Within 5 s, plus a margin for a busy machine.
    expect(performance.now() - startedAt).toBeLessThan(8 * SECOND)
    for (const { status, headers } of responses) {
      expect([status, headers['cache-control']]).toEqual([503, 'no-store'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    }
    expect(hub.calls.length - before).toBe(2)
    expect(await breakerState()).toBe('2')
    pass(31 * SECOND)
    for (const { status, text } of await all([ARTICLE, ARTICLE, ARTICLE])) {
      expect([status, text.includes(ARTICLE_TEXT)]).toEqual([200, true])
    }
  })

  test('and refuses connections is a 503 page, until a probe succeeds', async () => {
    await hub.refuse()
    expect((await all(cold(20))).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 503))
    expect(await breakerState()).toBe('2')
    await hub.accept()
    expect(await whole(ARTICLE)).toContain(ARTICLE_TEXT)
    expect(await breakerState()).toBe('0')
  })

  test('is logged once', async () => {
    await hub.refuse()
    await all(cold(5))
    const states = portal.logs.filter(({ msg }) => msg === 'breaker').map(({ state }) => state)
    expect(states.slice(0, 2)).toEqual(['closed', 'open'])
  })
})

describe('secondary content', () => {
  beforeEach(() => open({ PAGE_CACHE: 'off' }))
  afterEach(close)

  const NEXT = /\/post\/2026\/03\/jak-dziala|\/category\/najnowsze\//

  test.each<[string, Behaviour]>([
    ['hangs', { manner: 'hang' }],
    ['is cut off', { manner: 'cut' }],
    ['fails', { status: 500 }],
    ['arrives byte by byte', { manner: 'drip', body: ' '.repeat(100_000) }],
  ])('that %s is missing from its page, and from no other', async (_name, behaviour) => {
    hub.misbehaveAll(({ path }) => (NEXT.test(path) ? behaviour : undefined))
    for (const [path, text] of [[ARTICLE, ARTICLE_TEXT] as const, [CATEGORY, 'Trzy pytania'] as const]) {
      const response = await portal.get(path)
      expect([response.status, response.text.includes(text)]).toEqual([200, true])
    }
    expect(hub.calls.some(({ path }) => NEXT.test(path))).toBe(true)
  })

  test('a reusable block that hangs is missing alone', async () => {
    hub.misbehave('/wp-json/hub/v2/block/9100', { manner: 'hang' })
    const { status, text } = await portal.get('/2026/03/jak-dziala-podpis-cyfrowy')
    expect(status).toBe(200)
    expect(text).toContain('Dowód mieści się w\u00a0jednym akapicie.')
    expect(text).not.toContain('Ramka, którą dzieli wiele artykułów.')
    expect((await portal.get(ARTICLE)).status).toBe(200)
  })
})

describe.each(['on', 'off'])('malformed URLs, with the page cache %s', (pageCache) => {
  beforeAll(() => open({ PAGE_CACHE: pageCache }))
  afterAll(close)

  test.each([
    ['a broken escape', '/%E0%A4%A', 400],
    ['an incomplete escape', '/%', 400],
    ['an escape that is no UTF-8', '/%FF%FE', 400],
    ['a NUL', '/%00', 400],
    ['a NUL in an article', `${ARTICLE}%00.html`, 400],
    ['a NUL in the query', '/search?s=a%00b', 400],
    ['a line break', '/%0D%0ASet-Cookie:%20a=b', 400],
    ['8 kB of path', `/${'a'.repeat(8192)}`, 414],
    ['8 kB of query', `/?s=${'a'.repeat(8192)}`, 414],
    ['a broken escape in the query', '/search?s=%E0%A4%A', 200],
    ['a query of half a surrogate pair', '/search?s=%ED%A0%80', 200],
    ['a query that is cut in the middle of a character', `/search?s=a${encodeURIComponent('😀'.repeat(150))}`, 200],
    ['a query that resolves to another endpoint', '/search?s=..', 200],
    ['a JSON search that resolves to another endpoint', '/search/%2E%2E/1', 400],
    ['the JSON search of page 0', '/search/klucz/0', 400],
    ['the JSON search of a page that is not a number', '/search/klucz/%00', 400],
    ['a path traversal', '/..%2f..%2fpage%2f5257367', 404],
    ['a path traversal in an article', '/2026/..%2f..%2f..%2f..%2fhub%2fv2%2fpage%2f5257367', 404],
    ['a path traversal in a slug', '/tag/..%2fcategory%2fbezpieczenstwo', 404],
    ['a path traversal out of the files', '/assets/..%2f..%2fpackage.json', 404],
    ['a path traversal out of the images', '/media/..%2f..%2fpackage.json', 404],
    ['a backslash', '/%5C%5Cevil.example', 404],
    ['the name of a built-in property', '/constructor', 404],
    ['the name of a built-in property as a slug', '/kategoria/__proto__', 404],
    ['page -1', `${CATEGORY}/page/-1`, 404],
    ['page 1e1', `${CATEGORY}/page/1e1`, 404],
    ['page 2.5', `${CATEGORY}/page/2.5`, 404],
    ['page ２', `${CATEGORY}/page/${encodeURIComponent('２')}`, 404],
    ['a page beyond the last', `${CATEGORY}/page/3`, 404],
    ['a page beyond safe integers', `${CATEGORY}/page/99999999999999999999`, 404],
    ['page 0', `${CATEGORY}/page/0`, 301],
    ['page 1', `${CATEGORY}/page/1`, 301],
    ['page 02', `${CATEGORY}/page/02`, 301],
    ['doubled slashes in an article', '/2026//03///trzy-pytania-o-portfel', 301],
    ['doubled slashes in a list', '/kategoria//bezpieczenstwo', 404],
    ['only slashes', '///', 301],
    ['doubled slashes before an article', `/${ARTICLE}`, 404],
    ['dots before an article', `/x/..${ARTICLE}`, 404],
    ['escaped dots', `/x/%2E%2e${ARTICLE}`, 404],
    ['an API in another case', '/API/getScrollPosts', 404],
  ])('%s', async (_name, path, expected) => {
    for (const _time of ['first', 'again']) {
      const { status, headers } = await portal.get(path)
      expect(status).toBe(expected)
      expect(isElsewhere(headers.location)).toBe(false)
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('none of them caused an unexpected call to the CMS', () => {
    const strange = hub.calls.filter(({ path }) => !/^\/wp-json\/(?:bb|hub)\/v2\/[a-z]+\//.test(path))
    expect(strange).toEqual([])
  })

  test.each([
    ['another host by two slashes', 'GET //evil.example HTTP/1.1', [404]],
    ['another host by three slashes', 'GET ///evil.example/%2e%2e HTTP/1.1', [200, 404]],
    ['another host by a backslash', 'GET /\\evil.example HTTP/1.1', [400]],
    ['an article behind a backslash', `GET /\\evil.example${ARTICLE} HTTP/1.1`, [400]],
    ['an absolute URL', 'GET http://x/ HTTP/1.1', [400]],
    ['an absolute URL of another scheme', 'GET file:///etc/passwd HTTP/1.1', [400]],
    ['no path at all', 'GET ?s=a HTTP/1.1', [400]],
    ['an asterisk', 'OPTIONS * HTTP/1.1', [400]],
    ['only a host', 'GET evil.example HTTP/1.1', [400]],
    ['a fragment', 'GET /#tresc HTTP/1.1', [400]],
    ['spaces', 'GET /a b HTTP/1.1', [400]],
    ['a NUL byte', 'GET /a\0b HTTP/1.1', [400]],
    ['unescaped letters', 'GET /żółw HTTP/1.1', [400, 404]],
    ['unescaped quotes and brackets', 'GET /"><script>alert(1)</script> HTTP/1.1', [404]],
    ['dots', 'GET /../../etc/passwd HTTP/1.1', [404]],
    ['an unknown method', 'BREW / HTTP/1.1', [400]],
    ['a modifying method', 'DELETE / HTTP/1.1', [405]],
    ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1', [0, 400, 405]],
    ['an unknown version', 'GET / HTTP/9.9', [400, 505]],
  ])('a request line with %s', async (_name, line, expected) => {
    const response = await raw(`${line}\r\nHost: akademia.localhost\r\nConnection: close\r\n\r\n`)
    expect(expected).toContain(statusOf(response))
    expect(response).not.toContain('<script>alert')
    expect(isElsewhere(/^location: (.*)$/im.exec(response)?.[1])).toBe(false)
  })

  test.each([
    ['no host', ''],
    ['an empty host', 'Host:'],
    ['a host with spaces', 'Host: a b'],
    ['a host with a port out of range', 'Host: akademia.szpalta.test:99999'],
    ['half an IPv6 address as host', 'Host: [::1'],
    ['a host with a script', 'Host: "><script>alert(1)</script>'],
    ['two hosts', 'Host: a\r\nHost: b'],
    ['broken conditions', 'Host: a\r\nIf-None-Match: W/"\r\nIf-Modified-Since: wczoraj\r\nRange: bytes=9-1'],
    ['broken encodings', 'Host: a\r\nAccept-Encoding: ;q=,,gzip;q=x, *;q'],
    ['an invalid request id', 'Host: a\r\nX-Request-Id: <script>alert(1)</script>'],
    ['8 kB of cookie', `Host: a\r\nCookie: ${'a'.repeat(8192)}`],
    ['20 kB of header', `Host: a\r\nX-A: ${'a'.repeat(20_480)}`],
  ])('a request with %s', async (_name, headers) => {
    const response = await raw(`GET / HTTP/1.1\r\n${headers}${headers && '\r\n'}Connection: close\r\n\r\n`)
    expect([200, 400, 431]).toContain(statusOf(response))
    expect(response).not.toContain('<script>alert')
  })

  test('none of them was logged as an error', () => {
    expect(portal.errors()).toEqual([])
  })
})

/** JSON of a paragraph below `depth` unknown containers. */
function nestedBlocks(depth: number): string {
  const open = '{"blockName":"szpalta/nieznany","innerHTML":"","innerContent":["<div>",null,"</div>"],"innerBlocks":['
  return `${open.repeat(depth)}${leaf('<p>Na samym dnie.</p>')}${']}'.repeat(depth)}`
}

function leaf(innerHTML: string): string {
  return JSON.stringify({ blockName: 'szpalta/nieznany', attrs: [], innerHTML, innerBlocks: [] })
}

/** Whether a redirect leads away from the portal. */
function isElsewhere(location: string | undefined): boolean {
  if (location === undefined) return false
  return new URL(location, 'https://akademia.szpalta.test').hostname !== 'akademia.szpalta.test'
}

/** Sends raw bytes, and returns everything received until the connection closes. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(portal.port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      response += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(response))
  })
}

/** 0 when the connection was closed without a response. */
function statusOf(response: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0)
}
