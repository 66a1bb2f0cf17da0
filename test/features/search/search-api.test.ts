import { JSDOM } from 'jsdom'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { startProcess } from '../../support/process.ts'

const SEARCH = /\/hub\/v2\/search\/([^/]+)\/(\d+)$/
const PER_PAGE = 10

/** How many results a query has, on pages of ten; a list: how many each page has. */
const RESULTS: Record<string, number | number[]> = {
  klucz: 23,
  token: 20,
  'jeden wynik': 1,
  przerzedzony: [7, 10, 2],
  nic: 0,
}

function postsOf(word: string, page: number): object[] {
  const counts = RESULTS[word] ?? 0
  const count = Array.isArray(counts)
    ? (counts[page - 1] ?? 0)
    : Math.max(0, Math.min(PER_PAGE, counts - (page - 1) * PER_PAGE))
  return Array.from({ length: count }, (_, index) => ({
    ID: page * 100 + index,
    title: `${word} ${page}-${index}`,
    relative_link: `/2026/03/${page}-${index}`,
  }))
}

let hub: HubServer
let portal: TestPortal
beforeEach(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const [, word, page] = SEARCH.exec(path) ?? []
    return word === undefined ? undefined : { body: JSON.stringify({ posts: postsOf(word, Number(page)) }) }
  })
  portal = await startTestPortal({ CONTENT: 'hub', CMS_URL: hub.url })
})
afterEach(async () => {
  await portal.close()
  await hub.close()
})

interface ApiPage {
  posts: object[]
  hasMore: boolean
}

const api = async (word: string, page: number) => {
  const { posts, hasMore } = JSON.parse(
    (await portal.get(`/search/${encodeURIComponent(word)}/${page}`)).text,
  ) as ApiPage
  return [posts.length, hasMore]
}
const page = async (query: string) => new JSDOM((await portal.get(`/search?${query}`)).text).window.document
const nextOf = (document: Document) => document.querySelector('a[rel=next]')?.getAttribute('href') ?? undefined
const callsOf = (word: string) => hub.calls.flatMap(({ path }) => (path.includes(`/${word}/`) ? [path.at(-1)] : []))

test('the API says whether the next page has results, and on the last one that there are no more (SEARCH-1)', async () => {
  expect([await api('klucz', 1), await api('klucz', 2), await api('klucz', 3), await api('klucz', 4)]).toEqual([
    [10, true],
    [10, true],
    [3, false],
    [0, false],
  ])
  expect([await api('token', 1), await api('token', 2)]).toEqual([
    [10, true],
    [10, false],
  ])
  expect(await api('nic', 1)).toEqual([0, false])
})

test('checking the next page costs one call to the hub, which the next request reuses (SEARCH-1)', async () => {
  await api('klucz', 1)
  expect(callsOf('klucz')).toEqual(['1', '2'])
  await api('klucz', 1)
  await api('klucz', 2)
  expect(callsOf('klucz')).toEqual(['1', '2', '3'])
  // A page that is far from full needs no check.
  expect(await api('jeden wynik', 1)).toEqual([1, false])
  expect(callsOf('jeden wynik')).toEqual(['1'])
  // A hub that filters a page has further results nevertheless.
  expect([await api('przerzedzony', 1), await api('przerzedzony', 2)]).toEqual([
    [7, true],
    [10, true],
  ])
})

test('further results are offered when the check fails, and the response does not wait long for it', async () => {
  hub.misbehave('/wp-json/hub/v2/search/token/2', { status: 500 })
  expect(await api('token', 1)).toEqual([10, true])
  hub.misbehave('/wp-json/hub/v2/search/klucz/2', { manner: 'hang' })
  const startedAt = performance.now()
  expect(await api('klucz', 1)).toEqual([10, true])
  expect(performance.now() - startedAt).toBeLessThan(3500)
})

test('the page links further results only where there are some (SEARCH-4)', async () => {
  expect(nextOf(await page('s=klucz'))).toBe('/search?s=klucz&page=2')
  expect(nextOf(await page('s=klucz&page=2'))).toBe('/search?s=klucz&page=3')
  const last = await page('s=klucz&page=3')
  expect(nextOf(last)).toBeUndefined()
  expect(last.querySelectorAll('.list-posts .card')).toHaveLength(3)
  expect(last.querySelector('.list-posts')?.textContent).toContain('To już wszystkie wyniki.')
  expect(last.querySelector('[data-island=search-results]')).toBeNull()
})

test('an empty query, a refused one, one without results and a page beyond the last link no further results', async () => {
  for (const [query, words] of [
    ['s=', 'Wpisz słowo albo temat'],
    ['s=..', 'Takiego zapytania nie możemy obsłużyć.'],
    ['s=nic', 'Nic nie znaleźliśmy.'],
    ['s=klucz&page=4', 'To już wszystkie wyniki.'],
    ['s=klucz&page=1000', 'To już wszystkie wyniki.'],
  ] as const) {
    const document = await page(query)
    expect([query, document.querySelector('.empty')?.textContent]).toEqual([query, expect.stringContaining(words)])
    expect([query, nextOf(document)]).toEqual([query, undefined])
  }
})

test('so does the built server', async () => {
  const server = await startProcess({ CONTENT: 'hub', CMS_URL: hub.url })
  await server.listening()
  try {
    const responses = await Promise.all([1, 2, 3].map((n) => server.ask(`/search/klucz/${n}`)))
    expect(responses.map(({ text }) => (JSON.parse(text) as ApiPage).hasMore)).toEqual([true, true, false])
    expect((await server.ask('/search?s=klucz&page=3')).text).not.toContain('Następne wyniki')
  } finally {
    await server.stop()
  }
})
