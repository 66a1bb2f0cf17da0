import type { SearchFilters } from '../../../src/content/search-filters.ts'
import { postKey, serviceKey } from '../../../src/content/surrogate-keys.ts'
import { createRunSql } from '../../../src/features/search/search-database.ts'
import type { Purge } from '../../../src/purge/purge.ts'
import { createPostgresIndexes } from '../../../src/search/postgres/postgres-index.ts'
import { SCHEMA } from '../../../src/search/postgres/run-sql.ts'
import { memoryIndexes, type UpdatableIndexes } from '../../../src/search/search-indexes.ts'
import type { BackgroundIndexSettings } from '../../../src/sources/background-index/upkeep.ts'
import type { ContentRepositories } from '../../../src/sources/content-repositories.ts'
import { databaseUrl } from '../../../src/system/postgresql/settings.ts'
import { services } from '../../content/world.ts'
import { repositoriesOf } from '../../support/hub-and-index.ts'
import { type HubArticle, hubOf } from '../../support/hub-newsroom.ts'
import { type HubServer, startHub } from '../../support/hub-server.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../support/postgres-server.ts'
import { until as untilWanted } from '../../support/until.ts'

const { akademia } = services

const programs = postgresPrograms()
let server: PostgresServer | undefined
let closeDatabase: (() => Promise<void>) | undefined
let postgres: UpdatableIndexes | undefined
beforeAll(async () => {
  if (programs === undefined) return
  server = await startPostgres(programs)
  const { run, close } = createRunSql(databaseUrl.parse(server.url))
  closeDatabase = close
  postgres = createPostgresIndexes(run, (error) => {
    throw error
  })
})
afterAll(async () => {
  await closeDatabase?.()
  await server?.close()
})

let hub: HubServer
let repositories: ContentRepositories
const failures: unknown[] = []
const completions: number[] = []
afterEach(async () => {
  repositories.close()
  await hub.close()
  // The next test begins without an index.
  if (server && postgres) {
    await postgres.openUpdatable(akademia.name, 'pl')
    await server.sql(
      `TRUNCATE ${['articles', 'cards', 'terms', 'crawls', 'changes', 'leases'].map((table) => `${SCHEMA}.${table}`).join()}`,
    )
  }
  failures.length = 0
  completions.length = 0
})

/** A portal's content over a hub with these articles; changes of the list are changes of the hub. */
async function open(articles: readonly HubArticle[], settings: Partial<BackgroundIndexSettings> = {}): Promise<void> {
  hub = await startHub(undefined, (call, nth) => hubOf(articles)(call, nth))
  repositories = repositoriesOf(hub.url, {
    onComplete: (_service, count) => completions.push(count),
    onFailure: (_service, error) => failures.push(error),
    ...settings,
  })
}

const titles = async (query: string, filters: SearchFilters = {}): Promise<string[]> =>
  (await repositories.reader(akademia).search(query, 1, filters)).cards.map(({ title }) => title)
const until = (isThere: () => boolean | Promise<boolean>): Promise<boolean> => untilWanted(isThere, (isNow) => isNow)
const searchCalls = (): number => hub.calls.filter(({ path }) => path.includes('/search/')).length
const isComplete = (): boolean => completions.length > 0
const begin = async (): Promise<void> => {
  await titles('początek')
  await until(isComplete)
}
const changed = (purge: Partial<Purge>): void => {
  repositories.expire()
  repositories.changed({ service: akademia.name, paths: [], tags: [], ...purge })
}

const many = (count: number): HubArticle[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `${100 + number}`,
    slug: `wpis-${number}`,
    title: `Giełda ${number}`,
    text: `Zdanie słowo${number}.`,
    published: `2026-03-05 07:${String(59 - number).padStart(2, '0')}:00`,
  }))

const STORES: Array<[string, () => UpdatableIndexes | undefined]> = [
  ['memory', () => memoryIndexes],
  ...(programs === undefined
    ? []
    : [['PostgreSQL', () => postgres] satisfies [string, () => UpdatableIndexes | undefined]]),
]

