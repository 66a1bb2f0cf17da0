import type { RestCall, RestResponse } from '../../support/wordpress-server.ts'
import { akademia, startSite, type TestSite } from './site.ts'

const LINK = '/?p=12'
const HTML = { 'content-type': 'text/html; charset=UTF-8' }
/** A web server that knows no path: its own page, or the front page of WordPress. */
const NO_API: RestResponse = { status: 404, headers: HTML, body: '<!doctype html><h1>Not Found</h1>' }

let site: TestSite
beforeEach(async () => {
  site = await startSite('none')
})
afterEach(() => site.server.close())

/** The site with plain permalinks: its API is behind a parameter, and its links are ids. */
function beginPlain(elsewhere: RestResponse = NO_API): void {
  for (const route of ['posts', 'pages', 'types', 'taxonomies', 'categories', 'media', 'blocks'])
    site.server.on(`/wp-json/wp/v2/${route}`, elsewhere)
  site.server.on('/wp-json/', elsewhere)
  site.server.on('/', ({ query }) => replyAt(query))
}

function replyAt(query: RestCall['query']): RestResponse {
  const route = query.get('rest_route')
  if (route === '/') return { json: { namespaces: ['wp/v2'] } }
  if (route === '/wp/v2/categories/38') return { json: { slug: 'porady' } }
  if (route === '/wp/v2/posts') {
    const isAsked = (query.get('include') ?? '12') === '12' && !query.has('slug')
    return { json: isAsked ? [site.post({ link: `${site.server.url}${LINK}` })] : [] }
  }
  if (route !== null) return /^\/wp\/v2\/[a-z-]+$/.test(route) ? { json: [] } : { status: 404, json: { code: 'x' } }
  const named = query.get('p') === '12' ? 'posts/12' : query.get('cat') === '38' ? 'categories/38' : undefined
  if (named === undefined) return { headers: HTML, body: '<!doctype html>' }
  const link = `<${site.server.url}/index.php?rest_route=/wp/v2/${named}>; rel="alternate"; title="JSON"; type="application/json"`
  return { headers: { ...HTML, link }, body: '<!doctype html>' }
}

const missing = { errors: { statusCode: 404 } }
const movedTo = (path: string) => ({ json: { errors: { statusCode: 301, redirectLink: path } } })

describe('a WordPress with plain permalinks (SRC-64)', () => {
  test.each([
    ['whose web server knows no paths', NO_API],
    ['that shows its front page at each path', { headers: HTML, body: '<!doctype html><title>Kurier</title>' }],
  ])('%s is read at ?rest_route=, and its posts are at their ids', async (_, elsewhere) => {
    beginPlain(elsewhere)
    const { json } = await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(json).toMatchObject({ posts: [{ relative_link: '/p/12' }] })
    expect(await site.article('/p/12')).toMatchObject({ title: 'Tytuł', body: [{ html: '<p>Tekst</p>' }] })
    expect((await site.source.article(akademia, '/p/13')).json ?? missing).toMatchObject(missing)
  })

  test('is looked for once, not at each call', async () => {
    beginPlain()
    const archive = (page: number) => site.source.archive(akademia, 'category', 'najnowsze', page)
    expect(await Promise.all([archive(0), site.source.article(akademia, '/p/12'), archive(1)])).toHaveLength(3)
    const before = site.server.requested().length
    await site.source.article(akademia, '/p/14')
    const after = site.server.requested().slice(before)
    expect(after).toContain('GET /')
    expect(after.filter((call) => call.includes('wp/v2'))).toEqual([])
    const lookups = site.server.calls.filter(({ query }) => query.get('rest_route') === '/')
    expect(lookups).toHaveLength(1)
  })

  test('leads from the links in its texts to what they name', async () => {
    beginPlain()
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    expect(await site.source.shortLink?.(akademia, 'p=12')).toMatchObject(movedTo('/p/12'))
    expect(await site.source.shortLink?.(akademia, 'cat=38')).toMatchObject(movedTo('/kategoria/porady'))
    expect(await site.source.shortLink?.(akademia, 'page_id=2')).toMatchObject(movedTo('/p/2'))
    expect((await site.source.shortLink?.(akademia, 'cat=99'))?.json).toBeUndefined()
  })

  test('leads from an id to the words once its permalinks have some', async () => {
    const link = `${site.server.url}/2026/03/tytul/`
    site.server.on('/wp-json/wp/v2/posts', ({ query }) => ({
      json: query.get('include') === '12' ? [site.post({ link })] : [],
    }))
    expect(await site.source.article(akademia, '/p/12')).toMatchObject(movedTo('/2026/03/tytul'))
  })

  test('is not looked for where the API answers', async () => {
    site.server.on('/wp-json/wp/v2/posts', { json: [site.post()] })
    site.server.on('/wp-json/wp/v2/types', { status: 404, headers: HTML, body: '<h1>Not Found</h1>' })
    await site.source.archive(akademia, 'category', 'najnowsze', 0)
    await site.source.archive(akademia, 'category', 'najnowsze', 1)
    await site.source.article(akademia, '/2026/03/tytul')
    expect(site.server.calls.filter(({ query }) => query.has('rest_route')).length).toBeLessThanOrEqual(1)
  })
})
