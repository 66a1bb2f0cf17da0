import { JSDOM } from 'jsdom'
import * as z from 'zod'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'

/** The search of the project's newsroom, over HTTP. */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({})
})
afterAll(() => portal.close())

const range = z.tuple([z.number(), z.number()])
const foundShape = z.object({
  posts: z.array(
    z.object({
      title: z.string(),
      relative_link: z.string(),
      publication_date: z.string(),
      marks: z.object({ title: z.array(range), lead: z.array(range) }),
    }),
  ),
  hasMore: z.boolean(),
})
const suggestionsShape = z.object({
  suggestions: z.array(z.strictObject({ title: z.string(), link: z.string(), kind: z.string().optional() })),
})

const api = async (query: string, page: number, limits = '') => {
  const { text } = await portal.get(`/search/${encodeURIComponent(query)}/${page}${limits}`)
  return foundShape.parse(JSON.parse(text))
}
const page = async (query: string) => new JSDOM((await portal.get(`/search?${query}`)).text).window.document
const titles = (document: Document) =>
  [...document.querySelectorAll('.list-posts .card-title')].map(({ textContent }) => textContent)

test('results mark what was found, on the page and in the JSON (SEARCH-16)', async () => {
  const { posts } = await api('kluczach prywatnych', 1)
  const first = posts.find(({ title }) => title.includes('Klucz prywatny'))
  expect(first?.marks.title.map(([start, end]) => first.title.slice(start, end))).toEqual(['Klucz', 'prywatny'])
  const document = await page('s=kluczach+prywatnych')
  expect([...document.querySelectorAll('.card-title mark')].map(({ textContent }) => textContent)).toContain('Klucz')
})

test('an author’s name finds the author’s articles (SEARCH-14)', async () => {
  const document = await page(`s=${encodeURIComponent('Lena Sobieraj')}`)
  expect(titles(document)).toContain('Portfel gorący czy zimny? Policzmy ryzyko')
})

test('a category and days limit results, the JSON and the link to further ones (SEARCH-17)', async () => {
  const limits = 'from=2026-03-01&to=2026-10-31'
  const { posts, hasMore } = await api('portfel', 1, `?${limits}`)
  expect(hasMore).toBe(true)
  for (const { publication_date: date } of posts) {
    expect(date >= '2026-03-01' && date < '2026-11-01').toBe(true)
  }
  const document = await page(`s=portfel&${limits}`)
  expect(document.querySelector('a[rel=next]')?.getAttribute('href')).toBe(`/search?s=portfel&${limits}&page=2`)
  const limited = await page('s=portfel&category=zastosowania')
  expect(limited.querySelector('select[name=category] option[selected]')?.getAttribute('value')).toBe('zastosowania')
  expect([...limited.querySelectorAll('.list-posts .card')].length).toBeGreaterThan(0)
  for (const card of limited.querySelectorAll('.list-posts .card')) expect(card.textContent).toContain('Zastosowania')
})

test('the fields that limit a search belong to its form, and need no script (SEARCH-17)', async () => {
  const document = await page('s=portfel&from=2026-01-01')
  for (const name of ['category', 'from', 'to', 's']) {
    const field = document.querySelector<HTMLInputElement>(`.search-page [name=${name}]`)
    expect([name, field?.form?.getAttribute('action')]).toEqual([name, '/search'])
  }
  expect(document.querySelector<HTMLInputElement>('[name=from]')?.value).toBe('2026-01-01')
  expect(document.querySelector('details.search-filters')?.hasAttribute('open')).toBe(true)
  expect((await page('s=portfel')).querySelector('details.search-filters')?.hasAttribute('open')).toBe(false)
})

test('suggestions are titles and links, by the beginning of the last word, before topics (SEARCH-12, SEARCH-39)', async () => {
  const { text, status } = await portal.get(`/search/${encodeURIComponent('klucz pryw')}/suggestions`)
  expect(status).toBe(200)
  const { suggestions } = suggestionsShape.parse(JSON.parse(text))
  expect(suggestions.at(-1)).toMatchObject({ link: '/tag/klucze-prywatne', kind: 'Temat' })
  const articles = suggestions.filter(({ kind }) => kind === undefined)
  expect(suggestions.slice(0, articles.length)).toEqual(articles)
  expect(articles[0]).toEqual({
    // Short words do not end a line (TEXT-3).
    title: 'Klucz prywatny i\u00a0adres: droga w\u00a0jedną stronę',
    link: '/2026/02/klucz-prywatny-i-adres',
  })
  expect(articles.length).toBeLessThanOrEqual(6)
})

