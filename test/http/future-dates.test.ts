import { articleMaps } from '../support/article-maps.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

/** A CMS decides itself what is public; nothing says that it changed later than now (HEAD-40). */

const YEAR = 365 * 24 * 3_600_000
const LATER = new Date(Date.now() + YEAR).toISOString()
const ORIGIN_PATH = /<loc>[^<]*?(\/20\d\d\/[^<]*)<\/loc>/

let hub: HubServer
let portal: TestPortal
beforeAll(async () => {
  hub = await startHub(
    undefined,
    largeArchive({
      count: 3,
      perPage: 12,
      newest: Date.now() - 24 * 3_600_000,
      hoursBetween: 5,
      // The first one is dated later, the second was revised later than now.
      articleOf: (index) =>
        index === 0
          ? { publication_date: LATER, seo: { meta: [{ property: 'article:modified_time', content: LATER }] } }
          : index === 1
            ? { post_generated_date: LATER }
            : {},
    }),
  )
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
})
afterAll(async () => {
  await portal.close()
  await hub.close()
})

/** Dates of a document that say when something changed. */
const CHANGED =
  /(?:<updated>|<lastBuildDate>|<lastmod>|"dateModified":"|property="article:modified_time" content=")([^<"]+)/g
const changesIn = (text: string) => [...text.matchAll(CHANGED)].map(([, date = '']) => date)

async function pages(): Promise<string[]> {
  const { text } = await articleMaps((path) => portal.get(path))
  return text.split('<url>').flatMap((url) => ORIGIN_PATH.exec(url)?.[1] ?? [])
}

test('feeds, maps and JSON-LD have no change later than now, and no response a date of one', async () => {
  const articles = await pages()
  expect(articles).toHaveLength(3)
  const paths = [
    ...['/api/feed/feed-gn', '/api/feed/rss', '/sitemap.xml', '/sitemap-pages-1.xml'],
    ...(await articleMaps((path) => portal.get(path))).paths,
    ...articles,
    ...articles.map((path) => `/wp-json/amp/v2/post${path}`),
  ]
  let count = 0
  for (const path of paths) {
    const { status, headers, text } = await portal.get(path)
    expect([path, status, headers['last-modified']]).toEqual([path, 200, undefined])
    const dates = changesIn(text)
    count += dates.length
    expect([path, dates.filter((date) => !(Date.parse(date) <= Date.now()))]).toEqual([path, []])
  }
  expect(count).toBeGreaterThan(8)
})

test('a feed with an entry of later is the same to the byte (FEED-8)', async () => {
  const off = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  const [first, second] = [await off.get('/api/feed/feed-gn'), await off.get('/api/feed/feed-gn')]
  await off.close()
  expect(first.text).toBe(second.text)
  expect(first.text).toContain(new Date(Date.parse(LATER)).getUTCFullYear().toString())
})
