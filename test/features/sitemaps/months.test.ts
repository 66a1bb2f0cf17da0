import { monthKey, monthsKey } from '../../../src/content/surrogate-keys.ts'
import { createMonths } from '../../../src/features/sitemaps/months.ts'
import { sitemapNamed, sitemapPath } from '../../../src/features/sitemaps/paths.ts'
import { withFeeds } from '../../../src/purge/purge.ts'
import { createContentCache } from '../../../src/sources/cache/content-cache.ts'
import { createContentRepositories } from '../../../src/sources/content-repositories.ts'
import { createHubSource } from '../../../src/sources/hub/hub.ts'
import { imagesOn, services } from '../../content/world.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'

const ARTICLES = Number(process.env.MANY_ARTICLES ?? 18_000)
const PER_PAGE = 20
const YEARS = 3
const NEWEST = Date.UTC(2026, 10, 20, 12)
const HOURS = (YEARS * 365.25 * 24) / ARTICLES
const { akademia } = services

/** What the list has: `added` newer articles at its top, without those at places that were removed. */
const list = { added: 0, removed: [] as number[] }
let hub: HubServer
beforeEach(async () => {
  Object.assign(list, { added: 0, removed: [] })
  hub = await startHub(undefined, (call) =>
    largeArchive({
      count: ARTICLES + list.added - list.removed.length,
      perPage: PER_PAGE,
      newest: NEWEST + list.added * HOURS * 3_600_000,
      hoursBetween: HOURS,
      articleOf(index) {
        // By its number, from the oldest: 1.
        let number = ARTICLES + list.added - index
        for (const one of list.removed) if (number <= one) number -= 1
        const date = new Date(NEWEST - (ARTICLES - number) * HOURS * 3_600_000).toISOString()
        return { relative_link: `/a/artykul-${number}`, publication_date: date }
      },
    })(call),
  )
})
afterEach(() => hub.close())

function reading() {
  let now = 0
  const months = createMonths(() => now)
  const repositories = createContentRepositories({
    source: createHubSource({ bizblog: hub.url, post: hub.url }),
    cache: createContentCache(() => {}),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: hub.url },
    report: () => {},
  })
  const reader = () => repositories.reader(akademia)
  return {
    async all() {
      // The list is read again: an hour later.
      repositories.expire()
      now += 3_600_001
      await months.all(reader(), akademia, 'articles')
      return months.all(reader(), akademia, 'articles')
    },
    async links(month: string, offset = 0, count = 50_000) {
      repositories.expire()
      const cards = await months.cards(reader(), akademia, 'articles', { month, offset, count })
      const links: string[] = []
      for await (const { link } of cards ?? []) links.push(link.href)
      return links
    },
  }
}

test('a list of some years is in its months, found in a number of calls that grows with its logarithm (MAP-16)', async () => {
  const { all, links } = reading()
  const months = await all()
  const calls = hub.calls.length
  console.info(`${ARTICLES} articles, ${months.length} months: ${calls} calls`)
  expect([months.length, months[0]?.month, months.at(-1)?.month]).toEqual([37, '2026-11', '2023-11'])
  expect(months.reduce((sum, { count }) => sum + count, 0)).toBe(ARTICLES)
  // The pages of all articles would be 900 calls.
  expect(calls).toBeLessThan(37 * 9)
  // Each article is in one month, and the neighbours of an edge are on its two sides.
  const [may, june] = [await links('2024-05'), await links('2024-06')]
  expect([may.length, june.length]).toEqual(
    ['2024-05', '2024-06'].map((one) => months.find(({ month }) => month === one)?.count),
  )
  const numbers = [...june, ...may].map((link) => Number(link.slice('/a/artykul-'.length)))
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, index) => (numbers[0] ?? 0) - index))
})

test('what is published later changes no map of an old month, and a look again costs two calls (MAP-16)', async () => {
  const { all, links } = reading()
  const months = await all()
  const before = await links('2025-03')
  list.added = 7
  expect(await links('2025-03')).toEqual(before)
  const calls = hub.calls.length
  const later = await all()
  expect(hub.calls.length - calls).toBeLessThan(6)
  expect(later[0]?.count).toBe((months[0]?.count ?? 0) + 7)
  expect(later.slice(1)).toEqual(months.slice(1))
  expect((await links('2026-11')).length).toBe(later[0]?.count)
  expect(await links('2026-12')).toEqual([])
})

test('an article that is removed from an old month is missed there alone after the next look (MAP-16)', async () => {
  const { all, links } = reading()
  const months = await all()
  const [old, newer] = [await links('2024-08'), await links('2025-02')]
  list.removed = [Number(old[10]?.slice('/a/artykul-'.length))]
  const later = await all()
  expect(later.filter(({ count }, index) => count !== months[index]?.count).map(({ month }) => month)).toEqual([
    '2024-08',
  ])
  expect(await links('2025-02')).toEqual(newer)
  expect(await links('2024-08')).toEqual(old.filter((_, index) => index !== 10))
})

test('a month is found without a look at all of them, and its parts begin with the oldest articles (MAP-16)', async () => {
  const { links } = reading()
  const whole = await links('2025-07')
  expect(hub.calls.length).toBeLessThan(ARTICLES / PER_PAGE / 15)
  expect([...(await links('2025-07', 300)), ...(await links('2025-07', 0, 300))]).toEqual(whole)
  list.added = 3
  expect(await links('2025-07', 0, 300)).toEqual(whole.slice(-300))
})

test('names of maps are read as they are written, and no other (MAP-16)', () => {
  for (const text of ['articles-2026-04', 'types-2026-04-2', 'tags-1', 'pages-1000']) {
    const name = sitemapNamed(text)
    expect(name && sitemapPath(name)).toBe(`/sitemap-${text}.xml`)
  }
  const wrong = [
    'articles',
    'articles-1',
    'articles-2026-4',
    'articles-2026-00',
    'articles-2026-04-1',
    'articles-2026-04-02',
  ]
  for (const text of [...wrong, 'tags-2026-04', 'tags-0', 'tags-1001', 'articles-2026-04-1001', 'constructor-1', '-1'])
    expect([text, sitemapNamed(text)]).toEqual([text, undefined])
})

test('a purge names the months of its articles, or all of them where an article has none in its path (MAP-16)', () => {
  const keysOf = (paths: string[], tags: string[] = []) =>
    withFeeds({ service: 'akademia', paths, tags }).tags.filter((tag) => tag.startsWith('month'))
  const april = monthKey('akademia', '2026-04')
  expect(keysOf(['/', '/2026/04/a', '/2026/04/b'], ['post-1', 'post-2'])).toEqual([april])
  expect(keysOf(['/', '/2026/04/a'], ['post-1', 'post-2'])).toEqual([april, monthsKey('akademia')])
  expect(keysOf(['/bez-daty'])).toEqual([monthsKey('akademia')])
  expect(keysOf(['/'], ['category-najnowsze'])).toEqual([])
})
