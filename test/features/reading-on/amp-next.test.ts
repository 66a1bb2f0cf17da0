import { JSDOM } from 'jsdom'
import { thirdPartiesOf } from '../../support/amp-third-parties.ts'
import { ampProblems, unvalidatedProblems } from '../../support/amp-validator.ts'
import { largeArchive } from '../../support/fixtures/large-archive.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'

const path = (index: number): string => `/2026/01/artykul-${index}`
const AMP = '/wp-json/amp/v2/post'
const NEXT = '/api/amp/next'
/** The article's own list, longer than what stands in the document, with itself and a repetition. */
const OWN_LIST = [1, 2, 3, 4, 5, 0, 2, 6].map(path)
const ORIGIN = 'https://akademia.szpalta.test'
const CACHE = 'https://akademia-szpalta-test.cdn.ampproject.org'

let hub: HubServer
let portal: TestPortal
beforeAll(async () => {
  hub = await startHub(
    undefined,
    largeArchive({
      count: 80,
      perPage: 40,
      newest: Date.UTC(2026, 0, 31),
      hoursBetween: 1,
      articleOf: (index) => (index === 0 ? { next_posts_for_this_post: OWN_LIST } : {}),
    }),
  )
  portal = await startTestPortal({
    CONTENT: 'hub',
    CMS_URL: hub.url,
    SERVICE: 'akademia',
    SERVICE_URL_AKADEMIA: ORIGIN,
    CONSENT_MODE: 'own',
  })
})
afterAll(async () => {
  await portal.close()
  await hub.close()
})

interface Entry {
  url: string
  title: string
  image: string
}
const element = async (index: number) => {
  const { text } = await portal.get(AMP + path(index))
  const { document } = new JSDOM(text).window
  expect([...(await ampProblems(text)), ...unvalidatedProblems(document)]).toEqual([])
  expect(thirdPartiesOf(document).before).toEqual([])
  return { document, next: document.querySelector('amp-next-page') as Element }
}
const inlineOf = (next: Element): Entry[] => JSON.parse(next.querySelector(':scope > script')?.textContent ?? '[]')
const remote = async (url: string, headers: Record<string, string> = {}) => {
  const { pathname, search } = new URL(url)
  const response = await portal.get(pathname + search, headers)
  return { ...response, body: JSON.parse(response.text) as { pages: Entry[]; next?: string; error?: string } }
}
const pathsOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ url }) => new URL(url).pathname.slice(AMP.length))

