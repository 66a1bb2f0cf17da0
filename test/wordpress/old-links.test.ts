import { join } from 'node:path'
import { z } from 'zod'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { ROOT } from '../support/root.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import type { Rest } from './rest.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 60_000
const POSTS = 15
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const ROOT_FILES = join(ROOT, 'test/wordpress/php/root-files.php')
const linked = z.object({ id: z.number(), link: z.string(), source_url: z.string().optional() })

let wordpress: WordPress
let portal: TestPortal

async function load(rest: Rest): Promise<void> {
  const science = await rest.make('/categories', { name: 'Nauka', slug: 'nauka' })
  const space = await rest.make('/categories', { name: 'Kosmos', slug: 'kosmos', parent: science })
  const tag = await rest.make('/tags', { name: 'Rakiety', slug: 'rakiety' })
  for (let number = 1; number <= POSTS; number++) {
    await rest.make('/posts', {
      title: `Wpis ${number}`,
      slug: `wpis-${number}`,
      status: 'publish',
      date: `2024-05-${String(number).padStart(2, '0')}T10:00:00`,
      content: '<!-- wp:paragraph --><p>Treść.</p><!-- /wp:paragraph -->',
      categories: [space],
      tags: [tag],
    })
  }
  const page = await rest.make('/pages', { title: 'O nas', slug: 'o-nas', status: 'publish', content: '<p>My.</p>' })
  await rest.make('/pages', {
    title: 'Zespół',
    slug: 'zespol',
    status: 'publish',
    parent: page,
    content: '<p>Lista.</p>',
  })
  const [post] = await rest.all('/posts?slug=wpis-1')
  const photo = await rest.upload('zdjecie.png', 'image/png', PIXEL)
  await rest.change(`/media/${photo}`, { post: post?.id })
  await rest.upload('bez-wpisu.png', 'image/png', PIXEL)
}

/** An item of WordPress by its slug: its id, and the path of its permalink. */
async function item(kind: string, slug: string): Promise<{ id: number; path: string; file: string }> {
  const [first] = await wordpress.rest.all(`/${kind}?slug=${slug}`)
  const { id, link, source_url: file = link } = linked.parse(first)
  return { id, path: new URL(link).pathname, file: new URL(file).pathname }
}

