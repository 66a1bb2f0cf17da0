import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { MAX_BYTES, sitemapProblems } from '../../support/sitemap-schema.ts'
import { until } from '../../support/until.ts'
import { childNamed, childrenNamed, parseXml, type XmlElement } from '../../support/xml.ts'

const ORIGIN = 'https://akademia.szpalta.test'
/** More than one map may have (sitemaps.org). */
const ARTICLES = 50_001
/** More than one map of tags has, all in the articles that are scanned for them. */
const TAGS = 1500
const NOW = Date.UTC(2026, 10, 20, 12)
const HOURS_BETWEEN = 0.1
/** 50,001 articles, one every six minutes: since the end of April. */
const MAPS = 8

let hub: HubServer
let portal: TestPortal

beforeAll(async () => {
  hub = await startHub(
    undefined,
    largeArchive({
      count: ARTICLES,
      perPage: 100,
      newest: NOW,
      hoursBetween: HOURS_BETWEEN,
      articleOf: (index) => ({
        ...(index < TAGS && {
          categories: [{ name: `T ${index}`, slug: `t-${index}`, relative_link: `/tag/t-${index}` }],
        }),
        ...(index === 8 && { thumbnail_url: `https://hub.example/${'d'.repeat(2100)}.jpg` }),
        ...(index === 7 && { relative_link: `/2026/01/${'d'.repeat(2100)}` }),
      }),
    }),
  )
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
})
afterAll(async () => {
  await portal.close()
  await hub.close()
})

let largest = 0
async function map(path: string): Promise<XmlElement> {
  const { status, text } = await portal.get(path)
  expect([path, status]).toEqual([path, 200])
  const bytes = Buffer.byteLength(text)
  largest = Math.max(largest, bytes)
  expect(bytes).toBeLessThan(MAX_BYTES)
  const root = parseXml(text)
  expect([path, sitemapProblems(root)]).toEqual([path, []])
  return root
}
const locationsIn = (root: XmlElement): string[] =>
  root.children.map((entry) => (childNamed(entry, 'loc')?.text ?? '').replace(ORIGIN, ''))

test(`the maps of ${ARTICLES} articles name each one once, are valid, and say when they changed (MAP-2, MAP-10)`, async () => {
  const index = await until(
    () => map('/sitemap.xml'),
    (root) =>
      locationsIn(root).includes('/sitemap-tags-2.xml') && locationsIn(root).includes('/sitemap-articles-2026-05.xml'),
    60_000,
  )
  const dates = new Map(
    childrenNamed(index, 'sitemap').map((entry) => [
      (childNamed(entry, 'loc')?.text ?? '').replace(ORIGIN, ''),
      Date.parse(childNamed(entry, 'lastmod')?.text ?? ''),
    ]),
  )
  const paths = [...dates.keys()].filter((path) => path.includes('articles'))
  expect(paths).toHaveLength(MAPS)
  const seen = new Set<string>()
  for (const path of paths) {
    const root = await map(path)
    for (const one of locationsIn(root)) {
      expect(seen.has(one)).toBe(false)
      seen.add(one)
    }
    const newest = Math.max(
      ...childrenNamed(root, 'url').map((url) => Date.parse(childNamed(url, 'lastmod')?.text ?? '')),
    )
    expect([path, dates.get(path)]).toEqual([path, newest])
  }
  // A URL of more than 2,048 characters is in no map: the schema forbids it.
  expect(seen.size).toBe(ARTICLES - 1)
  console.info(`${seen.size} URLs in ${paths.length} maps of at most ${Math.ceil(largest / 1024)} kB`)

  const tags = locationsIn(await map('/sitemap-tags-2.xml'))
  expect(tags.length).toBeGreaterThan(400)
  // The date of a map of lists is that of its own lists.
  expect(dates.get('/sitemap-tags-1.xml')).toBe(NOW)
  expect(dates.get('/sitemap-tags-2.xml')).toBeLessThanOrEqual(NOW - 1000 * HOURS_BETWEEN * 3_600_000 + 1)
})
