import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../../support/xml.ts'

const ORIGIN = 'https://akademia.szpalta.test'
const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const NEWS = 'http://www.google.com/schemas/sitemap-news/0.9'
const IMAGE = 'http://www.google.com/schemas/sitemap-image/1.1'
const ARTICLES = 2345
const NOW = Date.UTC(2026, 10, 20, 12)

let hub: HubServer
let portal: TestPortal

beforeAll(async () => {
  jest.spyOn(Date, 'now').mockReturnValue(NOW)
  hub = await startHub(
    undefined,
    largeArchive({
      count: ARTICLES,
      perPage: 100,
      newest: NOW - 1800_000,
      hoursBetween: 0.1,
      articleOf: (index) => ({
        ...(index === 1 && { title: 'A & B <c> ]]> \u0000\ud800' }),
        ...(index === 2 && { nrm_image: { url: 'https://hub.example/2026/01/duze-2.jpg', width: 1600, height: 900 } }),
      }),
    }),
  )
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
})
afterAll(async () => {
  await portal.close()
  await hub.close()
  jest.restoreAllMocks()
})

const map = async (path: string): Promise<XmlElement> => {
  const { status, headers, text } = await portal.get(path)
  expect([path, status, headers['content-type']]).toEqual([path, 200, expect.stringMatching(/^application\/xml/)])
  return parseXml(text)
}
const locations = (root: XmlElement, name = 'url') =>
  childrenNamed(root, name, SITEMAP).map((url) => childNamed(url, 'loc', SITEMAP)?.text ?? '')

test('robots.txt names both maps, and excludes crawlers from interfaces but not from feeds and search pages (MAP-1, MAP-5)', async () => {
  const { text, headers } = await portal.get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(text).toContain(`Sitemap: ${ORIGIN}/sitemap.xml\nSitemap: ${ORIGIN}/news-sitemap.xml\n`)
  expect(text).toContain('Allow: /api/feed/\n')
  // A crawler that may not read a search page would not see its noindex.
  expect(text).not.toContain('Disallow: /search')
})

test('the index does not wait for the terms of a slow source; later it has all of them (MAP-8)', async () => {
  const slow = await startHub(
    undefined,
    largeArchive({ count: 300, perPage: 10, newest: NOW, hoursBetween: 1, articleOf: () => ({}) }),
  )
  const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: slow.url, PAGE_CACHE: 'off' })
  await own.get('/kategoria/najnowsze')
  slow.slowDown(150)
  const before = slow.calls.length
  const { status, text, headers } = await own.get('/sitemap.xml')
  const pending = slow.calls.length - before
  expect([status, text.includes('/sitemap-tags-1.xml'), text.includes('/sitemap-lists-1.xml')]).toEqual([
    200,
    true,
    false,
  ])
  // The next crawler may come in a day: no cache keeps a part of the index for it.
  expect(headers['cache-control']).toBe('public, max-age=10')
  // All thirty pages, four at a time, would take a second.
  expect(pending).toBeLessThan(29)
  await own.close()
  await slow.close()
})

test('the index names each map, and each exists (MAP-1)', async () => {
  const index = await map('/sitemap.xml')
  expect([index.uri, index.name]).toEqual([SITEMAP, 'sitemapindex'])
  const paths = locations(index, 'sitemap').map((url) => url.replace(ORIGIN, ''))
  expect(paths).toEqual([
    '/sitemap-articles-2026-11.xml',
    '/sitemap-pages-1.xml',
    '/sitemap-categories-1.xml',
    '/sitemap-tags-1.xml',
    '/sitemap-authors-1.xml',
  ])
  for (const path of paths) await map(path)
})

test('each map of the index has a date, once the terms are known (MAP-10)', async () => {
  const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  const dates = await until(
    async () =>
      childrenNamed(parseXml((await own.get('/sitemap.xml')).text), 'sitemap').map(
        (one) => childNamed(one, 'lastmod')?.text ?? '',
      ),
    (all) => all.every((date) => !Number.isNaN(Date.parse(date))),
    20_000,
  )
  expect(Date.parse(dates[0] ?? '')).toBe(Date.UTC(2026, 10, 20, 11, 30))
  expect(dates.length).toBeGreaterThanOrEqual(5)
  await own.close()
})

