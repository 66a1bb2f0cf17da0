import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { ampProblems } from '../support/amp-validator.ts'
import { ROOT, startTestPortal, type TestPortal } from '../support/portal.ts'
import { childNamed, childrenNamed, parseXml } from '../support/xml.ts'

const SERIES = '/seria/od-poczatku'
const PARTS = [
  '/2026/02/blockchain-skrot-blok-lancuch',
  '/2026/02/klucz-prywatny-i-adres',
  '/2026/04/co-naprawde-przechowuje-portfel',
  '/2026/05/portfel-goracy-czy-zimny',
  '/2026/06/proof-of-work-i-proof-of-stake',
  '/2026/07/gas-i-oplaty-w-ethereum',
]
const MIDDLE = PARTS[2] ?? ''
const ORIGIN = 'https://akademia.szpalta.test'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const documentAt = async (path: string) => new JSDOM((await portal.get(path)).text).window.document
const hrefs = (root: Document | Element | null, selector: string) =>
  [...(root?.querySelectorAll(selector) ?? [])].map((one) => one.getAttribute('href'))
interface Node {
  '@type': string
  [field: string]: unknown
}
const graphOf = (document: Document): Node[] =>
  (
    JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? '{}') as {
      '@graph': Node[]
    }
  )['@graph']