describe('further articles go on as far as those of the page (AMP-9)', () => {
  test("an article's own list: the first ones in the document, all others in the list after it", async () => {
    const { next } = await element(0)
    const inline = inlineOf(next)
    const { status, body } = await remote(next.getAttribute('src') ?? '')
    expect([status, pathsOf(inline), pathsOf(body.pages), body.next]).toEqual([
      200,
      [1, 2, 3].map(path),
      [4, 5, 6].map(path),
      undefined,
    ])
    expect(inline[0]).toEqual({
      title: 'Artykuł 1',
      url: `${ORIGIN}${AMP}${path(1)}`,
      image: expect.stringMatching(/^https:\/\//),
    })
  })

  test("without one: the service's list, as the page asks for it, without the article itself", async () => {
    const { next } = await element(5)
    expect(inlineOf(next)).toEqual([])
    const { globals } = JSON.parse((await portal.get('/api/getScrollPosts')).text) as { globals: string[] }
    const read: string[] = []
    const sizes: number[] = []
    let url: string | undefined = next.getAttribute('src') ?? ''
    while (url !== undefined) {
      const { body } = await remote(url)
      sizes.push(body.pages.length)
      read.push(...pathsOf(body.pages))
      url = body.next
    }
    expect(globals.length).toBeGreaterThan(3)
    expect(read).toEqual(globals.filter((link) => link !== path(5)))
    const last = read.length % 30
    expect(sizes).toEqual([
      ...Array.from({ length: Math.floor(read.length / 30) }, () => 30),
      ...(last > 0 ? [last] : []),
    ])
  })

  test('what is of the shell stands once, above the further articles', async () => {
    const { document } = await element(0)
    const once = [...document.querySelectorAll('[next-page-hide]')].map(({ localName }) => localName)
    expect(once.sort()).toEqual(['amp-sidebar', 'footer', 'header'])
    expect(document.querySelector('main, article')?.closest('[next-page-hide]')).toBeNull()
    expect(document.querySelector('amp-next-page > [separator]')?.textContent).toBe('Następny artykuł')
    expect(document.querySelector('amp-next-page > [recommendation-box]')?.getAttribute('aria-label')).toBe(
      'Przeczytaj też',
    )
  })
})

describe('the list is for this site and for AMP caches with its documents (AMP-9)', () => {
  const url = `${ORIGIN}${NEXT}${path(0)}?from=3`
  const source = `&__amp_source_origin=${encodeURIComponent(ORIGIN)}`

  test.each([
    ['the site itself', '', { 'amp-same-origin': 'true' }, undefined],
    ['the site, with its origin', source, { origin: ORIGIN }, ORIGIN],
    ['a cache that names the site', source, { origin: CACHE }, CACHE],
  ])('%s is let in', async (_name, query, headers, allowed) => {
    const response = await remote(url + query, headers)
    expect([response.status, response.headers['access-control-allow-origin']]).toEqual([200, allowed])
    expect(response.headers.vary).toMatch(/\bOrigin\b/)
    expect(response.headers['cache-control']).toBe('public, max-age=60')
    if (query) expect(response.headers['amp-access-control-allow-source-origin']).toBe(ORIGIN)
  })

  test.each([
    ['a cache that names another site', `&__amp_source_origin=${encodeURIComponent('https://obcy.example')}`, CACHE],
    ['a cache that names none', '', CACHE],
    ['another site', source, 'https://obcy.example'],
    ['a host that looks like a cache', source, 'https://cdn.ampproject.org.obcy.example'],
  ])('%s is refused', async (_name, query, origin) => {
    const { status, headers } = await remote(url + query, { origin })
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('hostile queries and paths are refused, and cost no more than a missing article', async () => {
    for (const query of ['?from=-1', '?from=1e9', '?from=99999', '?from=1&from=2', '?from=', '?from=x'])
      expect([query, (await portal.get(`${NEXT}${path(0)}${query}`)).status]).toEqual([query, 400])
    expect((await portal.get(`${NEXT}${path(0)}?from=9999`)).text).toBe('{"pages":[]}')
    for (const missing of ['/2026/01/nie-ma', '/%2F%2Fobcy.example/x', '/..%2f..%2fops'])
      expect([missing, (await portal.get(NEXT + missing)).status]).toEqual([missing, 404])
  })
})

describe('the service worker (AMP-12)', () => {
  test('is installed by the document, and from a cache in a frame of the site', async () => {
    const { document } = await element(0)
    const installer = document.querySelector('body > amp-install-serviceworker')
    expect(installer?.getAttribute('src')).toBe(`${ORIGIN}/sw.js`)
    const frame = new URL(installer?.getAttribute('data-iframe-src') ?? '')
    expect(frame.origin).toBe(ORIGIN)
    const { status, headers, text } = await portal.get(frame.pathname)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(text).toContain("register('/sw.js')")
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'self' https:\/\/\*\.ampproject\.org/)
    expect(headers['x-frame-options']).toBeUndefined()
  })
})

describe("the site's fonts (AMP-11)", () => {
  test('are those that the text is set in, readable at once, and for documents on other hosts', async () => {
    const { document } = await element(0)
    const css = document.querySelector('style[amp-custom]')?.textContent ?? ''
    const faces = (css.match(/@font-face\{[^}]*\}/g) ?? []).filter((face) => face.includes('url('))
    expect(faces.map((face) => /font-family:"?([^;"]+)/.exec(face)?.[1])).toEqual([
      ...Array.from({ length: 2 }, () => 'Bricolage Grotesque'),
      // Upright and italic.
      ...Array.from({ length: 4 }, () => 'Source Serif 4'),
    ])
    for (const face of faces) {
      expect(face).toMatch(/font-display:swap/)
      const url = new URL(/url\(([^)]+)\)/.exec(face)?.[1] ?? '')
      expect(url.origin).toBe(ORIGIN)
      const { status, headers } = await portal.get(url.pathname)
      expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
    }
    console.info(`AMP styles of an article with fonts' rules: ${Buffer.byteLength(css)} bytes`)
    expect(Buffer.byteLength(css)).toBeLessThanOrEqual(20_000)
  })
})
