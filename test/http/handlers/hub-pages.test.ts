import { JSDOM } from 'jsdom'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'

const CMS = 'https://cms.example'
const AUTHOR = {
  authorName: 'Autor Przykładowy',
  authorAvatar: `${CMS}/wp-content/uploads/2026/03/portret.jpg`,
  authorDescription: 'Pisze o przykładach.',
  authorStartDate: '2015-02-03',
  authorPostCount: '12',
  authorSocial: { twitter: 'https://x.example/przyklad' },
  authorUrl: '/author/plaski',
  authorEmail: 'autor@redakcja.example',
}
const DAYS: Record<string, string> = { nowszy: '09', ten: '08', starszy: '06' }

function card(slug: string, fields: object = {}): object {
  return {
    ID: slug,
    type: 'post',
    title: `Tekst ${slug}`,
    lead: 'Lead.',
    relative_link: `/2026/03/${slug}`,
    publication_date: `2026-03-${DAYS[slug] ?? '01'}T08:00:00+01:00`,
    krypto_cat: [{ name: 'Edukacja', slug: 'edukacja' }],
    ...fields,
  }
}
const list = (fields: object, ...posts: object[]) => ({
  ...{ name: 'plaski', titleToHeader: '', blocks: [], ad_slots: [] },
  ...{ posts, sumOfPosts: posts.length, postPerPage: 10, ...fields },
})
const BLOCK = {
  blockName: 'core/paragraph',
  blockType: 'paragraph',
  innerHTML: '<p>Tekst.</p>',
  innerBlocks: [],
  attrs: [],
}
const post = (slug: string, fields: object = {}) =>
  card(slug, { blocks: [BLOCK], next_posts_for_this_post: [], ...fields })
const error = (fields: object) => ({ errors: { statusCode: 404, ...fields } })

const POSTS: Record<string, object> = {
  nowszy: post('nowszy'),
  starszy: post('starszy'),
  ten: post('ten', {
    next_posts_for_this_post: ['/2026/03/ten', '/2026/03/nie-ma', '/2026/03/z-listy-1.html', '/2026/03/z-listy-2'],
  }),
  'bez-listy': post('bez-listy'),
  wyczerpany: post('wyczerpany', { next_posts_for_this_post: ['/2026/03/wyczerpany'] }),
  'z-listy-1': post('z-listy-1'),
  'z-listy-2': post('z-listy-2'),
  plaski: post('plaski', { author: AUTHOR }),
  'plaski-wpis': post('plaski-wpis', { nrm_author: false, nrm_multi_authors: [], author: [], ...AUTHOR }),
  znikl: error({ redirectLink: 'http://akademia.szpalta.test/2026/03/znikl.html' }),
  usuniety: error({ statusCode: '410', redirectLink: '/2026/03/usuniety/' }),
  czesc: post('czesc', {
    next_posts_for_this_post: ['/2026/03/z-listy-1'],
    categories: [{ name: 'Kurs', slug: 'kurs', relative_link: '/tag/kurs' }],
  }),
}
const newest = list({ type: 'category', name: 'Najnowsze' }, card('nowszy'), card('ten'), card('starszy'))
const RESPONSES: Record<string, object> = {
  'hub/v2/taxonomy/category/najnowsze/0': newest,
  'hub/v2/author/plaski/0': list({ type: 'author', author: AUTHOR }, card('plaski', { author: AUTHOR })),
  'hub/v2/author/osobno/0': list({ type: 'author', author: false }),
  'hub/v2/author/osobno': AUTHOR,
  'hub/v2/page/5257367': error({}),
  'hub/v2/page/1001': error({ statusCode: '404', redirectLink: 'https://szpalta.test/tech?a=b' }),
  'hub/v2/page/1004': error({ statusCode: 410, redirectLink: 'javascript:alert(1)' }),
  'hub/v2/page/1003': error({ statusCode: 404, redirectLink: '/kategoria/najnowsze' }),
  'hub/v2/author/znikl/0': error({ redirectLink: '/author/znikl/?a=b' }),
  'hub/v2/taxonomy/category/znikl/0': error({ statusCode: 410, redirectLink: '/kategoria/znikl.html' }),
  'hub/v2/plus/post/2026/03/znikl': error({ redirectLink: 'https://plus.szpalta.test/2026/03/znikl/' }),
  'hub/v2/plus/post/2026/03/usuniety': error({}),
}

let hub: HubServer
let portal: TestPortal
beforeAll(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const name = path.replace('/wp-json/', '')
    const body = RESPONSES[name] ?? POSTS[name.replace('bb/v2/post/2026/03/', '')]
    return body && { body: JSON.stringify(body) }
  })
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url, SERVICE: 'akademia' })
})
afterAll(async () => {
  await portal.close()
  await hub.close()
})

const HOST = { host: 'akademia.szpalta.test' }
async function page(path: string) {
  const { status, text } = await portal.get(path, HOST)
  return { status, text, document: new JSDOM(text).window.document }
}
const hrefs = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map((link) => link.getAttribute('href'))