describe.each(STORES)('the index of a CMS in %s (SEARCH-21)', (_name, store) => {
  const openWith = (articles: readonly HubArticle[]): Promise<void> =>
    open(articles, { indexes: store() ?? memoryIndexes })

  test('the CMS searches until it is complete; then words are found in any form, in texts too', async () => {
    await openWith(many(10))
    expect(await titles('giełdzie')).toEqual([])
    expect(searchCalls()).toBe(1)
    await until(isComplete)
    expect(completions).toEqual([10])
    expect((await titles('giełdzie')).slice(0, 2)).toEqual(['Giełda 0', 'Giełda 1'])
    expect(await titles('zdaniami słowo7')).toEqual(['Giełda 7'])
    const before = searchCalls()
    expect((await repositories.reader(akademia).suggest('gie')).map(({ title }) => title)).toHaveLength(6)
    expect(searchCalls()).toBe(before)
    expect(hub.mostAtOnce).toBe(1)
  })

  test('an article that is changed is replaced, one that is removed leaves, a new one enters (SEARCH-22)', async () => {
    const articles = many(6)
    await openWith(articles)
    await begin()
    articles[2] = { ...articles[2], id: '102', slug: 'wpis-2', title: 'Kanarek', text: 'Żółty.' }
    articles.splice(4, 1)
    articles.unshift({ id: '7', slug: 'nowy', title: 'Świeżo malowane' })
    changed({ paths: ['/', '/2026/03/wpis-2', '/2026/03/nowy'], tags: [postKey('104')] })
    await until(async () => (await titles('kanarkom')).length > 0)
    await until(async () => (await titles('malowanych')).length > 0)
    await until(async () => (await titles('giełda')).length === 4)
    expect([await titles('słowo2'), await titles('słowo4')]).toEqual([[], []])
    expect(failures).toEqual([])
  })

  test('whatever the CMS says, all lists are read again, and what no list has leaves (SEARCH-22)', async () => {
    const articles = many(9)
    await openWith(articles)
    await begin()
    articles.splice(1, 1)
    articles.push({ id: '8', slug: 'ostatni', title: 'Na samym dnie' })
    changed({ tags: [serviceKey(akademia.name)] })
    await until(async () => (await titles('dno')).length === 1)
    await until(async () => (await titles('giełda')).length === 8)
  })
})

test('articles of a former run that are gone leave the database, with their terms (SEARCH-22)', async () => {
  if (programs === undefined || !postgres || !server) return
  const index = await postgres.openUpdatable(akademia.name, 'pl')
  const article = { id: '/2026/03/dawny', title: 'Hipopotam', names: [], lead: '', text: '', category: '', date: '' }
  await index.put([article])
  await open(many(3), { indexes: postgres })
  await begin()
  expect(await index.ids()).toHaveLength(3)
  expect(await server.sql(`SELECT term FROM ${SCHEMA}.terms WHERE term LIKE 'hipopota%'`)).not.toContain('hipopota')
})

test('of two instances one reads; when it is killed the other goes on where it was, and a change that reaches one is seen by all (SEARCH-37)', async () => {
  if (programs === undefined || !postgres || !server) return
  const { run, close } = createRunSql(databaseUrl.parse(server.url))
  let isKilled = false
  const mortal = createPostgresIndexes(
    (...call) => (isKilled ? new Promise(() => {}) : run(...call)),
    () => {},
  )
  const articles = many(24)
  await open(articles, { indexes: mortal, leaseSeconds: 1 })
  const listed = (from: number): number[] =>
    hub.calls.slice(from).flatMap(({ path }) => /najnowsze\/(\d+)$/.exec(path)?.slice(1).map(Number) ?? [])
  const read = (from: number): string[] => hub.calls.slice(from).flatMap(({ path }) => /wpis-\d+$/.exec(path) ?? [])
  await titles('początek')
  const other = repositoriesOf(hub.url, {
    indexes: postgres,
    leaseSeconds: 1,
    onComplete: (_service, count) => completions.push(count),
    onFailure: (_service, error) => failures.push(error),
  })
  await other.reader(akademia).search('początek', 1, {})
  await until(() => listed(0).includes(4))
  isKilled = true
  const killedAt = hub.calls.length
  expect(listed(0).filter((page) => page === 0)).toEqual([0])
  await until(isComplete)
  // Goes on with the page that was not whole: what was written before is not read again.
  expect(Math.min(...listed(killedAt))).toBeGreaterThanOrEqual(3)
  expect(read(killedAt).filter((slug) => read(0).indexOf(slug) < 8)).toEqual([])
  expect(completions).toEqual([24])

  const third = repositoriesOf(hub.url, { indexes: postgres, leaseSeconds: 1 })
  const titlesOf = async (one: ContentRepositories, query: string): Promise<string[]> =>
    (await one.reader(akademia).search(query, 1, {})).cards.map(({ title }) => title)
  const before = hub.calls.length
  await third.reader(akademia).search('początek', 1, {})
  await until(async () => (await titlesOf(third, 'giełdami')).length > 0)
  expect([...listed(before), ...read(before)]).toEqual([])
  articles[5] = { ...articles[5], id: '105', slug: 'wpis-5', title: 'Kanarek', text: 'Żółty.' }
  articles.splice(7, 1)
  for (const one of [other, third]) one.expire()
  third.changed({ service: 'inny', paths: [], tags: [postKey('105'), postKey('107')] })
  await until(
    async () => (await titlesOf(third, 'kanarkom')).length > 0 && (await titlesOf(third, 'słowo7')).length === 0,
  )
  expect(await titlesOf(other, 'kanarkom')).toEqual(['Kanarek'])
  expect(failures).toEqual([])
  other.close()
  third.close()
  await close()
}, 30_000)

