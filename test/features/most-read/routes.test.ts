import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { until } from '../../support/until.ts'

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const NAVIGATION = { 'user-agent': AGENT, accept: 'text/html' }
const TOKEN = 'bardzo-tajny-token'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ METRICS_TOKEN: TOKEN, EDGE_MAX_AGE: '86400', PREVIEW_SECRET: 'sekret-podgladu-16' })
  const { text } = await portal.get('/')
  const paths = [...new Set([...text.matchAll(/href="(\/20\d\d\/\d\d\/[^"#]+)"/g)].map(([, path = '']) => path))]
  for (const [place, path] of paths.slice(0, 4).entries()) {
    for (let view = 0; view < 8 - place; view++) await portal.get(path, NAVIGATION)
    await portal.get(path, { ...NAVIGATION, 'sec-purpose': 'prefetch' })
  }
  // The articles were rendered with the ranking of before, which is used for some seconds.
  await until(
    async () => (await portal.get('/ops/most-read?window=24h', { authorization: `Bearer ${TOKEN}` })).text,
    (figures) => figures.includes('"24h":8'),
  )
})
afterAll(() => portal.close())

test('the interface lists what was read, most first, fresh for a minute (READ-6)', async () => {
  const { status, headers, text } = await portal.get('/api/most-read?window=1h')
  expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('max-age=60')])
  const { posts } = JSON.parse(text) as { posts: Array<{ type: string; relative_link: string }> }
  expect(posts).toHaveLength(4)
  expect((await portal.get('/api/most-read?window=1y')).status).toBe(400)
})

test('editors see views by window, with the token alone (READ-7)', async () => {
  expect((await portal.get('/ops/most-read?window=7d')).status).toBe(401)
  const { text } = await portal.get('/ops/most-read?window=7d', { authorization: `Bearer ${TOKEN}` })
  const { services } = JSON.parse(text) as { services: Record<string, Array<{ views: { '7d': number } }>> }
  expect(services.akademia?.map(({ views }) => views['7d'])).toEqual([8, 7, 6, 5])
})

