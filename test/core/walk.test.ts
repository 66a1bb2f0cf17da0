import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** Any warning of the runtime ends the process, with a trace. */
const STRICT = { NODE_OPTIONS: '--throw-deprecation --trace-warnings' }
const TOKEN = 'bardzo-tajny-token'
const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'

let folder: string
let portal: PortalProcess | undefined
let hub: HubServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'core-'))
})
afterEach(async () => {
  await portal?.stop()
  await hub?.close()
  portal = undefined
  hub = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(variables: Record<string, string> = {}): Promise<PortalProcess> {
  portal = await startProcess({ ...STRICT, ...variables })
  await portal.ready()
  return portal
}

/** Ends it as an operator does; the runtime has printed no warning. */
async function end(own: PortalProcess): Promise<void> {
  own.child.kill('SIGTERM')
  expect([await own.exit(), own.complaints]).toEqual([0, ''])
  expect(own.lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
}

test.each(['1', '2'])(
  'OPS-15: every kind of page and file, with %s processes, without a warning of the runtime',
  async (workers) => {
    const own = await start({ WEB_CONCURRENCY: workers, METRICS_TOKEN: TOKEN, PURGE_TOKEN: TOKEN })
    const page = (await own.ask(ARTICLE)).text
    const [, imageFile = ''] = /(\/media\/[^"? ]+\?w=\d+&amp;q=\d+)/.exec(page) ?? []
    const [, style] = /href="(\/assets\/app-[^"]+\.css)"/.exec(page) ?? []
    const paths = [
      ...[
        '/',
        '/',
        ARTICLE,
        `/wp-json/amp/v2/post${ARTICLE}`,
        `/fragment${ARTICLE}`,
        '/search?s=bitcoin',
        '/search/bitcoin/1',
      ],
      ...[
        '/api/feed/feed-gn',
        '/api/feed/rss',
        '/api/getScrollPosts',
        '/sitemap.xml',
        '/news-sitemap.xml',
        '/robots.txt',
      ],
      ...[
        '/sitemap-articles-2026-11.xml',
        '/manifest.webmanifest',
        '/sw.js',
        '/favicon.ico',
        '/offline',
        '/healthz',
        '/version',
      ],
      ...[String(style), imageFile.replace('&amp;', '&')],
    ]
    const statusOf = async (path: string, coding: string): Promise<number> =>
      (await own.ask(path, { headers: { 'accept-encoding': coding, accept: 'image/avif,image/webp,*/*' } })).status
    for (const path of paths) {
      const statuses = await Promise.all(['br', 'gzip', 'identity'].map((coding) => statusOf(path, coding)))
      expect([path, statuses]).toEqual([path, [200, 200, 200]])
    }
    const authorization = `Bearer ${TOKEN}`
    expect((await own.ask('/metrics', { headers: { authorization } })).text).toContain(
      'szpalta_page_cache_requests_total',
    )
    const purged = await own.ask('/ops/purge', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ paths: [ARTICLE] }),
    })
    expect(purged.status).toBe(200)
    expect(await own.status('/2026/10/nie-ma-takiego')).toBe(404)
    await end(own)
  },
  240_000,
)

test('OPS-15: a subscriber is stored, and pages outlive the process', async () => {
  const files = { SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'), PAGE_CACHE_FILE: join(folder, 'pages.bin') }
  const first = await start(files)
  const response = await first.ask('/api/sare/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'czytelnik@poczta.example', consent: true }),
  })
  expect([response.status, response.text]).toEqual([200, expect.stringContaining('imported')])
  expect(await first.status(ARTICLE)).toBe(200)
  await end(first)
  const second = await start(files)
  expect((await second.ask(ARTICLE)).headers['x-cache']).toMatch(/stale|hit/)
  await end(second)
}, 240_000)

test('OPS-15: the hub as the source', async () => {
  hub = await startHub(
    join(ROOT, 'test/support/fixtures/hub'),
    largeArchive({ count: 20, perPage: 10, newest: Date.UTC(2026, 0, 31), hoursBetween: 1 }),
  )
  const own = await start({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    CMS_USER: 'portal',
    CMS_KEY: 'klucz-testowy',
    SERVICE: 'post',
  })
  for (const path of ['/2026/01/artykul-0.html', '/api/feed/rss', '/sitemap.xml']) {
    expect([path, await own.status(path)]).toEqual([path, 200])
  }
  await end(own)
}, 240_000)
