import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { largeArchive } from '../support/fixtures/large-archive.ts'
import { startHub } from '../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'
import { type RestCall, startWordPress, type WordPressServer } from '../support/wordpress-server.ts'

/** Whatever a request calls beyond its budget comes within this time, or is counted to the next one. Milliseconds. */
const BEYOND_MS = 100
const TOKEN = 'bardzo-tajny-token'
const ARTICLES = 130
const NEWEST = Date.UTC(2026, 0, 20)
/** Content stays fresh. */
const clock = (): number => 1_000_000

interface Stage {
  portal: TestPortal
  /** The calls so far, each as method and path. */
  calls(): string[]
  close(): Promise<void>
}

async function hubStage(): Promise<Stage> {
  const archive = largeArchive({ count: ARTICLES, perPage: 20, newest: NEWEST, hoursBetween: 1 })
  const plain = /^\/wp-json\/hub\/v2\/post\//
  const hub = await startHub(join(ROOT, 'test/support/fixtures/hub'), (call) =>
    archive({ ...call, path: call.path.replace(plain, '/wp-json/bb/v2/post/') }),
  )
  return staged({ CONTENT: 'hub', CMS_URL: hub.url }, () => hub.calls.map(({ path }) => path), hub)
}

async function wordpressStage(): Promise<Stage> {
  const site = await startWordPress()
  answerAsSite(site)
  const variables = { CONTENT: 'wordpress', CMS_URL: site.url, CMS_POLL_SECONDS: '0' }
  return staged(variables, () => site.requested(), site)
}

async function staged(
  variables: Record<string, string>,
  calls: Stage['calls'],
  cms: { close(): Promise<void> },
): Promise<Stage> {
  const portal = await startTestPortal({ PAGE_CACHE: 'off', PURGE_TOKEN: TOKEN, ...variables }, {}, clock)
  const close = async (): Promise<void> => {
    await portal.close()
    await cms.close()
  }
  return { portal, calls, close }
}

/** A WordPress without credentials or plugins, with as many posts, a category, a tag and an author. */
function answerAsSite(site: WordPressServer): void {
  const routes = '/wp-json/wp/v2'
  const all = Array.from({ length: ARTICLES }, (_, index) => postOf(site.url, index))
  const posts = ({ query }: RestCall) => {
    const slug = query.get('slug')
    const included = query.get('include')?.split(',')
    const matching = all.filter(
      (post) => (slug === null || post.slug === slug) && (included?.includes(`${post.id}`) ?? true),
    )
    const size = Number(query.get('per_page') ?? 10)
    const from = (Number(query.get('page') ?? 1) - 1) * size
    const headers = { 'x-wp-total': `${matching.length}`, 'x-wp-totalpages': `${Math.ceil(matching.length / size)}` }
    return { json: matching.slice(from, from + size), headers }
  }
  site.on(`${routes}/posts`, posts)
  for (const [route, name] of [
    ['categories', 'edukacja'],
    ['tags', 'klucze'],
    ['users', 'anna'],
  ] as const) {
    const one = { id: 7, name, slug: name, count: ARTICLES, link: `${site.url}/${route}/${name}/`, description: '' }
    site.on(`${routes}/${route}`, { json: [one] })
  }
  site.onOthers(({ path, query, method }) => {
    const isShort = query.get('p') === '1003' && method === 'HEAD'
    if (isShort) return { status: 301, headers: { location: `${site.url}/2026/01/artykul-3/` } }
    return path === `${routes}/posts/1003` ? { json: all[3] } : undefined
  })
}

function postOf(url: string, index: number) {
  const date = new Date(NEWEST - index * 3_600_000).toISOString().slice(0, 19)
  return {
    ...{ id: 1000 + index, type: 'post', slug: `artykul-${index}`, status: 'publish', comment_status: 'closed' },
    ...{ link: `${url}/2026/01/artykul-${index}/`, date, date_gmt: date, modified_gmt: date, sticky: false },
    ...{ title: { rendered: `Artykuł ${index}` }, excerpt: { rendered: '', protected: false }, _embedded: {} },
    content: { rendered: `<p>Treść ${index}.</p>`, protected: false },
  }
}

/** The name of a request, its path, the calls of the first one, and of a second one. */
type Row = readonly [name: string, path: string, first: number, again: number]

const ARTICLE = '/2026/01/artykul-30'
const AMP = '/wp-json/amp/v2/post'

