import { memoryIndexes } from '../../../src/search/search-indexes.ts'
import type { BackgroundIndexSettings } from '../../../src/sources/background-index/upkeep.ts'
import type { ContentRepositories } from '../../../src/sources/content-repositories.ts'
import type { Patience } from '../../../src/sources/merged-search.ts'
import { createPatience } from '../../../src/sources/merged-search.ts'
import { services } from '../../content/world.ts'
import { differences, FIFTY_QUERIES, halfListed, repositoriesOf, walk } from '../../support/hub-and-index.ts'
import { type HubArticle, hubOf } from '../../support/hub-newsroom.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { until } from '../../support/until.ts'

const { akademia } = services

let hub: HubServer
let repositories: ContentRepositories
const completions: number[] = []
afterEach(async () => {
  repositories.close()
  await hub.close()
  completions.length = 0
})

async function open(articles: readonly HubArticle[], settings: Partial<BackgroundIndexSettings> = {}): Promise<void> {
  hub = await startHub(undefined, hubOf(articles))
  repositories = repositoriesOf(hub.url, {
    onComplete: (_service, count) => completions.push(count),
    ...settings,
  })
}
const reader = () => repositories.reader(akademia)
const titles = async (query: string, page = 1): Promise<string[]> =>
  (await reader().search(query, page)).cards.map(({ title }) => title)
/** The index is complete, and no result of a search is cached. */
async function begin(): Promise<void> {
  await titles('początek')
  await until(
    () => completions.length,
    (count) => count > 0,
  )
  repositories.expire()
}
const SEARCH = '/wp-json/hub/v2/search'
const searches = (query: string): string[] =>
  hub.calls.map(({ path }) => path).filter((path) => path.startsWith(`${SEARCH}/${query}/`))

/** An article for each number, in the list of the newest or in none. */
const numbered = (count: number, fields: Partial<HubArticle> = {}): HubArticle[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `${(fields.isElsewhere ? 500 : 100) + number}`,
    slug: `${fields.isElsewhere ? 'inny' : 'wpis'}-${number}`,
    title: `Kasztan ${fields.isElsewhere ? 'inny' : 'pospolity'} ${number}`,
    ...fields,
  }))

describe('a search never finds less than that of the hub (SEARCH-25)', () => {
  test('fifty queries, before the index is complete and after', async () => {
    const articles = halfListed()
    expect(new Set(FIFTY_QUERIES).size).toBe(50)
    await open(articles, { most: 0 })
    const before = await differences(reader(), articles)
    repositories.close()
    repositories = repositoriesOf(hub.url, { onComplete: (_service, count) => completions.push(count) })
    await begin()
    const after = await differences(reader(), articles)
    for (const all of [before, after]) {
      expect(all.filter(({ missing, repeated, empty }) => missing.length + repeated.length + empty > 0)).toEqual([])
    }
    // The hub's own finds more than the list has, and the index' words more than the hub compares.
    expect(completions).toEqual([31 - 3])
    expect((await walk(reader(), 'kasztanami')).ids.length).toBeGreaterThan(0)
  })

  test('what is in no list comes after the page of the index, of which it is no part', async () => {
    await open([...numbered(3), ...numbered(2, { isElsewhere: true })])
    await begin()
    const results = await titles('kasztan')
    expect(results.slice(0, 3).every((title) => title.includes('pospolity'))).toBe(true)
    expect(results.slice(3)).toEqual(['Kasztan inny 0', 'Kasztan inny 1'])
    // No page of the hub after its last one is requested twice.
    expect(searches('kasztan')).toEqual([`${SEARCH}/kasztan/1`, `${SEARCH}/kasztan/2`])
  })

  test.each([
    [25, 0],
    [25, 4],
    [0, 25],
    [9, 31],
    [40, 30],
  ])('%i articles of the list and %i of none: every page has results, each of them once', async (listed, others) => {
    const mixed = [...numbered(listed), ...numbered(others, { isElsewhere: true })]
    // The hub's order is another one than the index'.
    mixed.sort((one, other) =>
      one.slug.split('-').reverse().join().localeCompare(other.slug.split('-').reverse().join()),
    )
    await open(mixed)
    await begin()
    const { ids: all, pages } = await walk(reader(), 'kasztan')
    expect(all.toSorted()).toEqual(mixed.map(({ id }) => id).toSorted())
    expect(pages.every(({ length }) => length > 0)).toBe(true)
  })

  test('a hub with small pages: those that the index has already are skipped', async () => {
    const articles = [...numbered(12), ...numbered(1, { isElsewhere: true })]
    await open(articles)
    await begin()
    hub.misbehaveAll(({ path, headers }) => {
      const [, page] = /\/search\/kasztan\/(\d+)$/.exec(path) ?? []
      if (page === undefined) return undefined
      const from = (Number(page) - 1) * 2
      const two = hubOf(articles.slice(from, from + 2))({ path: `${SEARCH}/kasztan/1`, headers }, 1)
      return two ?? { body: '{"posts":[]}' }
    })
    const { ids, pages } = await walk(reader(), 'kasztan')
    expect(pages.map(({ length }) => length)).toEqual([10, 2, 1])
    expect(ids.at(-1)).toBe('500')
  })
})