test('robots.txt and the maps it names list every map once, including the news map (MAP-1)', async () => {
  const robots = (await portal.get('/robots.txt')).text
  const named = [...robots.matchAll(/^Sitemap: (.+)$/gm)].map((match) => match[1] ?? '')
  const listed = [...named, ...locations(await map('/sitemap.xml'), 'sitemap')]
  expect(new Set(listed).size).toBe(listed.length)
  expect(listed.filter((url) => url.includes('news'))).toEqual([`${ORIGIN}/news-sitemap.xml`])
  const articles = locations(await map('/sitemap-articles-2026-11.xml'))
  expect(articles.filter((url) => url.endsWith('.xml'))).toEqual([])
})

test('a HEAD has the headers of a GET, and a query creates no other map', async () => {
  for (const path of ['/robots.txt', '/sitemap.xml', '/news-sitemap.xml', '/sitemap-articles-2026-11.xml']) {
    const whole = await fetch(portal.url + path)
    const body = await whole.text()
    const head = await fetch(portal.url + path, { method: 'HEAD' })
    expect([path, head.status, await head.text()]).toEqual([path, 200, ''])
    expect(head.headers.get('content-type')).toBe(whole.headers.get('content-type'))
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
    expect([path, (await portal.get(`${path}?utm_source=x`)).text === body]).toEqual([path, true])
  }
})

test('the maps of articles name each article once, with its date and image (MAP-2)', async () => {
  const maps = [await map('/sitemap-articles-2026-11.xml')]
  const all = maps.flatMap((root) => locations(root))
  expect(new Set(all).size).toBe(ARTICLES)
  expect(all[0]).toBe(`${ORIGIN}/2026/01/artykul-0`)
  const [first] = childrenNamed(maps[0], 'url')
  expect(childNamed(first, 'lastmod')?.text).toBe('2026-11-20T11:30:00.000Z')
  expect(childNamed(childNamed(first, 'image', IMAGE), 'loc', IMAGE)?.text).toBe(
    `${ORIGIN}/media/2026/01/zdjecie-0.webp`,
  )
})

test('an image is named as large as the article’s page shows it (MAP-2)', async () => {
  const third = childrenNamed(await map('/sitemap-articles-2026-11.xml'), 'url')[2]
  expect(childNamed(childNamed(third, 'image', IMAGE), 'loc', IMAGE)?.text).toBe(`${ORIGIN}/media/2026/01/duze-2.webp`)
})

test('categories, tags and authors are those of articles, and the menu’s where not all articles were read', async () => {
  expect(locations(await map('/sitemap-authors-1.xml'))).toEqual([
    `${ORIGIN}/author/autorka-0`,
    `${ORIGIN}/author/drugi-autor`,
    ...[1, 2, 3, 4, 5, 6].map((number) => `${ORIGIN}/author/autorka-${number}`),
  ])
  const tags = locations(await map('/sitemap-tags-1.xml'))
  expect(tags).toContain(`${ORIGIN}/tag/z-29`)
  expect(tags).toContain(`${ORIGIN}/tag/smart-contracts`)
  const categories = locations(await map('/sitemap-categories-1.xml'))
  expect(categories[0]).toBe(`${ORIGIN}/kategoria/edukacja`)
  expect(categories).toContain(`${ORIGIN}/kategoria/zastosowania`)
})

test('an invalid map is 404', async () => {
  for (const path of [
    'articles-2026-10',
    'articles-2026-12',
    'articles-2026-11-1',
    'articles-2026-11-2',
    'articles-2026-13',
    'articles-1',
    'articles-x',
    'pages-2',
    'tags-2',
  ]) {
    expect([path, (await portal.get(`/sitemap-${path}.xml`)).status]).toEqual([path, 404])
  }
})