describe('an author in the flat form is in every output (ART-3)', () => {
  test.each(['/author/plaski', '/author/osobno'])('%s has the header of an author (PAGE-14, PAGE-13)', async (path) => {
    const { status, document } = await page(path)
    const header = document.querySelector('.author-header')
    expect([status, document.title]).toEqual([200, expect.stringContaining('Autor Przykładowy')])
    expect(header?.querySelector('h1')?.textContent).toBe('Autor Przykładowy')
    expect(header?.querySelector('img')?.getAttribute('src')).toContain('/2026/03/portret.webp')
    expect(header?.textContent).toMatch(/Pisze o\u00a0przykładach\..*2015.*12 tekstów.*autor@redakcja\.example/s)
    expect(hrefs(document, '.author-facts a')).toEqual(['mailto:autor@redakcja.example', 'https://x.example/przyklad'])
    expect(document.querySelector('script[type="application/ld+json"]')?.textContent).toContain('"Autor Przykładowy"')
  })

  test.each(['plaski', 'plaski-wpis'])('below and above the article %s, in AMP and in JSON-LD', async (slug) => {
    const { document } = await page(`/2026/03/${slug}`)
    expect(document.querySelector('.byline .author')?.textContent).toContain('Autor Przykładowy')
    expect(hrefs(document, '.byline a[rel=author], .author-note a')).toEqual(['/author/plaski', '/author/plaski'])
    expect(document.querySelector('.author-note')?.textContent).toContain('Pisze o\u00a0przykładach.')
    const person = expect.objectContaining({ '@type': 'Person', name: 'Autor Przykładowy' })
    for (const path of ['', '/wp-json/amp/v2/post']) {
      const { document: shown } = await page(`${path}/2026/03/${slug}`)
      const { '@graph': graph } = JSON.parse(
        shown.querySelector('script[type="application/ld+json"]')?.textContent ?? '',
      )
      expect(graph).toContainEqual(expect.objectContaining({ '@type': 'NewsArticle', author: [person] }))
    }
    const { document: amp } = await page(`/wp-json/amp/v2/post/2026/03/${slug}`)
    expect(amp.querySelector('.byline .author')?.textContent).toBe('Autor Przykładowy')
  })

  test('in feeds', async () => {
    expect((await page('/api/feed/feed-gn?author=plaski')).text).toContain('<name>Autor Przykładowy</name>')
  })
})

describe('the link *dalej* leads to an entry of the list (NEXT-17)', () => {
  const next = async (slug: string) => hrefs((await page(`/2026/03/${slug}`)).document, '.onward-next')

  test('of the article’s own, past itself and what is missing, not to the neighbour by date', async () => {
    expect(await next('ten')).toEqual(['/2026/03/z-listy-1'])
    expect((await page('/2026/03/ten')).text).toBe((await page('/2026/03/ten')).text)
    expect(await next('wyczerpany')).toEqual([])
  })

  test('of the service’s: the neighbour, which is in it; the newest of an article that is not', async () => {
    expect(await next('starszy')).toEqual(['/2026/03/ten'])
    expect(await next('bez-listy')).toEqual(['/2026/03/nowszy'])
  })
})

describe('data that say 404 (PAGE-20, PAGE-22)', () => {
  async function missing(path: string, host = HOST.host) {
    const { status, text } = await portal.get(path, { host })
    const { document } = new JSDOM(text).window
    return {
      answer: [status, document.querySelector('meta[name=robots]')?.getAttribute('content')],
      target: document.querySelector('[data-redirect-to]')?.getAttribute('data-redirect-to'),
      refresh: document.querySelector('head noscript')?.innerHTML.includes('4; url=') ?? false,
      links: hrefs(document, '.message .actions a'),
      words: document.querySelector('.message')?.textContent ?? '',
    }
  }

  test.each(['akademia.szpalta.test', 'szpalta.test', 'autoblog.szpalta.test'])(
    'of the home of %s, which leads to itself: the message with links, and no automatic redirect',
    async (host) => {
      const { words, ...shown } = await missing('/', host)
      expect(shown).toEqual({ answer: [404, 'noindex'], target: undefined, refresh: false, links: ['/', '/search'] })
      expect(words).toMatch(/Nie przekierujemy Cię automatycznie/)
    },
  )

  test('of a home with a link to another page: the message and the redirect', async () => {
    const target = 'https://rozrywka.szpalta.test/kategoria/najnowsze'
    const { words, ...shown } = await missing('/', 'rozrywka.szpalta.test')
    expect(shown).toEqual({ answer: [404, 'noindex'], target, refresh: true, links: [target] })
    expect(words).toContain('przekierujemy Cię dalej')
  })

  test.each(['/2026/03/znikl', '/2026/03/usuniety', '/author/znikl', '/kategoria/znikl'])(
    'of %s with a link to itself: the home page',
    async (path) => {
      const { words, ...shown } = await missing(path)
      expect(shown).toEqual({ answer: [404, 'noindex'], target: '/', refresh: true, links: ['/'] })
      expect(words).toContain('przekierujemy Cię dalej')
    },
  )

  test('of the paid magazine: the same message', async () => {
    expect((await missing('/2026/03/znikl', 'plus.szpalta.test')).target).toBe('/')
    expect((await missing('/2026/03/usuniety', 'plus.szpalta.test')).words).toContain('przekierujemy Cię dalej')
  })
})