describe('a limited search (SEARCH-17)', () => {
  const dated = (day: string, fields: Partial<HubArticle>): HubArticle[] =>
    numbered(12, { published: `2026-03-${day} 07:00:00`, ...fields })

  test('limits what the hub adds too, whichever page of the hub it is on', async () => {
    const category = { name: 'Edukacja', slug: 'edukacja' }
    const elsewhere = dated('05', { isElsewhere: true, category })
    await open([...dated('20', {}), ...elsewhere])
    await begin()
    const inCategory = await walk(reader(), 'kasztan', { category: 'edukacja' })
    expect(inCategory.ids.toSorted()).toEqual(elsewhere.map(({ id }) => id).toSorted())
    expect(inCategory.pages[0]).not.toEqual([])
    expect((await walk(reader(), 'kasztan', { category: 'inna' })).ids).toEqual([])
    expect((await walk(reader(), 'kasztan', { from: '2026-03-06' })).ids).toHaveLength(12)
    expect((await walk(reader(), 'kasztan', { to: '2026-03-05' })).ids).toHaveLength(12)
  })
})

describe("the hub's search next to an index", () => {
  test.each([
    ['fails', { status: 500 }],
    ['answers with garbage', { body: '<html>' }],
    ['has no list of posts', { body: '{"posts": 7}' }],
    ['cuts the connection', { manner: 'cut' as const }],
  ])('%s: the index answers, and the page says that something is missing', async (_name, behaviour) => {
    await open([...numbered(3), ...numbered(1, { isElsewhere: true })])
    await begin()
    hub.misbehave(`${SEARCH}/kasztan/1`, behaviour)
    const { cards, hasMore, isIncomplete } = await reader().search('kasztan', 1)
    expect([cards.length, hasMore, isIncomplete]).toEqual([3, false, true])
    hub.misbehave(`${SEARCH}/niczego/1`, behaviour)
    expect(await reader().search('niczego', 1)).toEqual({ cards: [], hasMore: false, missing: [], isIncomplete: true })
  })

  test('says the same thing on every page, and twice on one: nothing is shown twice, and there is an end', async () => {
    const articles = [...numbered(11), ...numbered(2, { isElsewhere: true })]
    await open(articles)
    await begin()
    const { body } = hubOf(articles.slice(-2))({ path: `${SEARCH}/kasztan/1`, headers: {} }, 1) ?? {}
    const { posts } = JSON.parse(String(body)) as { posts: object[] }
    const moved = posts.map((post) => ({ ...post, relative_link: '/2026/03/przeniesiony' }))
    hub.misbehaveAll(({ path }) =>
      path.startsWith(SEARCH)
        ? { body: JSON.stringify({ posts: [...posts, ...posts, ...moved.slice(0, 1)] }) }
        : undefined,
    )
    const { ids: all } = await walk(reader(), 'kasztan')
    expect(all).toHaveLength(13)
    expect(new Set(all).size).toBe(13)
  })

  test('an article that search engines may not list is shown where the hub finds it', async () => {
    await open([...numbered(1), ...numbered(1, { isElsewhere: true, isNoindex: true })])
    await begin()
    expect(await titles('kasztan')).toEqual(['Kasztan pospolity 0', 'Kasztan inny 0'])
  })

  test('takes the place of guesses, which are for words that nobody finds (SEARCH-28)', async () => {
    const elsewhere = numbered(12, { isElsewhere: true }).map((article) => ({
      ...article,
      title: `Kaszmir ${article.id}`,
    }))
    const listed = numbered(11).map((article) => ({ ...article, title: `Kaszmur ${article.id}` }))
    await open([...listed, ...elsewhere])
    await begin()
    const { ids, pages } = await walk(reader(), 'kaszmir')
    expect(ids).toEqual(elsewhere.map(({ id }) => id))
    expect(pages.map(({ length }) => length)).toEqual([10, 2])
    expect((await reader().search('kaszmir', 1)).missing).toEqual([])
    const guessed = await reader().search('kaszmar', 1)
    expect([guessed.missing, guessed.cards.length]).toEqual([['kaszmar'], 10])
  })

  test('adds to suggestions where the index has fewer than six (SEARCH-12)', async () => {
    await open([...numbered(4), ...numbered(4, { isElsewhere: true })])
    await begin()
    const suggested = (await reader().suggest('kaszt')).map(({ title }) => title)
    expect(suggested).toHaveLength(6)
    expect(suggested.slice(4)).toEqual(['Kasztan inny 0', 'Kasztan inny 1'])
    expect(new Set(suggested).size).toBe(6)
    hub.misbehaveAll({ status: 500 })
    repositories.expire()
    expect(await reader().suggest('kasztan posp')).toHaveLength(4)
  })

  test('marks the words that it finds (SEARCH-16)', async () => {
    await open([...numbered(1), ...numbered(1, { isElsewhere: true })])
    await begin()
    const { cards } = await reader().search('kasztan', 1)
    expect(cards.map(({ marks }) => marks?.title)).toEqual([[[0, 7]], [[0, 7]]])
  })

  test("a query of which an index that fails knows something is the hub's alone", async () => {
    const failing = async (...args: Parameters<typeof memoryIndexes.openUpdatable>) => ({
      ...(await memoryIndexes.openUpdatable(...args)),
      find: () => Promise.reject(new Error('broken')),
    })
    await open([...numbered(1), ...numbered(1, { isElsewhere: true })], {
      indexes: { areShared: false, openUpdatable: failing },
    })
    await begin()
    expect(await titles('kasztan')).toEqual(['Kasztan pospolity 0', 'Kasztan inny 0'])
  })
})

describe('the time that a search waits for the CMS', () => {
  let time = 0
  const never = (): Promise<string> => new Promise(() => {})
  const waited = async (patience: Patience, isNeeded: boolean): Promise<number> => {
    const from = time
    let isOver = false
    void patience
      .begin()(never, isNeeded)
      .then(() => {
        isOver = true
      })
    while (!isOver && time - from < 5000) {
      await jest.advanceTimersByTimeAsync(50)
      time += 50
    }
    return time - from
  }
  beforeEach(() => {
    time = 0
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('is short after one that was late, unless the index knows nothing, until the CMS answers in time', async () => {
    const patience = createPatience(() => time)
    expect(await waited(patience, false)).toBe(2000)
    expect(await waited(patience, false)).toBe(250)
    expect(await waited(patience, true)).toBe(2000)
    await patience.begin()(async () => 'there', false)
    expect(await waited(patience, false)).toBe(2000)
  })

  test('is one for all pages that a search looks through', async () => {
    const wait = createPatience(() => time).begin()
    time = 2001
    let calls = 0
    expect(await wait(async () => (calls += 1), true)).toBeUndefined()
    expect(calls).toBe(0)
  })
})