test('its page has title, lead and all parts in order, numbered (SERIES-2)', async () => {
  const document = await documentAt(SERIES)
  expect(document.querySelector('h1')?.textContent).toBe('Od początku')
  expect(document.querySelector('.archive-header .kicker')?.textContent).toBe('Seria · 6 części')
  expect(document.querySelector('.archive-header .lead')?.textContent).toMatch(/^Sześć lekcji/)
  expect(document.querySelector('meta[name="description"]')?.getAttribute('content')).toMatch(/^Sześć lekcji/)
  expect(hrefs(document, 'ol.series-parts > li .card-title a')).toEqual(PARTS)
  expect(document.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(ORIGIN + SERIES)
  expect(hrefs(document, 'link[type="application/atom+xml"]')[0]).toBe(`${ORIGIN}/api/feed/feed-gn?series=od-poczatku`)
})

test('its JSON-LD is a series with its parts by position, and a breadcrumb (SERIES-8)', async () => {
  const graph = graphOf(await documentAt(SERIES))
  const series = graph.find((node) => node['@type'] === 'CreativeWorkSeries')
  expect(series).toMatchObject({ '@id': `${ORIGIN}${SERIES}#series`, name: 'Od początku', url: ORIGIN + SERIES })
  const positions = (series?.hasPart as Node[] | undefined)?.map(({ position, url }) => [position, url])
  expect(positions).toEqual(PARTS.map((path, index) => [index + 1, ORIGIN + path]))
  expect(graph.find((node) => node['@type'] === 'BreadcrumbList')).toBeDefined()
  const article = graphOf(await documentAt(MIDDLE)).find((node) => node['@type'] === 'NewsArticle')
  expect(article).toMatchObject({
    position: 3,
    isPartOf: [{ '@id': `${ORIGIN}/#website` }, { '@type': 'CreativeWorkSeries', '@id': `${ORIGIN}${SERIES}#series` }],
  })
})

test('its feeds have the last part first, and are valid in both formats (SERIES-4)', async () => {
  const atom = parseXml((await portal.get('/api/feed/feed-gn?series=od-poczatku')).text)
  const links = childrenNamed(atom, 'entry').map(
    (entry) => childrenNamed(entry, 'link').find(({ attributes }) => attributes.rel === 'alternate')?.attributes.href,
  )
  expect(links).toEqual([...PARTS].reverse().map((path) => ORIGIN + path))
  const rss = childNamed(parseXml((await portal.get('/api/feed/rss?series=od-poczatku')).text), 'channel')
  expect(rss && childrenNamed(rss, 'item').map((item) => childNamed(item, 'link')?.text)).toEqual(links)
  expect((await portal.get('/api/feed/rss?series=nie-ma')).status).toBe(404)
  expect((await portal.get('/api/feed/rss?series=od-poczatku&page=2')).status).toBe(404)
  expect((await portal.get('/api/feed/rss?series=od-poczatku&tag=bitcoin')).status).toBe(404)
})

test('an article says its part above and below the text, with the parts around it (SERIES-6)', async () => {
  const document = await documentAt(MIDDLE)
  expect(document.querySelector('.article-header .series-line')?.textContent).toBe('Od początku Część 3 z 6')
  const nav = document.querySelector('nav.series-nav')
  expect(nav?.getAttribute('aria-label')).toBe('Seria: Od początku')
  expect([hrefs(nav, 'a[rel="prev"]'), hrefs(nav, 'a[rel="next"]')]).toEqual([[PARTS[1]], [PARTS[3]]])
  expect(nav?.querySelector('details')?.hasAttribute('open')).toBe(false)
  expect(hrefs(nav, 'details a')).toEqual(PARTS.filter((path) => path !== MIDDLE))
  expect(nav?.querySelector('[aria-current="page"]')?.textContent).toBe('Co naprawdę przechowuje portfel')
  const [first, last] = [await documentAt(PARTS[0] ?? ''), await documentAt(PARTS[5] ?? '')]
  expect([hrefs(first, '.series-nav a[rel="prev"]'), hrefs(last, '.series-nav a[rel="next"]')]).toEqual([[], []])
  expect(
    (await documentAt('/2026/02/skad-sie-bierze-21-milionow-bitcoinow')).querySelector('[class^="series"]'),
  ).toBeNull()
})

test('in AMP too, valid; in feeds its text is as it was (SERIES-6)', async () => {
  const { text } = await portal.get(`/wp-json/amp/v2/post${MIDDLE}`)
  expect(await ampProblems(text)).toEqual([])
  const { document } = new JSDOM(text).window
  expect(document.querySelector('.article-header .series-line')?.textContent).toBe('Od początku Część 3 z 6')
  expect(hrefs(document, '.series-nav details a')).toEqual(PARTS.filter((path) => path !== MIDDLE))
  const feed = await portal.get('/api/feed/feed-gn?series=od-poczatku')
  expect(feed.text).not.toContain('Część 3 z 6')
})

test('other parts of its series are not among related articles (RELATED-1)', async () => {
  const related = hrefs(await documentAt(MIDDLE), '.read-next .card-title a')
  expect(related).toHaveLength(3)
  expect(related.filter((href) => href !== null && PARTS.includes(href))).toEqual([])
})

test('a path without a series is any other page’s, and a further page of one is none (SERIES-2)', async () => {
  for (const path of ['/seria/nie-ma', '/seria/od-poczatku/page/2', '/seria/od-poczatku/inne', '/seria']) {
    expect([path, (await portal.get(path)).status]).toEqual([path, 404])
  }
  expect(await portal.get('/seria/od-poczatku/page/1')).toMatchObject({ status: 301, headers: { location: SERIES } })
  expect(await portal.get('/seria/od-poczatku/')).toMatchObject({ status: 301, headers: { location: SERIES } })
})

test('maps have it (SERIES-9)', async () => {
  expect((await portal.get('/sitemap.xml')).text).toContain('/sitemap-series-1.xml')
  const map = (await portal.get('/sitemap-series-1.xml')).text
  expect([...map.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).toEqual([
    `${ORIGIN}/seria/od-poczatku`,
    `${ORIGIN}/seria/klucze-pod-kontrola`,
  ])
})

test('the pages carry keys by which a purge finds them (SERIES-7)', async () => {
  const keys = async (path: string) => String((await portal.get(path)).headers['surrogate-key'] ?? '').split(' ')
  expect(await keys(MIDDLE)).toEqual(expect.arrayContaining(['series-od-poczatku']))
  expect(await keys(SERIES)).toEqual(expect.arrayContaining(['series-od-poczatku', 'tag-od-poczatku']))
})

const SERVICES = ['akademia', 'bizblog', 'post', 'autoblog', 'rozrywka', 'plus']
const withoutSuffix = (path = '') => path.replace(/\.html$/, '')

test.each(SERVICES)(
  '%s: after an article of a series its next part comes first, on the page and in AMP (NEXT-5, NEXT-17)',
  async (name) => {
    const host = `${name}.localhost`
    const read = async (path: string) => new JSDOM((await portal.get(path, { host })).text).window.document
    const yaml = await readFile(join(ROOT, 'newsroom', name, 'series.yaml'), 'utf8')
    const wrong: unknown[] = []
    let count = 0
    for (const [, slug] of yaml.matchAll(/^- slug: (\S+)/gm)) {
      const parts = hrefs(await read(`/seria/${slug}`), 'ol.series-parts > li .card-title a').map((href) => href ?? '')
      for (const [index, path] of parts.slice(0, -1).entries()) {
        const next = parts[index + 1]
        const document = await read(path)
        const onward = hrefs(document, '.onward-next')[0]
        const related = hrefs(document, '.read-next .card-title a')
        count += 1
        if (onward !== next || related.includes(next ?? '')) wrong.push([path, onward, related])
        if (name === 'plus') continue
        const amp = await read(`/wp-json/amp/v2/post${withoutSuffix(path)}`)
        const inline = amp.querySelector('amp-next-page > script')?.textContent
        const source = amp.querySelector('amp-next-page')?.getAttribute('src')
        const listed = source && JSON.parse((await portal.get(new URL(source).pathname, { host })).text).pages
        const [first, second] = [...JSON.parse(inline ?? '[]'), ...(listed || [])]
        const expected = [next, parts[index + 2]].slice(0, parts[index + 2] === undefined ? 1 : 2).map(withoutSuffix)
        const got = [first, second]
          .slice(0, expected.length)
          .map((page) => withoutSuffix(page?.url.split('/amp/v2/post')[1]))
        if (got.join() !== expected.join()) wrong.push(['amp', path, got, expected])
      }
    }
    console.info(`${name}: ${count} articles with a next part, ${wrong.length} wrong`)
    expect(count).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  },
)
