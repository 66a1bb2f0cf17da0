import { JSDOM } from 'jsdom'
import { startTestPortal, type TestPortal, type TestResponse } from '../../support/portal.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const AUTHOR = '/author/ida-korczyk'
const LIST = '/kategoria/najnowsze'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ PAGE_CACHE: 'off', METRICS_TOKEN: 'licznik-123' })
})
afterAll(() => portal.close())

const documentOf = async (path: string): Promise<Document> =>
  new JSDOM((await portal.get(path)).text, { url: portal.url + path }).window.document

test('the page of an author has a header and the list of the author’s articles (PAGE-13, PAGE-14)', async () => {
  const document = await documentOf(AUTHOR)
  const header = document.querySelector('.author-header')
  expect(header?.querySelector('h1')?.textContent).toBe('Ida Korczyk')
  const facts = [...(header?.querySelectorAll('.author-facts li') ?? [])].map(({ textContent }) => textContent)
  expect(facts).toEqual(
    expect.arrayContaining([expect.stringMatching(/\d{4}/), expect.stringMatching(/^\d+ tekst(?:y|ów)?$/)]),
  )
  const portrait = header?.querySelector('img')
  if (portrait) expect([portrait.getAttribute('width'), portrait.getAttribute('height')]).toEqual(['262', '262'])
  expect(header?.querySelectorAll('a[rel~=me]').length).toBeGreaterThan(0)
  expect(document.querySelectorAll('[data-list] .card').length).toBeGreaterThan(2)
})

test('at the ends of a list the link in that direction is disabled (PAGE-16)', async () => {
  const first = (await documentOf(LIST)).querySelector('nav[aria-label=Stronicowanie]')
  const ends = (nav: Element | null | undefined) =>
    ['Poprzednia', 'Następna'].map((name) => {
      const step = [...(nav?.querySelectorAll('*') ?? [])].find(({ textContent }) => textContent === name)
      return [step?.hasAttribute('href'), step?.getAttribute('aria-disabled')]
    })
  expect(ends(first)).toEqual([
    [false, 'true'],
    [true, null],
  ])
  const numbers = [...(first?.querySelectorAll('a') ?? [])].map(({ textContent }) => Number(textContent))
  const last = Math.max(...numbers.filter(Number.isInteger))
  const atEnd = (await documentOf(`${LIST}/page/${last}`)).querySelector('nav[aria-label=Stronicowanie]')
  expect(ends(atEnd)).toEqual([
    [true, null],
    [false, 'true'],
  ])
})

test('pages link the feed, and a category its own (FEED-2)', async () => {
  const feedsOf = async (path: string) =>
    [...(await documentOf(path)).querySelectorAll<HTMLLinkElement>('link[type="application/atom+xml"]')].map(
      ({ href }) => new URL(href).pathname + new URL(href).search,
    )
  expect(await feedsOf('/')).toEqual(['/api/feed/feed-gn'])
  expect(await feedsOf('/kategoria/edukacja')).toContain('/api/feed/feed-gn?cat=edukacja')
})

test('a search needs a query (SHELL-5)', async () => {
  const field = (await documentOf('/search')).querySelector<HTMLInputElement>('main input[name=s]')
  if (!field) throw new Error('there is no field')
  const isValid = (value: string): boolean => Object.assign(field, { value }).checkValidity()
  expect(['', '   ', 'klucz'].map(isValid)).toEqual([false, false, true])
  expect(field.form?.getAttribute('action')).toBe('/search')
})

test('browser and device headers of a reader do not change a page (CACHE-3)', async () => {
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
  for (const path of ['/', ARTICLE]) {
    const { text } = await portal.get(path)
    const others = { 'user-agent': phone, 'sec-ch-ua-mobile': '?1', 'viewport-width': '320' }
    expect((await portal.get(path, others)).text).toBe(text)
  }
})

test('without the page cache every request is rendered (RUN-9)', async () => {
  const cacheOf = ({ headers }: TestResponse) => headers['server-timing']
  expect([cacheOf(await portal.get(ARTICLE)), cacheOf(await portal.get(ARTICLE))]).not.toContain('cache;desc=hit')
})

test('a path with a line or paragraph separator is 400 (SEC-5)', async () => {
  for (const path of ['/%E2%80%A8', '/kategoria/a%E2%80%A9b', '/tag/%e2%80%a8'])
    expect([path, (await portal.get(path)).status]).toEqual([path, 400])
})

test('the metrics show how busy the process is (OBS-35)', async () => {
  const { text } = await portal.get('/metrics', { authorization: 'Bearer licznik-123' })
  const [, busy] = /^szpalta_event_loop_utilisation ([\d.e-]+)$/m.exec(text) ?? []
  expect(Number(busy)).toBeGreaterThanOrEqual(0)
  expect(Number(busy)).toBeLessThanOrEqual(1)
})

test('an AMP document links further articles (AMP-9)', async () => {
  const document = await documentOf(`/wp-json/amp/v2/post${ARTICLE}`)
  const pages = JSON.parse(document.querySelector('amp-next-page script')?.textContent ?? '[]') as Array<{
    url: string
  }>
  expect(pages.length).toBeGreaterThan(0)
  for (const { url } of pages) expect(new URL(url).pathname).toMatch(/^\/wp-json\/amp\/v2\/post\/2026\//)
})