describeWithWordPress('links of many years to a WordPress (SRC-22, SRC-23)', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', { key: 'links', plugins: [ROOT_FILES], load })
    portal = await startTestPortal({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await portal?.close()
    await wordpress?.close()
  })

  /** Follows a path: at most one permanent redirect, then the page. */
  async function leadsTo(path: string): Promise<string> {
    const first = await portal.get(path)
    if (first.status === 200) return path
    expect([path, first.status]).toEqual([path, 301])
    const target = first.headers.location ?? ''
    expect([path, target, (await portal.get(target)).status]).toEqual([path, target, 200])
    return target
  }

  test(
    'each is a page, or one permanent redirect to it',
    async () => {
      const [post, page, child] = [
        await item('posts', 'wpis-1'),
        await item('pages', 'o-nas'),
        await item('pages', 'zespol'),
      ]
      const [space, tag] = [await item('categories', 'kosmos'), await item('tags', 'rakiety')]
      const photo = await item('media', 'zdjecie')
      const article = post.path.replace(/\/$/, '')
      const expected: Array<[old: string, target: string]> = [
        [`/?p=${post.id}`, article],
        [`/?p=${page.id}`, '/o-nas'],
        [`/?page_id=${page.id}`, '/o-nas'],
        [`/?page_id=${child.id}`, '/o-nas/zespol'],
        [`/?p=${post.id}&utm_source=x`, article],
        [`/?cat=${space.id}`, '/kategoria/kosmos'],
        ['/?tag=rakiety', '/tag/rakiety'],
        ['/?author=1', '/author/redakcja'],
        [`/?attachment_id=${photo.id}`, article],
        [photo.path, article],
        ['/?feed=rss2', '/api/feed/rss'],
        ['/?feed=atom', '/api/feed/feed-gn'],
        ['/?s=rakieta', '/search?s=rakieta'],
        ['/?paged=2', '/kategoria/najnowsze/page/2'],
        ['/page/2/', '/kategoria/najnowsze/page/2'],
        ['/feed/', '/api/feed/rss'],
        ['/feed/atom/', '/api/feed/feed-gn'],
        ['/comments/feed/', '/api/feed/comments-rss'],
        ['/category/nauka/kosmos/feed/', '/api/feed/rss?cat=kosmos'],
        ['/tag/rakiety/feed/', '/api/feed/rss?tag=rakiety'],
        ['/author/redakcja/feed/', '/api/feed/rss?author=redakcja'],
        [`${article}/feed/`, `/api/feed/comments-rss?article=${encodeURIComponent(article)}`],
        ['/wp-sitemap.xml', '/sitemap.xml'],
        ['/wp-sitemap-posts-post-1.xml', '/sitemap.xml'],
        ['/sitemap_index.xml', '/sitemap.xml'],
        [`${article}/amp/`, `/wp-json/amp/v2/post${article}`],
        [`${article}?amp`, `/wp-json/amp/v2/post${article}`],
        [`${article}?amp=1`, `/wp-json/amp/v2/post${article}`],
        ['/2024/', '/2024'],
        ['/2024/05/', '/2024/05'],
        ['/2024/05/03/', '/2024/05/03'],
        ['/category/nauka/kosmos/', '/kategoria/kosmos'],
        [space.path, '/kategoria/kosmos'],
        [tag.path, '/tag/rakiety'],
        ['/author/redakcja/', '/author/redakcja'],
      ]
      for (const [old, target] of expected) expect([old, await leadsTo(old)]).toEqual([old, target])
      process.stdout.write(`old links: ${expected.length}, all a page or one redirect\n`)
    },
    TEST_LIMIT_MS,
  )

  test('screens of editors are those of WordPress', async () => {
    for (const path of ['/wp-login.php', '/wp-admin', '/wp-admin/']) {
      const { status, headers } = await portal.get(path)
      expect([status, headers.location?.startsWith(wordpress.url)]).toEqual([302, true])
    }
  })

  test('files for programs at the root of the site are those of WordPress, as text only (SRC-35)', async () => {
    const file = async (path: string) => {
      const { status, text, headers } = await portal.get(path)
      return [status, status === 200 ? text : '', headers['content-type'], headers['x-content-type-options']]
    }
    const plain = 'text/plain; charset=utf-8'
    const sellers = 'google.com, pub-123, DIRECT, f08c47fec0942fa0\n'
    expect(await file('/ads.txt')).toEqual([200, sellers, plain, 'nosniff'])
    expect(await file('/app-ads.txt')).toEqual([200, 'sieć.example, 7, RESELLER\n', plain, 'nosniff'])
    const [status, json, type] = await file('/.well-known/assetlinks.json')
    expect([status, json]).toEqual([200, '[{"relation":["delegate_permission"]}]'])
    expect(type).toMatch(/^application\/json/)
    for (const path of ['/.well-known/strona', '/.well-known/wielki', '/.well-known/nie-ma', '/.well-known/a/b']) {
      expect([path, (await file(path))[0]]).toEqual([path, 404])
    }
    const visits = wordpress.calls.filter((call) => call.endsWith('/ads.txt')).length
    await file('/ads.txt')
    expect(wordpress.calls.filter((call) => call.endsWith('/ads.txt'))).toHaveLength(visits)
  })

  test('an id of nothing is missing, and any other value means nothing', async () => {
    expect((await portal.get('/?p=999999')).status).toBe(404)
    expect((await portal.get('/?attachment_id=999999')).status).toBe(404)
    for (const query of ['p=0', 'p=-1', 'p=12abc', 'p=1e3', 'p[]=1', 'tag=../x', 'feed=exe', 'utm_source=x']) {
      expect([query, (await portal.get(`/?${query}`)).status]).toEqual([query, 200])
    }
  })

  test('a draft has no link', async () => {
    const id = await wordpress.rest.make('/posts', { title: 'Szkic', slug: 'szkic-tajny', status: 'draft' })
    const { status, text } = await portal.get(`/?p=${id}`)
    expect([status, text.includes('szkic-tajny')]).toEqual([404, false])
  })
})
