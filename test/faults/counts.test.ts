import { setTimeout as wait } from 'node:timers/promises'
import { articleMaps } from '../support/article-maps.ts'
import { createFigures, megabytes, milliseconds } from '../support/figures.ts'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { type Behave, startHub } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

const figures = createFigures()
afterAll(() => figures.print())

/** The longest permitted block by any content, with room for a busy machine. Milliseconds. */
const MAX_BLOCK = 2000
const TEST_TIME = 120_000
const ABSURD = 3_000_000_000
const real = largeArchive({ count: 30, perPage: 12, newest: Date.UTC(2026, 0, 20), hoursBetween: 1 })

/** The hub with replaced fields in its lists. */
const withList =
  (fields: object | ((list: { posts: object[] }) => object)): Behave =>
  (call) => {
    const response = real(call)
    if (!response?.body || !call.path.includes('/taxonomy/')) return response
    const list = JSON.parse(String(response.body))
    return { body: JSON.stringify({ ...list, ...(typeof fields === 'function' ? fields(list) : fields) }) }
  }

interface Watched {
  /** The slowest response of `/healthz`, in milliseconds. */
  longest: number
}

/** Polls the health check while something runs. */
async function watched<T>(portal: PortalProcess, run: () => Promise<T>): Promise<T & Watched> {
  let [longest, isOver] = [0, false]
  const looking = (async () => {
    while (!isOver) {
      longest = Math.max(longest, (await portal.ask('/healthz')).ms)
      await wait(5)
    }
  })()
  const result = await run()
  isOver = true
  await looking
  return { ...result, longest }
}

async function withPortal(behave: Behave, run: (portal: PortalProcess, calls: () => number) => Promise<void>) {
  const hub = await startHub(undefined, behave)
  const portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url, PAGE_CACHE: 'off' })
  try {
    await portal.ready()
    await run(portal, () => hub.calls.length)
  } finally {
    await portal.stop()
    await hub.close()
  }
}

/** Log lines that name a field; the first one may be on its way. */
async function problemsOf(portal: PortalProcess, field: string): Promise<Array<Record<string, unknown>>> {
  const reports = () => portal.lines().filter((line) => line.msg === 'content' && line.field === field)
  return until(reports, (lines) => lines.length > 0)
}

test.each([
  ['a number', ABSURD],
  ['a text', String(ABSURD)],
  ['more than any number', '9'.repeat(400)],
])(
  'three billion articles, as %s, are a million at most: the index has a map a month, and each call has one log line (COST-30, COST-33)',
  async (_name, sumOfPosts) => {
    await withPortal(withList({ sumOfPosts }), async (portal, calls) => {
      const { status, text, ms, longest } = await watched(portal, () => portal.ask('/sitemap.xml'))
      expect([status, text.match(/sitemap-articles-/g)?.length]).toEqual([200, 1])
      expect(longest).toBeLessThan(MAX_BLOCK)
      // Of the claimed pages, only those up to four consecutive empty ones are requested, and those that halve the list.
      expect(calls()).toBeLessThan(60)
      const problems = await problemsOf(portal, 'sumOfPosts')
      expect(problems[0]).toMatchObject({
        call: 'GET /wp-json/hub/v2/taxonomy/category/najnowsze/0',
        kind: 'number above 1000000',
      })
      expect(new Set(problems.map(({ call }) => call)).size).toBe(problems.length)
      const { peak } = await portal.memory()
      figures.add('sumOfPosts of 3,000,000,000, /sitemap.xml', `${milliseconds(ms)}, ${megabytes(peak)} at most`)
      figures.add('  longest wait of another request meanwhile', milliseconds(longest), milliseconds(MAX_BLOCK))
    })
  },
  TEST_TIME,
)

test(
  'pages, maps and feeds of missing articles are 404 after a few calls (COST-33, COST-30)',
  async () => {
    await withPortal(withList({ sumOfPosts: ABSURD, postPerPage: 12 }), async (portal, calls) => {
      const { text } = await portal.ask('/kategoria/najnowsze')
      const pages = [...text.matchAll(/\/kategoria\/najnowsze\/page\/(\d+)/g)].map(([, page]) => Number(page))
      expect([Math.max(...pages), new Set(pages).size]).toEqual([83_334, 6])
      for (const path of [
        '/sitemap-articles-2026-01-2.xml',
        '/sitemap-articles-2026-02.xml',
        '/api/feed/rss?page=2',
        '/api/feed/rss?page=19999',
        '/kategoria/najnowsze/page/83335',
      ]) {
        const before = calls()
        expect([path, await portal.status(path)]).toEqual([path, 404])
        // A month is found by halving the list: 17 times for 83,334 pages.
        expect([path, calls() - before <= 20]).toEqual([path, true])
      }
      const before = calls()
      expect(await portal.status('/sitemap-articles-2026-01-1001.xml')).toBe(404)
      // A path that is not a sitemap may be an article.
      expect(calls()).toBe(before + 1)
    })
  },
  TEST_TIME,
)

