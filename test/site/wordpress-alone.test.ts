import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWordPressSite } from '../../src/site/read-wordpress-site.ts'
import { siteOf } from '../../src/site/site.ts'
import { crawl } from '../support/crawl.ts'
import { customerWordsIn } from '../support/customer-words.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { FRONT_PAGE, startBlog } from '../support/wordpress-blog.ts'
import { startWordPress, type WordPressServer } from '../support/wordpress-server.ts'

let wordpress: WordPressServer
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alone-'))
  wordpress = await startBlog()
})
afterAll(async () => {
  await wordpress.close()
  await rm(folder, { recursive: true })
})

describe('a WordPress with its own name and no folder', () => {
  let portal: PortalProcess
  beforeAll(async () => {
    portal = await startProcess({
      SITE_DIR: '',
      CONTENT: 'wordpress',
      CMS_URL: wordpress.url,
      CMS_POLL_SECONDS: '0',
      SUBSCRIBERS_FILE: join(folder, 'subscribers.sqlite'),
      GAM_NETWORK_CODE: '123456',
      CONSENT_MODE: 'cmp',
    })
    await portal.ready()
  })
  afterAll(() => portal.stop())

  const UNLINKED = [
    '/not-there',
    '/%ff',
    '/offline',
    '/sw.js',
    '/robots.txt',
    '/sitemap.xml',
    '/news-sitemap.xml',
    '/favicon.ico',
    '/favicon.svg',
    '/manifest.webmanifest',
    '/search?s=story',
    '/search?s=nothing-like-it',
    '/search/story/1',
    '/api/feed/rss',
    '/api/feed/feed-gn',
    '/api/feed/feed-gn?cat=harbour',
    '/api/getScrollPosts',
    '/wp-json/amp/v2/post/2026/11/story-3',
    '/fragment/2026/11/story-3',
    '/newsletter/potwierdz/abc',
    '/readyz',
  ]

  test('has nothing of the customer’s in any byte of any response (SITE-9)', async () => {
    const { host } = new URL(wordpress.url)
    const feeds = [
      `/api/oembed?url=${wordpress.url}/2026/11/story-3`,
      `/api/oembed?format=xml&url=${wordpress.url}/2026/11/story-3`,
    ]
    const responses = await crawl(portal, { from: ['/', ...UNLINKED, ...feeds], host, most: 300 })
    expect(responses.size).toBeGreaterThan(60)
    const words = [...responses].flatMap(([path, { text, headers }]) =>
      // Scripts and style sheets are checked below; fonts are not text.
      /^\/assets\//.test(path)
        ? []
        : customerWordsIn(`${JSON.stringify(headers)} ${text}`).map((word) => `${path}: ${word}`),
    )
    expect(words).toEqual([])
    const assets = [...responses].filter(([path]) => /^\/assets\/.*\.(?:js|css)$/.test(path))
    expect(assets.length).toBeGreaterThan(3)
    const inAssets = assets.flatMap(([path, { text }]) => customerWordsIn(text).map((word) => `${path}: ${word}`))
    expect(inAssets).toEqual([])
    const foreign = [...responses].flatMap(([path, { text, headers }]) =>
      /html/.test(String(headers['content-type']))
        ? foreignTexts(readerTexts(text), 'en').map((one) => `${path}: ${one}`)
        : [],
    )
    expect(foreign).toEqual([])
  })

  test('has its name, tagline, language, zone, colour and icon (SITE-9)', async () => {
    const { text } = await portal.ask('/', { headers: { host: new URL(wordpress.url).host } })
    expect(text).toContain('<title>Harbour &amp; Hill – News from the coast</title>')
    expect(text).toContain('<html lang="en"')
    expect(text).toContain('content="en_GB"')
    expect(text).toMatch(/--accent-dark:\s*#e3b23c/i)
    // Too light for paper: the nearest shade that can be read.
    expect(text).not.toMatch(/--accent-light:\s*#e3b23c/i)
    const article = await portal.ask('/2026/11/story-3')
    expect(article.text).toContain('2026-11-03T10:00:00+00:00')
    const svg = await portal.ask('/favicon.svg')
    expect(svg.text).toContain('data:image/png;base64,')
    const png = await portal.ask('/icons/site-192.png')
    expect([png.status, png.headers['content-type']]).toEqual([200, 'image/png'])
  })
})

describe('what a WordPress says of itself', () => {
  const file = (name: string): string => join(folder, name)

  test('is remembered while the WordPress is down (SITE-9)', async () => {
    const there = await readWordPressSite(wordpress.url, file('a.json'))
    expect(there.problem).toBeUndefined()
    wordpress.on('/wp-json/', { status: 503, json: {} })
    const down = await readWordPressSite(wordpress.url, file('a.json'))
    expect(JSON.stringify(siteOf(down.site))).toBe(JSON.stringify(siteOf(there.site)))
    expect(down.problem).toMatch(/answered 503/)
  })

  test('is not made poorer by a front page that fails (SITE-9)', async () => {
    const there = await startWordPress()
    there.on('/wp-json/', { json: { name: 'Echo', home: there.url, timezone_string: 'Europe/Warsaw' } })
    there.on('/', { headers: { 'content-type': 'text/html' }, body: FRONT_PAGE.replace('en-GB', 'pl-PL') })
    const first = await readWordPressSite(there.url, file('poor.json'))
    there.on('/', { status: 503, headers: { 'content-type': 'text/html' }, body: '<html lang="en-US"></html>' })
    const second = await readWordPressSite(there.url, file('poor.json'))
    await there.close()
    expect(siteOf(first.site).services.site?.language).toBe('pl')
    expect(JSON.stringify(second)).toBe(JSON.stringify(first))
  })

  test('is its host name when it has never been heard (SITE-9)', async () => {
    const { site, problem } = await readWordPressSite('http://127.0.0.1:1', file('none.json'))
    expect(site.group.name).toBe('127.0.0.1')
    expect(problem).toBeDefined()
  })

  test('of another WordPress is not taken for this one’s', async () => {
    const { site } = await readWordPressSite('http://127.0.0.1:1', file('a.json'))
    expect(site.group.name).toBe('127.0.0.1')
  })

  test('is not waited for without end: a server that never answers costs seconds (SITE-9)', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { problem } = await readWordPressSite(`http://127.0.0.1:${port}`, file('b.json'))
    expect(problem).toMatch(/timeout/i)
    silent.close()
  })

  test.each([
    ['an index that is no object', { json: [] }],
    ['a name of a megabyte', { json: { name: 'x'.repeat(1_000_000) } }],
    [
      'control characters, markup and a foreign scheme',
      { json: { name: '<b>a</b>\u0000\n"b', home: 'javascript:alert(1)' } },
    ],
    ['an unknown zone and no name', { json: { name: '', timezone_string: 'Mars/Base', gmt_offset: 'many' } }],
  ])('that is hostile makes a usable site: %s', async (_case, reply) => {
    const hostile = await startWordPress()
    hostile.on('/wp-json/', reply)
    const { site } = await readWordPressSite(hostile.url, file('hostile.json'))
    await hostile.close()
    const service = siteOf(site).services.site
    expect(service?.serviceUrl).toMatch(/^http:/)
    expect(service?.title.length).toBeLessThanOrEqual(300)
    expect(service?.title).toMatch(/^[^\p{Cc}<>]+$/u)
  })
})
