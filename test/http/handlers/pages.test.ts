import { JSDOM } from 'jsdom'
import supertest from 'supertest'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'

const AKADEMIA = { host: 'akademia.localhost' }
const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const ON_POST = '/2026/02/jak-kod-qr-sam-sie-naprawia'
const ON_AUTOBLOG = '/2026/06/wltp-co-mowi-zasieg-z-katalogu'
const ON_PLUS = '/2026/03/droga-polskich-liter-do-unicode'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ SERVICE_URL_AKADEMIA: 'https://krypto.example' })
})
afterAll(() => portal.close())

const get = (path: string, host = AKADEMIA.host) => supertest(portal.url).get(path).set('host', host).redirects(0)

async function page(path: string, host?: string): Promise<{ status: number; document: Document }> {
  const response = await get(path, host)
  return { status: response.status, document: new JSDOM(response.text).window.document }
}

const text = (document: Document, selector: string) => document.querySelector(selector)?.textContent?.trim()
const attribute = (document: Document, selector: string, name: string) =>
  document.querySelector(selector)?.getAttribute(name)

describe('every page', () => {
  test.each([
    ['home', '/'],
    ['article', ARTICLE],
    ['category', '/kategoria/edukacja'],
    ['tag', '/tag/bitcoin'],
    ['second page of a list', '/kategoria/najnowsze/page/2'],
    ['author', '/author/ida-korczyk'],
    ['search form', '/search'],
    ['search results', '/search?s=klucz'],
    ['plain page', '/o-nas'],
  ])('%s: one title, one h1, one canonical URL from the configuration, Polish, landmarks', async (_name, path) => {
    const { status, document } = await page(path)
    expect(status).toBe(200)
    expect(document.documentElement.lang).toBe('pl')
    for (const selector of [
      'head > title',
      'h1',
      'main',
      'head > link[rel=canonical]',
      'body > header',
      'body > footer',
    ]) {
      expect([selector, document.querySelectorAll(selector).length]).toEqual([selector, 1])
    }
    expect(document.querySelectorAll('head meta[name=description]').length).toBeLessThanOrEqual(1)
    expect(attribute(document, 'link[rel=canonical]', 'href')).toMatch(/^https:\/\/krypto\.example\//)
    expect(
      document.querySelector('a[href="#tresc"]')?.compareDocumentPosition(document.querySelector('header') as Node),
    ).toBe(4)
  })

  test('has the security headers, also as an error, and no cookie (SEC-33)', async () => {
    for (const path of ['/', '/nie-ma-takiej', '/%E0%A4%A', '/assets/nie-ma.js', '/healthz']) {
      const { headers } = await get(path)
      expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['content-security-policy']).toMatch(/object-src 'none'/)
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*'unsafe-inline'/)
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('the whole academy menu is in the HTML: 5 categories and 25 items below them (SVC-10, SVC-14)', async () => {
    const { document } = await page('/')
    const wide = document.querySelector('.menu-wide')
    expect(wide?.querySelectorAll(':scope > ul > li')).toHaveLength(5)
    expect(wide?.querySelectorAll('.submenu a')).toHaveLength(25)
    expect([text(document, '.when-closed'), text(document, '.when-open')]).toEqual(['menu', 'zamknij'])
  })

  test('a sister portal without a URL is a label without a link (SVC-3)', async () => {
    const { document } = await page('/')
    const sisters = [...document.querySelectorAll('footer .sisters li')]
    expect(sisters).toHaveLength(6)
    const lawyer = sisters.find((item) => item.textContent === 'Bezprawnik')
    expect([lawyer?.querySelector('span')?.textContent, lawyer?.querySelector('a')]).toEqual(['Bezprawnik', null])
  })

  test('the academy is always light and has no theme switch; other services have one (THEME-4, PAGE-1)', async () => {
    const academy = (await page('/')).document
    const tech = (await page('/', 'post.localhost')).document
    expect([academy.documentElement.dataset.theme, academy.querySelector('[data-theme-switch]')]).toEqual([
      'light',
      null,
    ])
    expect(tech.documentElement.dataset.theme).toBeUndefined()
    expect(tech.querySelector('[data-theme-switch]')).not.toBeNull()
    expect([academy.body.className, tech.body.className]).toEqual(['akademia', 'post'])
  })
})

describe('paths', () => {
  const redirect = async (path: string, host?: string) => {
    const { status, headers } = await get(path, host)
    return [status, headers.location]
  }

  // PAGE-2, PAGE-4, PAGE-5, PAGE-7
  test.each([
    ['the main portal adds .html', `${ON_POST}`, `${ON_POST}.html`, 'post.localhost'],
    ['the main portal drops the slash before .html', `${ON_POST}/?a=1`, `${ON_POST}.html?a=1`, 'post.localhost'],
    ['the auto blog strips the trailing slash', `${ON_AUTOBLOG}/`, ON_AUTOBLOG, 'autoblog.localhost'],
    ['other services take .html off', `${ARTICLE}.html`, ARTICLE, undefined],
    ['the query is kept', `${ARTICLE}/?utm=1&x=2`, `${ARTICLE}?utm=1&x=2`, undefined],
    ['page 1 of a list is the bare path', '/kategoria/najnowsze/page/1', '/kategoria/najnowsze', undefined],
    ['page 0 of a list is the bare path', '/tag/bitcoin/page/0?x=1', '/tag/bitcoin?x=1', undefined],
    ['lists have no trailing slash', '/kategoria/edukacja/', '/kategoria/edukacja', undefined],
    ['/plus lives on its own host', '/plus', 'https://plus.szpalta.test/', undefined],
    ['/tech lives on its own host', '/tech', 'https://szpalta.test/', undefined],
  ])('%s', async (_name, path, target, host) => {
    expect(await redirect(path, host)).toEqual([301, target])
  })

  test('/plus and /tech are home pages on the hosts that serve them (PAGE-2)', async () => {
    expect((await page('/plus', 'plus.localhost')).status).toBe(200)
    for (const path of ['/PLUS', '/plus/', '/plus///', '/%70lus']) {
      expect([path, ...(await redirect(path, 'plus.localhost'))]).toEqual([path, 301, '/plus'])
    }
    expect((await page('/tech', 'post.localhost')).status).toBe(200)
  })

  // PAGE-7
  test.each([
    '/kategoria/najnowsze/page/999',
    '/kategoria/najnowsze/page/x',
    '/kategoria/najnowsze/page/-1',
    '/kategoria/nie-ma',
    '/author/nikt',
  ])('%s is 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  test('a second page of a list is its own canonical and links its neighbours (PAGE-16, HEAD-13)', async () => {
    const { document } = await page('/kategoria/najnowsze/page/2')
    const link = (rel: string) => attribute(document, `head link[rel=${rel}]`, 'href')
    expect([link('canonical'), link('prev'), link('next')]).toEqual([
      'https://krypto.example/kategoria/najnowsze/page/2',
      'https://krypto.example/kategoria/najnowsze',
      'https://krypto.example/kategoria/najnowsze/page/3',
    ])
    const pagination = document.querySelector('nav[aria-label=Stronicowanie]')
    expect(pagination?.querySelector('[aria-current=page]')?.textContent).toBe('2')
    expect(pagination?.querySelector('[rel=prev]')?.textContent).toBe('Poprzednia')
  })
})

describe('an article', () => {
  test('has its headline, lead, author, dates, hero at 700x350 and text (ART-1)', async () => {
    const { document } = await page(ARTICLE)
    expect(text(document, 'h1')?.replace(/\u00a0/g, ' ')).toBe('Blockchain krok po kroku: skrót, blok, łańcuch')
    expect(attribute(document, '.byline time', 'datetime')).toMatch(/^2026-02-04T09:15:00\+01:00$/)
    expect(text(document, 'a[rel=author]')).toBe('Tomasz Brzeg')
    const hero = document.querySelector('.hero img')
    expect([hero?.getAttribute('width'), hero?.getAttribute('height')]).toEqual(['700', '350'])
    expect(hero?.getAttribute('srcset')).toContain('?w=690&q=75 690w')
    expect(document.querySelectorAll('.article-body > p').length).toBeGreaterThan(5)
    expect(document.querySelectorAll('.read-next .card')).toHaveLength(3)
  })

  test('the paid magazine has a layout of its own, and three links at its end (ART-6)', async () => {
    const { document } = await page(ON_PLUS, 'plus.localhost')
    expect(document.querySelector('.plus-article')).not.toBeNull()
    expect(document.querySelectorAll('.read-next .card')).toHaveLength(3)
    expect(document.querySelector('[data-articles], .onward-prev')).toBeNull()
  })

  test('a promoted post opens in a new tab, with its relations (LINK-1)', async () => {
    const { document } = await page('/', 'post.localhost')
    const promo = document.querySelector('a[href="https://promocja.example/kurs"]')
    expect([promo?.getAttribute('target'), promo?.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener sponsored nofollow',
    ])
  })

  test('its images are served by this server, at the listed widths only (IMG-7)', async () => {
    const { document } = await page(ARTICLE)
    const source = attribute(document, '.hero img', 'src') ?? ''
    const image = await get(`${source}?w=690&q=75`)
    expect([image.status, image.headers['content-type']]).toEqual([200, 'image/webp'])
    for (const refused of ['?w=691', '?w=0', '?w=abc', '?w=../1200'])
      expect((await get(source + refused)).status).toBe(404)
    expect((await get('/media/../package.json')).status).toBe(404)
    expect((await get('/media/2026/02/..%2f..%2fx.webp')).status).toBe(404)
  })
})

describe('search', () => {
  test('an empty query shows the form and nothing else (SEARCH-10)', async () => {
    const { document } = await page('/search')
    expect(text(document, 'h1')).toBe('Wyszukiwarka')
    expect(attribute(document, 'main input[name=s]', 'placeholder')).toBe('Czego szukasz?')
    expect(text(document, 'main form button')).toBe('wyszukaj')
    expect(document.querySelectorAll('main .card')).toHaveLength(0)
  })

  test('results are below "Szukasz: …", noindex, with a real link to further ones (SEARCH-11)', async () => {
    const { document } = await page('/search?s=klucz')
    expect(text(document, 'h1')).toBe('Szukasz: klucz')
    expect(attribute(document, 'meta[name=robots]', 'content')).toBe('noindex')
    expect(document.querySelectorAll('main .card').length).toBeGreaterThan(2)
    expect(attribute(document, 'main a[rel=next]', 'href')).toBe('/search?s=klucz&page=2')
  })

  test('a search without results says so and lists the newest articles', async () => {
    const { document } = await page('/search?s=zzzqqq')
    expect(text(document, 'main .empty')).toMatch(/^Nic nie znaleźliśmy/)
    expect(document.querySelectorAll('main .card')).toHaveLength(4)
  })

  test('a hostile query is escaped wherever it appears', async () => {
    const { document } = await page(`/search?s=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(text(document, 'h1')).toBe('Szukasz: "><script>alert(1)</script>')
    expect([...document.scripts].filter((script) => script.textContent?.includes('alert'))).toHaveLength(0)
  })

  test.each(['.', '..', '%2e%2e'])('the query %s is refused without an error (SEARCH-10)', async (query) => {
    expect((await get(`/search?s=${query}`)).status).toBe(200)
  })

  test('GET /search/{query}/{page} is JSON with posts', async () => {
    const response = await get('/search/portfel/1')
    expect(response.headers['content-type']).toMatch(/^application\/json/)
    expect(response.body.posts.length).toBeGreaterThan(1)
    for (const post of response.body.posts) {
      expect(post).toEqual(
        expect.objectContaining({
          ID: expect.anything(),
          title: expect.any(String),
          relative_link: expect.stringMatching(/^\/[^?#]+$/),
          publication_date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        }),
      )
    }
    expect((await get('/search/portfel/0')).status).toBe(400)
    expect((await get('/search/%20/1')).status).toBe(400)
  })
})

describe('a missing page', () => {
  test('is 404, noindex, announces its redirect, offers to stay, and works without scripts (PAGE-20)', async () => {
    const { status, document } = await page('/nie-ma-takiej-strony')
    expect(status).toBe(404)
    expect(attribute(document, 'meta[name=robots]', 'content')).toBe('noindex')
    expect(text(document, 'main')).toMatch(/przekierujemy/)
    expect(text(document, '[data-redirect-stay]')).toBe('Zostań na tej stronie')
    expect(attribute(document, '[data-redirect-to]', 'data-redirect-to')).toBe('/')
    expect(document.querySelector('head noscript')?.innerHTML).toContain('4; url=/')
  })

  test('refuses a form', async () => {
    const response = await supertest(portal.url).post('/').set('host', AKADEMIA.host)
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})

describe('operations', () => {
  test('health, readiness and version respond, and are never cached (RUN-3)', async () => {
    for (const path of ['/healthz', '/readyz', '/version']) {
      const { status, headers } = await get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 200, 'no-store'])
    }
  })

  test('each request is logged with its id, and a hostile id is replaced (RUN-5)', async () => {
    const response = await supertest(portal.url).get('/version').set('x-request-id', 'abcdefgh-1234')
    expect(response.headers['x-request-id']).toBe('abcdefgh-1234')
    const hostile = await supertest(portal.url).get('/version').set('x-request-id', '{"level":60}')
    expect(hostile.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(portal.logs.some((line) => line.requestId === 'abcdefgh-1234')).toBe(true)
  })

  test('none of these requests was logged as an error', () => {
    expect(portal.errors()).toEqual([])
  })
})