test('another spelling of a map is not served: each would be cached separately', async () => {
  for (const path of ['/Robots.txt', '/robots.txt/', '/SITEMAP.xml', '/sitemap.xml/', '/sitemap-Articles-2026-11.xml'])
    expect([path, (await portal.get(path)).status]).toEqual([path, 404])
})

test('the news map covers two days and no more, with publication, language, date and title (MAP-1)', async () => {
  const news = await map('/news-sitemap.xml')
  const urls = childrenNamed(news, 'url')
  // One every six minutes from 11:30 on: those of the last 48 hours, the oldest at 12:00 two days ago.
  expect(urls).toHaveLength(476)
  const of = (url: XmlElement | undefined, name: string) => childNamed(childNamed(url, 'news', NEWS), name, NEWS)
  expect(of(urls[0], 'publication_date')?.text).toBe('2026-11-20T12:30:00+01:00')
  expect(of(urls[0], 'title')?.text).toBe('Artykuł 0')
  expect(of(urls[1], 'title')?.text).toMatch(/^A\s& B <c> \]\]>/)
  expect(of(urls[0], 'publication')?.children.map(({ name, text }) => [name, text])).toEqual([
    ['name', 'Szpalta Akademia krypto'],
    ['language', 'pl'],
  ])
  expect(childNamed(childNamed(urls[0], 'image', IMAGE), 'loc', IMAGE)?.text).toBe(
    `${ORIGIN}/media/2026/01/zdjecie-0.webp`,
  )
})

test('the news map ends at 1,000, and has the home page alone without recent articles (MAP-10)', async () => {
  const many = await startHub(undefined, largeArchive({ count: 3000, perPage: 100, newest: NOW, hoursBetween: 0.01 }))
  const busy = await startTestPortal({ CONTENT: 'hub', CMS_URL: many.url })
  const full = parseXml((await busy.get('/news-sitemap.xml')).text)
  await busy.close()
  await many.close()
  expect(childrenNamed(full, 'url')).toHaveLength(1000)

  const old = await startHub(
    undefined,
    largeArchive({ count: 30, perPage: 10, newest: NOW - 3 * 86_400_000, hoursBetween: 1 }),
  )
  const quiet = await startTestPortal({ CONTENT: 'hub', CMS_URL: old.url })
  const empty = parseXml((await quiet.get('/news-sitemap.xml')).text)
  expect(old.countOf('/wp-json/hub/v2/taxonomy/category/najnowsze/2')).toBe(0)
  await quiet.close()
  await old.close()
  // The schema asks for one URL at least (MAP-10).
  expect([empty.uri, empty.name, locations(empty)]).toEqual([SITEMAP, 'urlset', [`${ORIGIN}/`]])
  expect(empty.children.flatMap(({ children }) => children.map(({ name }) => name))).toEqual(['loc'])
})

test.each(['on', 'off'])(
  'a list that fails at its start is 503, one that fails half-way is no partial map (page cache %s) (MAP-3, MAP-2)',
  async (cache) => {
    const failing = await startHub(undefined, (call) => {
      if (/najnowsze\/1[1-9]$/.test(call.path)) return { status: 500, body: '{}' }
      return largeArchive({ count: 3000, perPage: 50, newest: NOW, hoursBetween: 1 })(call)
    })
    const own = await startTestPortal({ CONTENT: 'hub', CMS_URL: failing.url, PAGE_CACHE: cache })
    const halfway = await own.get('/sitemap-articles-2026-11.xml').then(
      ({ status }) => status,
      () => 'cut off',
    )
    expect(halfway).not.toBe(200)
    failing.misbehave('/wp-json/hub/v2/taxonomy/category/najnowsze/0', { status: 500 })
    const fresh = await startTestPortal({ CONTENT: 'hub', CMS_URL: failing.url, PAGE_CACHE: cache })
    expect((await fresh.get('/sitemap-articles-2026-11.xml')).status).toBe(503)
    expect((await fresh.get('/sitemap.xml')).status).toBe(503)
    await fresh.close()
    await own.close()
    await failing.close()
  },
)