test('a 404 page offers them as a numbered list; another service, of which nothing was read, has none (READ-8)', async () => {
  const { text } = await portal.get('/nie-ma-takiej-strony')
  expect(text).toMatch(/most-read"><h2[^>]*>Najczęściej czytane<\/h2><ol/)
  const other = await portal.get('/nie-ma-takiej-strony', { host: 'plus.localhost' })
  expect([other.status, other.text.includes('most-read')]).toEqual([404, false])
})

test('an article has a row of the others that were read, without itself (READ-8)', async () => {
  const { text } = await portal.get('/api/most-read?window=24h')
  const { posts } = JSON.parse(text) as { posts: Array<{ relative_link: string }> }
  const [first = '', ...others] = posts.map(({ relative_link }) => relative_link)
  // A page that nobody has opened yet: its row is of now.
  const { text: home } = await portal.get('/')
  const read = new Set([first, ...others])
  const links = [...home.matchAll(/href="(\/20\d\d\/\d\d\/[^"#]+)"/g)].map(([, path = '']) => path)
  const unread = links.find((path) => !read.has(path)) ?? ''
  const rowOf = async (path: string) =>
    /class="[^"]*most-read".*?<\/ol>/s.exec((await portal.get(path)).text)?.[0] ?? ''
  const linksIn = (row: string) => [...new Set([...row.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path))]
  expect(linksIn(await rowOf(unread)).filter((path) => read.has(path))).toEqual([first, ...others].slice(0, 3))
  expect(await rowOf('/o-nas')).toBe('')
})

test('an article that a browser had in advance counts when its page says that it is shown (READ-9)', async () => {
  const path = '/2026/11/multisig-dwa-z-trzech'
  const viewsOf = async () => {
    const { text } = await portal.get('/ops/most-read?window=1h', { authorization: `Bearer ${TOKEN}` })
    const { services } = JSON.parse(text) as {
      services: Record<string, Array<{ path: string; views: Record<string, number> }>>
    }
    return services.akademia?.find((article) => article.path === path)?.views['1h'] ?? 0
  }
  const before = await viewsOf()
  const own = { 'user-agent': AGENT, 'sec-fetch-site': 'same-origin' }
  const say = (of: string, headers: Record<string, string>) =>
    fetch(`${portal.url}/api/views${of}`, { method: 'POST', headers: { ...headers } })
  const said = await Promise.all([
    say(path, own),
    say(path, { ...own, 'sec-fetch-site': 'cross-site' }),
    say(path, { ...own, 'user-agent': 'Googlebot/2.1' }),
    say('/2026/11/nie-ma-takiego', own),
  ])
  expect(said.map(({ status }) => status)).toEqual([204, 204, 204, 204])
  expect(said[0]?.headers.get('cache-control')).toContain('no-store')
  expect((await portal.get(`/api/views${path}`)).status).toBe(404)
  expect(await until(viewsOf, (views) => views > before)).toBe(before + 1)
  const { text } = await portal.get('/ops/most-read?window=1h', { authorization: `Bearer ${TOKEN}` })
  expect(text).not.toContain('nie-ma-takiego')
})

test('MOST_READ=off counts nothing and lists nothing (READ-10)', async () => {
  const quiet = await startTestPortal({ METRICS_TOKEN: TOKEN, MOST_READ: 'off' })
  try {
    for (let view = 0; view < 4; view++) await quiet.get('/2026/11/multisig-dwa-z-trzech', NAVIGATION)
    expect((await quiet.get('/api/most-read')).text).toBe('{"posts":[]}')
    const { text } = await quiet.get('/ops/most-read', { authorization: `Bearer ${TOKEN}` })
    expect(text).not.toContain('multisig')
  } finally {
    await quiet.close()
  }
})

describe('caches in front that get purges (CACHE-15)', () => {
  const edgeOf = async (path: string, headers: Record<string, string> = {}) => {
    const { headers: sent } = await portal.get(path, headers)
    return [path, sent['surrogate-control'], sent['cdn-cache-control']]
  }
  const stale = 'stale-while-revalidate=600, stale-if-error=86400'

  test('keep pages, AMP, fragments, feeds and maps for as long as the operator says', async () => {
    const { text } = await portal.get('/')
    const article = /href="(\/20\d\d\/\d\d\/[^"#]+)"/.exec(text)?.[1] ?? ''
    const paths = ['/', article, '/tag/bitcoin', `/wp-json/amp/v2/post${article}`, `/fragment${article}`, '/zapisane']
    // A feed may lack texts at first.
    for (const path of ['/api/feed/rss', '/api/feed/feed-gn'])
      await until(
        async () => (await portal.get(path)).headers['cache-control'],
        (control) => control !== 'no-cache',
        20_000,
      )
    for (const path of [...paths, '/api/feed/rss', '/api/feed/feed-gn', '/sitemap.xml'])
      expect(await edgeOf(path)).toEqual([path, `max-age=86400, ${stale}`, `public, max-age=86400, ${stale}`])
    // All that a purge goes by: what it shows, and lists that it does not name.
    for (const path of ['/', article, '/tag/bitcoin'])
      expect((await portal.get(path)).headers['surrogate-key']?.toString().split(' ')).toEqual(
        expect.arrayContaining(['service-akademia', 'articles-akademia']),
      )
  })

  test('keep nothing else for longer than browsers: no failure, no 404, no redirect, no JSON, nothing of one reader', async () => {
    const paths = [
      ...['/nie-ma-takiej-strony', '/search?s=klucz', '/search/klucz/1', '/api/most-read', '/api/getScrollPosts'],
      ...['/news-sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/favicon.ico', '/amp/2026/01/x', '/page/1'],
      ...['/preview/1', '/newsletter/wypisz/x', '/newsletter/ustawienia/x', '/healthz', '/metrics', '/ops/purge'],
      ...['/api/consent', '/api/nie-ma', '/assets/nie-ma.js', '/api/feed/rss?page=1', '/api/feed/rss?cat=nie-ma'],
    ]
    for (const path of paths) expect(await edgeOf(path)).toEqual([path, undefined, undefined])
  })
})
