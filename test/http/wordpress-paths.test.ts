import { startTestPortal, type TestPortal } from '../support/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

test.each([
  ['/feed/', '/api/feed/rss'],
  ['/category/edukacja/feed/atom/', '/api/feed/feed-gn?cat=edukacja'],
  ['/tag/dla-poczatkujacych/feed', '/api/feed/rss?tag=dla-poczatkujacych'],
  ['/author/ida-korczyk/feed/', '/api/feed/rss?author=ida-korczyk'],
  ['/2026/02/blockchain-skrot-blok-lancuch/feed/', '/2026/02/blockchain-skrot-blok-lancuch'],
  ['/2026/02/blockchain-skrot-blok-lancuch/amp/', '/wp-json/amp/v2/post/2026/02/blockchain-skrot-blok-lancuch'],
  ['/wp-sitemap-posts-post-1.xml', '/sitemap.xml'],
  ['/sitemap_index.xml', '/sitemap.xml'],
  ['/page/2/', '/kategoria/najnowsze/page/2'],
  ['/amp/', '/'],
])('%s is one redirect to %s, which is there (SRC-22)', async (path, target) => {
  const { status, headers } = await portal.get(path)
  expect([status, headers.location]).toEqual([301, target])
  expect((await portal.get(target)).status).toBe(200)
})

test('screens of editors are missing where no WordPress is behind (SRC-22)', async () => {
  for (const path of ['/wp-login.php', '/wp-admin/', '/wp-admin/post.php?post=1']) {
    expect((await portal.get(path)).status).toBe(404)
  }
})

test('a path that is no header cannot become one (SRC-22)', async () => {
  for (const path of [
    '/%0d%0aSet-Cookie:a=b/feed/',
    '/a%250d%250ab/amp/',
    '//evil.example/feed/',
    '/%2f%2fevil.example/amp/',
  ]) {
    const { status, headers } = await portal.get(path)
    expect(headers['set-cookie']).toBeUndefined()
    expect(status === 301 ? headers.location : '/').toMatch(/^\/(?!\/)/)
  }
})

test('feeds of tags and authors have ids, titles and links of their own (FEED-11)', async () => {
  const text = async (query: string) => (await portal.get(`/api/feed/feed-gn?${query}`)).text
  const [all, tag, author] = [await text(''), await text('tag=dla-poczatkujacych'), await text('author=ida-korczyk')]
  const idOf = (feed: string) => /<id>([^<]*)<\/id>/.exec(feed)?.[1]
  expect(idOf(tag)).toBe(`${idOf(all)}:tag:dla-poczatkujacych`)
  expect(idOf(author)).toBe(`${idOf(all)}:author:ida-korczyk`)
  expect(tag).toMatch(
    /rel="alternate"[^>]*href="[^"]*\/tag\/dla-poczatkujacych"|href="[^"]*\/tag\/dla-poczatkujacych"[^>]*rel="alternate"/,
  )
  expect(author).toContain('/author/ida-korczyk')
  expect(tag.match(/<entry>/g)?.length).toBeGreaterThan(0)
  for (const query of [
    'tag=nie-ma-takiego',
    'tag=..',
    'tag=a&author=b',
    'cat=edukacja&tag=dla-poczatkujacych',
    'tag=a&tag=b',
  ]) {
    expect([query, (await portal.get(`/api/feed/feed-gn?${query}`)).status]).toEqual([query, 404])
  }
})