test('a search can be limited once the index is complete, and not before (SEARCH-17)', async () => {
  const articles = many(3)
  articles.push({ id: '9', slug: 'inny', title: 'Giełda inna', category: { name: 'Rynek', slug: 'rynek' } })
  await open(articles)
  expect(repositories.reader(akademia).filtersSearch).toBe(false)
  await begin()
  expect(repositories.reader(akademia).filtersSearch).toBe(true)
  expect(await titles('giełdy', { category: 'rynek' })).toEqual(['Giełda inna'])
  expect(await titles('giełdy', { from: '2026-03-06' })).toEqual([])
})

test('what search engines may not list is not in the index, nor are promoted links (SEARCH-23)', async () => {
  await open([...many(2), { id: '5', slug: 'skryty', title: 'Giełda skryta', isNoindex: true }])
  await begin()
  expect(completions).toEqual([2])
  expect(await titles('skrytej')).toEqual([])
  // The CMS' own search finds it.
  expect(await titles('skryta')).toEqual(['Giełda skryta'])
})

test('while the CMS is away, the index goes on; while the index fails, the CMS searches', async () => {
  const failing: UpdatableIndexes = {
    areShared: false,
    async openUpdatable(service, language) {
      const index = await memoryIndexes.openUpdatable(service, language)
      return {
        ...index,
        find: (...question) => (isBroken ? Promise.reject(new Error('broken')) : index.find(...question)),
      }
    },
  }
  let isBroken = false
  await open(many(3), { indexes: failing })
  await begin()
  hub.misbehaveAll({ status: 500 })
  changed({ paths: ['/2026/03/wpis-1'] })
  await until(() => failures.length > 0)
  expect(await titles('giełdom')).toHaveLength(3)
  hub.recover()
  isBroken = true
  expect(await titles('giełda 1')).toEqual(['Giełda 1'])
  // A URL that failed is requested again after a second (RES-4); the CMS knows no other forms of a word.
  await until(() =>
    titles('giełdom').then(
      (list) => list.length === 0,
      () => false,
    ),
  )
  expect(failures).toContainEqual(new Error('broken'))
})

test('a failure of the CMS delays the index, and an article that fails alone does not', async () => {
  await open(many(9))
  const page = '/wp-json/hub/v2/taxonomy/category/najnowsze/2'
  hub.misbehave(page, (nth) => (nth <= 2 ? { status: 500 } : undefined))
  hub.misbehave('/wp-json/bb/v2/post/2026/03/wpis-3', { body: '{"title": 7}' })
  await begin()
  expect(completions).toEqual([8])
  // A try within a second of a failure is one without a call (RES-4).
  expect(failures.length).toBeGreaterThanOrEqual(2)
  expect(hub.calls.filter(({ path }) => path === page)).toHaveLength(3)
  expect(await titles('giełdy')).toHaveLength(8)
})

test('a CMS with more articles than the index takes goes on searching alone (SEARCH-23)', async () => {
  await open(many(9), { most: 8 })
  await titles('giełda')
  await until(() => failures.length > 0)
  expect(String(failures[0])).toMatch('9 articles, the index takes 8')
  expect(hub.calls.filter(({ path }) => path.includes('/post/'))).toEqual([])
  const before = searchCalls()
  await titles('giełda 3')
  expect(searchCalls()).toBe(before + 1)
})

test('nothing is read before somebody searches', async () => {
  await open(many(3))
  changed({ paths: ['/2026/03/wpis-1'], tags: [serviceKey(akademia.name)] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(hub.calls).toEqual([])
})