test(
  'a list with the same promoted links on each page costs a feed its own places alone (COST-30)',
  async () => {
    const promoted = withList(({ posts }) => ({
      sumOfPosts: 1_000_000,
      posts: Array.from({ length: 12 }, (_, index) => ({
        ...posts[0],
        relative_link: `/2026/01/promo-${index}`,
        title: 'Promo',
        nrm_promo_post: 'https://sponsor.example/',
      })),
    }))
    await withPortal(promoted, async (portal, calls) => {
      const before = calls()
      expect(await portal.status('/api/feed/rss')).toBe(200)
      expect(calls() - before).toBeLessThan(12)
    })
  },
  TEST_TIME,
)

test(
  'a page of a list with a claimed billion articles has a thousand (COST-30)',
  async () => {
    await withPortal(withList({ postPerPage: 1e9 }), async (portal) => {
      expect(await portal.status('/sitemap-articles-2026-01.xml')).toBe(200)
      expect((await problemsOf(portal, 'postPerPage'))[0]).toMatchObject({ kind: 'number above 1000' })
    })
  },
  TEST_TIME,
)

test(
  'all articles of a list with a thousand on each page are in its pages and sitemaps (COST-5, COST-30)',
  async () => {
    const thousands = largeArchive({ count: 1900, perPage: 1000, newest: Date.UTC(2026, 0, 31), hoursBetween: 0.3 })
    await withPortal(thousands, async (portal) => {
      const urls = new Set<string>()
      {
        const { text } = await articleMaps((path) => portal.ask(path))
        for (const [, url = ''] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) urls.add(url)
      }
      expect(urls.size).toBe(1900)
      const shown = new Set<string>()
      let longest = 0
      for (const page of ['/kategoria/najnowsze', '/kategoria/najnowsze/page/2']) {
        const { text, longest: waited } = await watched(portal, () => portal.ask(page))
        longest = Math.max(longest, waited)
        for (const url of urls) {
          const { pathname } = new URL(url)
          if (text.includes(`href="${pathname}"`)) shown.add(url)
        }
      }
      expect(shown.size).toBe(1900)
      figures.add('a page of 1000 cards, the longest look at /healthz', milliseconds(longest), `${MAX_BLOCK} ms`)
      expect(longest).toBeLessThan(MAX_BLOCK)
    })
  },
  TEST_TIME,
)

test(
  'numbers shown to readers are true or absent: comments and texts of an author (COST-30)',
  async () => {
    const behave: Behave = (call) => {
      const response = real(call)
      if (!response?.body || !call.path.includes('/post/')) return response
      const article = JSON.parse(String(response.body))
      const author = { name: 'Autorka', stats: { posts_count: -1 } }
      return { body: JSON.stringify({ ...article, author, nrm_interactions: { comments: 1e300 } }) }
    }
    await withPortal(behave, async (portal) => {
      const { status, text } = await portal.ask('/2026/01/artykul-1')
      expect([status, /\d komentarz/.test(text)]).toEqual([200, false])
      expect(text).not.toContain('commentCount')
      expect(await problemsOf(portal, 'nrm_interactions.comments')).toHaveLength(1)
      expect(await problemsOf(portal, 'author.stats.posts_count')).toHaveLength(1)
    })
  },
  TEST_TIME,
)

test.each([
  ['three billion', String(ABSURD), 1],
  ['a number below none', '-5', 1],
  ['nothing', '', 1],
  ['no number', '0x10', 1],
])(
  'an X-WP-Total of %s blocks nothing, and the list shows its articles (COST-30)',
  async (_name, total, maps) => {
    const post = (id: number) => ({
      id,
      slug: `wpis-${id}`,
      status: 'publish',
      link: `https://blog.example/2026/01/wpis-${id}/`,
      date_gmt: '2026-01-03T10:00:00',
      title: { rendered: `Wpis ${id}` },
    })
    const site = await startHub(undefined, ({ path }) =>
      path === '/wp-json/wp/v2/posts'
        ? { body: JSON.stringify([1, 2, 3].map(post)), headers: { 'x-wp-total': total, 'x-wp-totalpages': total } }
        : undefined,
    )
    const portal = await startProcess({ CONTENT: 'wordpress', CMS_URL: site.url, PAGE_CACHE: 'off' })
    try {
      await portal.ready()
      const { status, text, longest } = await watched(portal, () => portal.ask('/sitemap.xml'))
      expect([status, text.match(/sitemap-articles-/g)?.length]).toEqual([200, maps])
      expect(longest).toBeLessThan(MAX_BLOCK)
      expect(await portal.status('/kategoria/najnowsze')).toBe(200)
    } finally {
      await portal.stop()
      await site.close()
    }
  },
  TEST_TIME,
)