/** In this order, as a request finds what those before it have read. */
const HUB: readonly Row[] = [
  ['home, which the start has read', '/', 0, 0],
  ['category', '/kategoria/bezpieczenstwo', 1, 0],
  ['tag', '/tag/klucze-prywatne', 1, 0],
  ['author', '/author/anna-przykladowa', 1, 0],
  // Then the newest articles, for those that follow, and behind the response the rest of them, for related ones.
  ['first article', ARTICLE, 8, 0],
  ['article', '/2026/01/artykul-31', 1, 0],
  ['AMP of an article that was read', AMP + ARTICLE, 0, 0],
  ['AMP of another article', `${AMP}/2026/01/artykul-32`, 1, 0],
  ['end of another article', '/fragment/2026/01/artykul-33', 1, 0],
  ['search, and its next page', '/search?s=podpis', 2, 0],
  ['index of the maps', '/sitemap.xml', 5, 0],
  ['map of a month', '/sitemap-articles-2026-01.xml', 0, 0],
  ['map of news', '/news-sitemap.xml', 0, 0],
  // Of 50 articles, four were read before.
  ['Atom feed', '/api/feed/feed-gn', 46, 0],
  ['RSS feed of the same articles', '/api/feed/rss', 0, 0],
  ['RSS feed of a list of the same articles', '/api/feed/rss?cat=edukacja', 5, 0],
]

const WORDPRESS: readonly Row[] = [
  ['home, which the start has read', '/', 0, 0],
  ['category', '/kategoria/edukacja', 2, 0],
  ['tag', '/tag/klucze', 2, 0],
  ['author', '/author/anna', 2, 0],
  // An article has its comments counted.
  ['first article', ARTICLE, 9, 0],
  ['article', '/2026/01/artykul-31', 2, 0],
  ['AMP of an article that was read', AMP + ARTICLE, 0, 0],
  ['AMP of another article', `${AMP}/2026/01/artykul-32`, 2, 0],
  ['end of another article', '/fragment/2026/01/artykul-33', 2, 0],
  ['search', '/search?s=podpis', 2, 0],
  ['short link', '/?p=1003', 2, 0],
  ['index of the maps', '/sitemap.xml', 8, 0],
  ['map of a month', '/sitemap-articles-2026-01.xml', 2, 2],
  ['map of news', '/news-sitemap.xml', 1, 0],
  ['Atom feed', '/api/feed/feed-gn', 92, 0],
  ['RSS feed of the same articles', '/api/feed/rss', 0, 0],
  ['RSS feed of a list of the same articles', '/api/feed/rss?cat=edukacja', 1, 0],
]

let stage: Stage
afterEach(() => stage.close())

/** The calls that a request makes, and the work behind it: no fewer than expected, and what comes soon after. */
async function callsOf(expected: number, request: () => Promise<unknown>): Promise<string[]> {
  const before = stage.calls().length
  await request()
  await until(
    () => stage.calls().length - before,
    (count) => count >= expected,
    10_000,
  ).catch(() => {})
  await wait(BEYOND_MS)
  return stage.calls().slice(before)
}

async function get(path: string): Promise<void> {
  const { status } = await stage.portal.get(path)
  expect([path, status < 400]).toEqual([path, true])
}

async function purge(tags: readonly string[], paths: readonly string[]): Promise<void> {
  const { status } = await fetch(`${stage.portal.url}/ops/purge`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ tags, paths }),
  })
  expect(status).toBe(200)
}

/** Calls in order are shown where their number is another one. */
const counted = (name: string, made: readonly string[], most: number) =>
  made.length === most ? [name, most] : [name, made.length, made]

test.each([
  ['hub', hubStage, HUB, { post: 'post-99995', lists: 5, article: 1 }],
  ['WordPress', wordpressStage, WORDPRESS, { post: 'post-1005', lists: 3, article: 2 }],
] as const)(
  'each kind of request makes as many calls of a %s as its budget says, and none again; a feed reads what a purge names (PERF-10)',
  async (_name, open, rows, { post, lists, article }) => {
    stage = await open()
    const made: unknown[] = []
    for (const [name, path, first, again] of rows) {
      made.push(counted(name, await callsOf(first, () => get(path)), first))
      made.push(counted(`${name}, again`, await callsOf(again, () => get(path)), again))
    }
    await purge([post, 'category-najnowsze'], ['/2026/01/artykul-5'])
    for (const [path, most] of [
      ['/api/feed/feed-gn', lists + article],
      ['/api/feed/rss', 0],
    ] as const) {
      made.push(counted(`${path} after a purge`, await callsOf(most, () => get(path)), most))
    }
    expect(made).toEqual([
      ...rows.flatMap(([name, , first, again]) => [
        [name, first],
        [`${name}, again`, again],
      ]),
      ['/api/feed/feed-gn after a purge', lists + article],
      ['/api/feed/rss after a purge', 0],
    ])
  },
)