test.each(['..', ' '])('suggestions for %j are refused', async (query) => {
  const { status } = await portal.get(`/search/${encodeURIComponent(query)}/suggestions`)
  expect(status).toBe(400)
})

test('a query of ten thousand letters is refused with its URL', async () => {
  expect((await portal.get(`/search?s=${'x'.repeat(10_000)}`)).status).toBe(414)
})

test.each([
  `<script>alert(1)</script>`,
  `"'; DROP TABLE articles; --`,
  '(a+)+$'.repeat(20),
  '„”""«»',
  'x'.repeat(1000),
  '🔥\u202eabc',
])('the query %j is an ordinary page without results and without its markup', async (query) => {
  const { status, text } = await portal.get(`/search?s=${encodeURIComponent(query)}`)
  expect([query, status]).toEqual([query, 200])
  expect(text).not.toContain('<script>alert(1)')
})

const richShape = foundShape.extend({
  count: z.number(),
  missing: z.array(z.string()),
  isGuess: z.boolean(),
  posts: z.array(z.looseObject({ lead: z.string(), snippet: z.string().optional() })),
})
const richApi = async (query: string) =>
  richShape.parse(JSON.parse((await portal.get(`/search/${encodeURIComponent(query)}/1`)).text))

test('page and JSON say how many results there are (SEARCH-27)', async () => {
  const { count, posts } = await richApi('DAC8')
  expect(count).toBe(posts.length)
  const number = (await page('s=portfel')).querySelector('.search-outcome')?.textContent
  expect(number).toMatch(/^\d+ (?:wyniki|wyników)/)
  expect(number).toContain(`${(await richApi('portfel')).count} wynik`)
  expect((await page('s=zzzqqq')).querySelector('.search-outcome')?.textContent).toBe('')
})

test('a guess is announced, and a word that articles have is none (SEARCH-28)', async () => {
  expect(await richApi('blokchain')).toMatchObject({ missing: ['blokchain'], isGuess: true })
  expect((await page('s=blokchain')).querySelector('.search-guess')?.textContent).toBe(
    'Nie ma „blokchain”. Pokazujemy podobne.',
  )
  expect(await richApi('blockchain')).toMatchObject({ missing: [], isGuess: false })
  // Four letters are too few for a guess, and nothing is not similar to anything.
  expect(await richApi('mrzo')).toMatchObject({ posts: [], count: 0, isGuess: false })
  expect((await page('s=blockchain')).querySelector('.search-guess')).toBeNull()
  const hostile = await page(`s=${encodeURIComponent('blokchain"><img src=x>')}`)
  expect(hostile.querySelector('.search-outcome img')).toBeNull()
})

test('a row shows the text around a word that title and lead lack, marked; the JSON too (SEARCH-29)', async () => {
  const query = 'sekwencer'
  const { posts } = await richApi(query)
  const inBody = posts.filter(({ snippet }) => snippet !== undefined)
  expect(inBody.length).toBeGreaterThan(0)
  for (const { snippet } of inBody) expect(snippet?.toLowerCase()).toContain('sekwencer')
  const document = await page(`s=${query}`)
  const summaries = [...document.querySelectorAll('.card-summary')].map(({ textContent }) => textContent)
  expect(summaries).toContain(inBody[0]?.snippet)
  expect(document.querySelector('.card-summary mark')?.textContent?.toLowerCase()).toContain('sekwencer')
})

test('other services of the group say how many articles they have, with a link to their search (SEARCH-30)', async () => {
  const linksOf = async () => {
    const links = (await page('s=telefon')).querySelectorAll('.search-elsewhere a')
    return [...links].map((link) => link.getAttribute('href') ?? '')
  }
  let links = await linksOf()
  // Their indexes are made meanwhile.
  while (links.length === 0) links = await linksOf()
  for (const link of links) expect(link).toMatch(/^https:\/\/[^/]+\/search\?s=telefon$/)
  expect((await page('s=telefon&page=2')).querySelector('.search-elsewhere')).toBeNull()
  expect((await page('s=zzzqqq')).querySelector('.search-elsewhere')).toBeNull()
})
