import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { ampProblems } from '../support/amp-validator.ts'
import { articleMaps } from '../support/article-maps.ts'
import { FULL_TAGS, fullSeo, HOSTILE_META } from '../support/fixtures/cms-seo.ts'
import { type HubServer, startHub, withFields } from '../support/hub-server.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

/** The built server in front of a hub that sends every head field that a CMS can send. */
const FIXTURES = join(ROOT, 'test/support/fixtures/hub')
const OWN_HOST = 'https://krypto.example'
const DESCRIBED = '/2026/03/jak-dziala-podpis-cyfrowy'
const HOSTILE = '/2026/03/trzy-pytania-o-portfel'
const HIDDEN = '/2026/02/gielda-w-東京'
const call = (path: string) => `/wp-json/bb/v2/post${path}`
const CATEGORY = '/wp-json/hub/v2/taxonomy/category/bezpieczenstwo/0'
const HOME = '/wp-json/hub/v2/page/5257367'
const NOINDEX = { title: '', canonical: '', meta: [{ name: 'robots', content: 'noindex, follow' }] }

/** Newest articles: one is noindex on its card, another only in the article itself. */
const NEWEST_CALL = '/wp-json/hub/v2/taxonomy/category/najnowsze/0'
const card = (ID: number, path: string, rest: object = {}) => ({
  ...{ ID, type: 'post', title: `Artykuł ${ID}`, relative_link: path, publication_date: '2026-03-01T10:00:00+01:00' },
  ...rest,
})
const NEWEST = {
  ...{ type: 'category', name: 'Najnowsze', blocks: [], sumOfPosts: 3, postPerPage: 10 },
  posts: [card(1, DESCRIBED), card(2, '/2026/03/ukryty', { seo: NOINDEX }), card(3, HIDDEN)],
}

let hub: HubServer
let portal: PortalProcess

beforeAll(async () => {
  const fields: Record<string, object> = {
    [call(DESCRIBED)]: { seo: fullSeo(OWN_HOST) },
    [call(HOSTILE)]: { seo: { title: 'Trzy pytania', canonical: 'https://evil.example/x', meta: HOSTILE_META } },
    [call(HIDDEN)]: { seo: NOINDEX },
    [HOME]: { seo: { ...fullSeo(OWN_HOST), title: 'Strona główna' } },
    [CATEGORY]: { seo: { ...NOINDEX, meta: [...NOINDEX.meta, { property: 'og:title', content: 'Dla znajomych' }] } },
  }
  hub = await startHub(FIXTURES, (call, nth) => withFields(FIXTURES, fields)(call, nth))
  hub.misbehave(NEWEST_CALL, { body: JSON.stringify(NEWEST) })
  // URLs on the CMS's own host are treated like URLs of the portal.
  fields[call(DESCRIBED)] = { seo: fullSeo(hub.url) }
  portal = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url, SERVICE_URL_AKADEMIA: OWN_HOST, LOG_LEVEL: 'silent' })
  await portal.ready()
})

afterAll(async () => {
  await portal.stop()
  await hub.close()
})

async function documentAt(path: string): Promise<Document> {
  const { status, text } = await portal.ask(encodeURI(path))
  expect(status).toBe(200)
  return new JSDOM(text).window.document
}

function tagsOf(document: Document): Array<[string, string]> {
  return [...document.querySelectorAll('head > meta[name], head > meta[property]')]
    .map((meta): [string, string] => [
      meta.getAttribute('name') ?? meta.getAttribute('property') ?? '',
      meta.getAttribute('content') ?? '',
    ])
    .filter(([name]) => name !== 'viewport' && name !== 'theme-color')
}

const forms = [
  ['page', DESCRIBED],
  ['AMP document', `/wp-json/amp/v2/post${DESCRIBED}`],
] as const

test.each(forms)(
  'HEAD-15, HEAD-11: the %s has every tag of the CMS once, in its form (HEAD-15)',
  async (_form, path) => {
    const document = await documentAt(path)
    expect(document.title).toBe('Podpis cyfrowy bez tajemnic | Poradnik SZPALTA')
    expect(tagsOf(document)).toEqual(FULL_TAGS)
    const canonical = [...document.querySelectorAll('link[rel=canonical]')].map((link) => link.getAttribute('href'))
    expect(canonical).toEqual([`${OWN_HOST}/2026/03/podpis-cyfrowy`])
  },
)

test('HEAD-11: AMP with all of them is valid', async () => {
  expect(await ampProblems((await portal.ask(`/wp-json/amp/v2/post${DESCRIBED}`)).text)).toEqual([])
  expect(await ampProblems((await portal.ask(`/wp-json/amp/v2/post${HOSTILE}`)).text)).toEqual([])
})

test.each([HOSTILE, `/wp-json/amp/v2/post${HOSTILE}`])('HEAD-16: no hostile field is unescaped in %s', async (path) => {
  const { text } = await portal.ask(path)
  const document = new JSDOM(text).window.document
  const names = tagsOf(document).map(([name]) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(tagsOf(document).filter(([, content]) => /evil|somebody-else/.test(content))).toEqual([])
  expect(text).not.toMatch(/evil\.example|<script>hacked|unsafe-url/)
  expect(document.querySelector('meta[http-equiv]')).toBeNull()
  // Kept verbatim, as text.
  expect(document.querySelector('meta[name=author]')?.getAttribute('content')).toBe(
    '"><script>hacked()</script><meta name="',
  )
  expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${OWN_HOST}${HOSTILE}`)
})

test('the home page has the tags of the CMS, and its own URL', async () => {
  const tags = tagsOf(await documentAt('/'))
  expect(tags.filter(([name]) => ['og:title', 'og:url', 'og:type'].includes(name))).toEqual([
    ['og:url', `${OWN_HOST}/`],
    ['og:type', 'article'],
    ['og:title', 'Tytuł „dla” <znajomych>'],
  ])
})

test('a list has them too', async () => {
  const tags = tagsOf(await documentAt('/kategoria/bezpieczenstwo'))
  expect(tags).toContainEqual(['robots', 'noindex'])
  expect(tags).toContainEqual(['og:title', 'Dla znajomych'])
  expect(tags).toContainEqual([
    'description',
    'Artykuły z kategorii „Bezpieczeństwo” w serwisie Szpalta Akademia krypto.',
  ])
})

describe('HEAD-8: an article with a robots tag of noindex', () => {
  test('has the tag', async () => {
    expect(tagsOf(await documentAt(HIDDEN))).toContainEqual(['robots', 'noindex'])
  })

  test('is in no feed and in no sitemap (MAP-3)', async () => {
    const feed = (await portal.ask('/api/feed/feed-gn')).text
    expect(feed).toContain(DESCRIBED)
    expect(feed).not.toContain('ukryty')
    expect(feed).not.toContain(encodeURI(HIDDEN))
    const map = (await articleMaps((path) => portal.ask(path))).text
    expect(map).toContain(DESCRIBED)
    expect(map).not.toContain('ukryty')
  })
})

test("HEAD-6: the operator's directives are on every page", async () => {
  const own = await startProcess({ ROBOTS: 'noindex, nofollow', LOG_LEVEL: 'silent' })
  await own.ready()
  const robots = async (path: string) =>
    new JSDOM((await own.ask(path)).text).window.document.querySelector('meta[name=robots]')?.getAttribute('content')
  expect([await robots('/'), await robots('/kategoria/najnowsze')]).toEqual(['noindex, nofollow', 'noindex, nofollow'])
  await own.stop()
})
