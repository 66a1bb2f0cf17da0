import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { createRunSql } from '../../src/features/search/search-database.ts'
import { plainIndexes } from '../../src/search/plain/plain-index.ts'
import { createPostgresIndexes } from '../../src/search/postgres/postgres-index.ts'
import { DatabaseResting, withRests } from '../../src/search/postgres/resting.ts'
import { SCHEMA } from '../../src/search/postgres/run-sql.ts'
import { countOf, type IndexedArticle, type SearchIndex } from '../../src/search/search-index.ts'
import {
  memoryIndexes,
  type SearchIndexes,
  type UpdatableIndexes,
  withStandIn,
} from '../../src/search/search-indexes.ts'
import { sharedConnections } from '../../src/system/postgresql/connections.ts'
import { databaseUrl } from '../../src/system/postgresql/settings.ts'
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres-server.ts'

const programs = postgresPrograms()
let server: PostgresServer | undefined
const closing: Array<() => Promise<void>> = []
let postgres: (SearchIndexes & UpdatableIndexes) | undefined
let opens = 0
beforeAll(async () => {
  if (programs === undefined) return
  server = await startPostgres(programs)
  const { run, close } = createRunSql(databaseUrl.parse(server.url))
  closing.push(close)
  postgres = createPostgresIndexes(run, failed)
})
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  await server?.close()
})

const failed = (error: unknown): never => {
  throw error
}
/** Of a service of its own, so that tests share the tables and nothing else. */
const inPostgres = async (): Promise<Indexes> => {
  opens += 1
  const service = `akademia-${opens}`
  const database = postgres ?? failed('no server')
  return {
    areShared: true,
    open: (_name, language, articles) => database.open(service, language, articles),
    openUpdatable: (_name, language) => database.openUpdatable(service, language),
  }
}
type Indexes = SearchIndexes & UpdatableIndexes
const ADAPTERS: Array<[string, () => Promise<Indexes>]> = [
  ['memory', async () => memoryIndexes],
  ...(programs === undefined ? [] : [['PostgreSQL', inPostgres] satisfies [string, () => Promise<Indexes>]]),
]

const article = (id: string, fields: Partial<IndexedArticle> = {}): IndexedArticle => ({
  ...{ id, title: 'Tytuł', names: ['Jan Przykładowy', 'Edukacja'], lead: 'Zajawka.', text: 'Akapit.' },
  ...{ category: 'edukacja', date: '2026-03-03T10:00' },
  ...fields,
})
const opened = async (indexes: SearchIndexes, articles: readonly IndexedArticle[]): Promise<SearchIndex> =>
  indexes.open('akademia', 'pl', async function* () {
    yield* articles
  })

describe.each(ADAPTERS)('an index in %s', (_name, make) => {
  const indexOf = async (...articles: IndexedArticle[]) => opened(await make(), articles)
  const idsOf = async (index: SearchIndex, query: string, filters = {}) => (await index.find(query, filters, 0, 50)).ids

  test('finds inflected words, whichever form is searched for or written (SEARCH-13)', async () => {
    const index = await indexOf(article('gielda', { title: 'Giełda' }), article('klucz', { text: 'O kluczach.' }))
    for (const query of ['giełdzie', 'giełdami', 'gieldy', 'GIEŁDA'])
      expect(await idsOf(index, query)).toEqual(['gielda'])
    expect(await idsOf(index, 'klucz')).toEqual(['klucz'])
  })

  test('finds the names of authors and terms, and ranks by where a word stands (SEARCH-14)', async () => {
    const index = await indexOf(
      article('text', { text: 'Bitcoin w tekście.' }),
      article('lead', { lead: 'Bitcoin w zajawce.' }),
      article('names', { names: ['Ida Bitcoin'] }),
      article('title', { title: 'Bitcoin w tytule' }),
    )
    expect(await idsOf(index, 'bitcoin')).toEqual(['title', 'names', 'lead', 'text'])
    for (const query of ['ida', 'Idy']) expect(await idsOf(index, query)).toEqual(['names'])
    expect((await idsOf(index, 'Jana Przykładowego')).toSorted()).toEqual(['lead', 'text', 'title'])
  })

  test('of equal articles the newer comes first', async () => {
    const index = await indexOf(
      article('newer', { title: 'Portfel', date: '2026-05-01T10:00' }),
      article('older', { title: 'Portfel', date: '2026-01-01T10:00' }),
    )
    expect(await idsOf(index, 'portfel')).toEqual(['newer', 'older'])
  })

  test('an article has all words of a query; where none has, most of them are enough (SEARCH-15)', async () => {
    const index = await indexOf(
      article('a', { title: 'Żółw na giełdzie złota' }),
      article('b', { title: 'Światłowód' }),
    )
    expect(await idsOf(index, 'żółw światłowód')).toEqual([])
    expect(await idsOf(index, 'żółw giełda złoto hipopotam')).toEqual(['a'])
  })

  test('one typing error in words of five letters, two in words of eight (SEARCH-19)', async () => {
    const index = await indexOf(article('a', { title: 'Blockchain i opona' }), article('b', { title: 'Kot' }))
    for (const query of ['blokchain', 'blockhcain', 'bolckhcain', 'oponq'])
      expect([query, await idsOf(index, query)]).toEqual([query, ['a']])
    for (const query of ['kob', 'kott', 'opna', 'blxxxhain'])
      expect([query, await idsOf(index, query)]).toEqual([query, []])
  })

  test('says which words are guesses: those that no article has (SEARCH-28)', async () => {
    const index = await indexOf(article('a', { title: 'Blockchain może' }), article('b', { title: 'Portfel' }))
    const missingOf = async (query: string) => (await index.find(query, {}, 0, 9)).missing
    expect(await missingOf('blockchain')).toEqual([])
    expect(await missingOf('Blokchain')).toEqual(['Blokchain'])
    expect(await missingOf('blokchain może')).toEqual(['blokchain'])
    // Four letters: no guess, though "może" is near.
    expect(await index.find('mróz', {}, 0, 9)).toMatchObject({ ids: [], missing: ['mróz'] })
    expect(await missingOf('blockchainy')).toEqual([])
  })

  test.each([
    ['F-16', 'F16', 'F 16', 'f-16'],
    ['MiG-29', 'mig29', 'MiG 29', 'MIG29'],
    ['5G', '5 g', '5g', '5-G'],
    ['6 GHz', '6GHz', '6ghz'],
    ['RTX4090', 'RTX 4090', 'rtx-4090'],
    ['on-line', 'online', 'ONLINE', 'on‑line'],
    ['add-on', 'addon', 'add-ony'],
    ['5 999', '5999', '5 999', '5 999'],
    ['72 726,50', '72726,50', '72726.50'],
    ['3,5', '3.5'],
    ['Wi-Fi 6', 'wifi6', 'WiFi 6', 'wi-fi6', 'wifi 6'],
    ['USB-C', 'usbc', 'USB‑C'],
    ['e-mailem', 'email', 'e-maile', 'emailowi'],
    ['1920 × 1080', '1920x1080', '1920 x 1080'],
    ['DNS-em', 'DNS', 'dns-u'],
    ['Quake’u', 'quake', "Quake'a"],
    ['AT&T', 'at&t'],
    ['TCP/IP', 'tcp ip', 'TCP/IP'],
  ])('%s is found in each of its spellings, and finds the others (SEARCH-31)', async (...spellings) => {
    const index = await indexOf(
      ...spellings.map((text, at) => article(`${at}`, { text: `Oto ${text} tutaj.` })),
      article('other', {
        title: 'F jak foka, 16 lat, 5 lat',
        text: 'Ceny od 999 zł: g, GHz, C oraz t. Nr 29, MiG, fi 6.',
      }),
    )
    const all = spellings.map((_, at) => `${at}`)
    for (const query of spellings) {
      const ids = (await index.find(query, {}, 0, 50)).ids.toSorted()
      // What a reader types in two words, an article may have apart; what is typed in one stands together.
      const wanted = ids.includes('other') && /[^\d\s] \S|\S [^\d\s]/u.test(query) ? [...all, 'other'] : all
      expect([query, ids]).toEqual([query, wanted])
    }
  })

  test.each([
    ['C++', 'cpp'],
    ['c++', 'cpp'],
    ['C#', 'csharp'],
    ['F#', 'fsharp'],
    ['.NET', 'net'],
    ['A/B', 'ab'],
    ['R&D', 'rd'],
    ['Disney+', 'disney'],
  ])('symbols belong to a word: %s finds %s first (SEARCH-31)', async (query, first) => {
    const index = await indexOf(
      article('letters', {
        title: 'Witamina C, klasa F, A i B',
        text: 'C jak cytryna, R jak rak, D jak dom, F jak foka.',
      }),
      article('netto', { title: 'Dochód w sieci net i netto', text: 'Net w grze.' }),
      article('walt', { title: 'Walt Disney', text: 'Disney rysował.' }),
      article('cpp', { title: 'C++26 i jego kontrakty', text: 'Standard C++ przyjęto.' }),
      article('csharp', { title: 'Nowe typy w C#', text: 'Kompilator C#.' }),
      article('fsharp', { title: 'Funkcje w F#', text: 'Język F#.' }),
      article('net', { title: 'Środowisko .NET', text: 'W .NET 10.' }),
      article('ab', { title: 'Testy A/B', text: 'Test A/B.' }),
      article('rd', { title: 'Wydatki na R&D', text: 'Dział R&D.' }),
      article('disney', { title: 'Disney+ drożeje', text: 'Abonament Disney+.' }),
    )
    const [best] = await idsOf(index, query)
    expect(best).toBe(first)
    expect(await idsOf(index, 'witamina C')).toEqual(['letters'])
  })

  test('no ending leaves the verb "ma" of a mail, and no article with it is found (SEARCH-13)', async () => {
    const index = await indexOf(
      article('ma', { title: 'Kto ma klucz', text: 'Ma klucz, ma kopię.' }),
      article('mail', { title: 'Jak przenieść e-mail', text: 'Skrzynka e-mail.' }),
    )
    for (const query of ['mail', 'maila', 'mailem', 'maile', 'email', 'e-maili', 'emaile'])
      expect([query, await idsOf(index, query)]).toEqual([query, ['mail']])
    expect((await index.find('gmail', {}, 0, 9)).ids).not.toContain('ma')
  })

  test('parts of a compound count as such while it is typed (SEARCH-12, SEARCH-31)', async () => {
    const index = await indexOf(article('a', { title: 'Karta RTX 4090' }), article('b', { title: 'Zakupy on-line' }))
    for (const query of ['rtx4', 'RTX 40', 'rtx-409', 'rtx4090'])
      expect([query, await index.suggest(query, 6)]).toEqual([query, ['a']])
    for (const query of ['onli', 'on-li', 'zakupy onl'])
      expect([query, await index.suggest(query, 6)]).toEqual([query, ['b']])
  })

  test('a phrase in quotes is found as such, in any form of its words (SEARCH-18)', async () => {
    const index = await indexOf(
      article('phrase', { text: 'To są klucze prywatne.' }),
      article('apart', { text: 'Klucz jest bardzo prywatny.' }),
      article('fields', { lead: 'Zły klucz', text: 'prywatny' }),
    )
    expect(await idsOf(index, '„klucz prywatny”')).toEqual(['phrase'])
    expect((await idsOf(index, 'klucz prywatny')).toSorted()).toEqual(['apart', 'fields', 'phrase'])
    expect(await idsOf(index, '"klucz zielony"')).toEqual([])
  })

  test('a category and days limit a search, both days included (SEARCH-17)', async () => {
    const index = await indexOf(
      article('may', { title: 'Portfel', date: '2026-05-31T23:30', category: 'inne' }),
      article('march', { title: 'Portfel', date: '2026-03-01T00:00' }),
    )
    expect(await idsOf(index, 'portfel', { category: 'inne' })).toEqual(['may'])
    expect(await idsOf(index, 'portfel', { from: '2026-03-02' })).toEqual(['may'])
    expect(await idsOf(index, 'portfel', { from: '2026-03-01', to: '2026-05-31' })).toEqual(['may', 'march'])
    expect(await idsOf(index, 'portfel', { to: '2026-05-30' })).toEqual(['march'])
  })

  test('results come in pages, with the number of all', async () => {
    const index = await indexOf(...Array.from({ length: 7 }, (_, n) => article(`a-${n}`, { title: 'Token' })))
    const pages = [
      await index.find('token', {}, 0, 3),
      await index.find('token', {}, 3, 3),
      await index.find('token', {}, 6, 3),
    ]
    expect(pages.map(({ ids, total }) => [ids.length, total])).toEqual([
      [3, 7],
      [3, 7],
      [1, 7],
    ])
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(7)
  })

  test('suggests by what is typed of the last word, from titles and names alone (SEARCH-12)', async () => {
    const index = await indexOf(
      article('title', { title: 'Rynek na giełdzie' }),
      article('names', { names: ['Gizela Kot'] }),
      article('text', { lead: 'Giełda.', text: 'Giełda.' }),
    )
    for (const query of ['giełdz', 'rynek gieł', 'rynku giełda', 'gielda']) {
      expect([query, await index.suggest(query, 6)]).toEqual([query, ['title']])
    }
    expect(await index.suggest('gi', 6)).toEqual(['title', 'names'])
    expect(await index.suggest('gi', 1)).toEqual(['title'])
    expect(await index.suggest('nic takiego', 6)).toEqual([])
  })

  test.each([
    ['', 'nothing'],
    ['   ', 'white space'],
    ['"""„”', 'quotes alone'],
    ["'; DROP TABLE articles; --", 'SQL'],
    ['a & !b | (c:* <-> d)', 'operators of PostgreSQL'],
    ['.*(?=x)+[a-z]{99}$', 'a regular expression'],
    ['👩‍👩‍👧 🔥', 'emoji'],
    ['מפתח פרטי \u202eabc', 'text from right to left'],
    ['a\u0000b', 'a null byte'],
    ['\ud800', 'half a character'],
    ['x'.repeat(10_000), 'ten thousand letters'],
    ['słowo '.repeat(2000), 'two thousand words'],
    [`${'\\'.repeat(50)}'`, 'backslashes'],
  ])('%j (%s) fails nowhere', async (query) => {
    const index = await indexOf(article('a', { title: 'O\'Reilly \\ "cudzysłów" & DROP' }))
    expect(await idsOf(index, query)).toEqual([])
    expect(await index.suggest(query, 6)).toEqual([])
    expect(await idsOf(index, "o'reilly")).toEqual(['a'])
  })

  test('an index opened with other articles has these alone', async () => {
    const indexes = await make()
    await opened(indexes, [article('a', { title: 'Stary' }), article('b', { title: 'Zostaje' })])
    const index = await opened(indexes, [article('b', { title: 'Zmieniony' }), article('c', { title: 'Nowy' })])
    const deadline = Date.now() + 10_000
    while ((await idsOf(index, 'stary')).length > 0 && Date.now() < deadline)
      await new Promise((on) => setTimeout(on, 50))
    expect([await idsOf(index, 'stary'), await idsOf(index, 'zostaje')]).toEqual([[], []])
    expect([await idsOf(index, 'zmieniony'), await idsOf(index, 'nowy')]).toEqual([['b'], ['c']])
  })
})

describe.each(ADAPTERS)('an index in %s that follows its articles (SEARCH-22)', (_name, make) => {
  const idsOf = async (index: SearchIndex, query: string) => (await index.find(query, {}, 0, 50)).ids

  test('articles are added, replaced and removed; each change finds what the others left', async () => {
    const index = await (await make()).openUpdatable('akademia', 'pl')
    await index.put([
      article('a', { title: 'Giełda', text: 'Klucz prywatny w sejfie.', date: '2026-01-01T10:00' }),
      article('b', { title: 'Portfel', text: 'Klucz publiczny na giełdzie.' }),
    ])
    await index.put([article('c', { title: 'Giełda', date: '2026-02-01T10:00' })])
    expect(await idsOf(index, 'giełdy')).toEqual(['c', 'a', 'b'])
    await Promise.all([index.put([article('b', { title: 'Kanarek' })]), index.remove(['c'])])
    expect(await idsOf(index, 'giełdy')).toEqual(['a'])
    expect([await idsOf(index, 'portfel'), await idsOf(index, 'kanarki')]).toEqual([[], ['b']])
    expect(await idsOf(index, '„kluczem prywatnym”')).toEqual(['a'])
    expect(await index.suggest('kan', 6)).toEqual(['b'])
    expect((await index.ids()).toSorted()).toEqual(['a', 'b'])
    await index.remove(['a', 'b'])
    expect([await index.ids(), await idsOf(index, 'kanarek')]).toEqual([[], []])
  })

  test('of equal articles the newer comes first, whenever it was added', async () => {
    const index = await (await make()).openUpdatable('akademia', 'pl')
    for (const [id, day] of [
      ['b', '02'],
      ['c', '03'],
      ['a', '01'],
    ])
      await index.put([article(`${id}`, { title: 'Portfel', date: `2026-05-${day}T10:00` })])
    expect(await idsOf(index, 'portfel')).toEqual(['c', 'b', 'a'])
    expect(await index.suggest('portf', 2)).toEqual(['c', 'b'])
  })

  test('a word that no article has any more is not what a mistyped one was meant to be', async () => {
    const index = await (await make()).openUpdatable('akademia', 'pl')
    await index.put([article('a', { title: 'Hipopotam' }), article('b', { title: 'Hipopotan' })])
    await index.put([article('b', { title: 'Inny' })])
    await index.remove(['a'])
    await index.put([article('c', { title: 'Hipopotek' })])
    expect(await idsOf(index, 'hipopotem')).toEqual(['c'])
  })
})

test('two instances that write and remove the same articles at once lose no term of those that stay', async () => {
  if (programs === undefined) return
  const indexes = await inPostgres()
  const [one, other] = [await indexes.openUpdatable('akademia', 'pl'), await indexes.openUpdatable('akademia', 'pl')]
  for (let round = 0; round < 20; round++) {
    await one.put([article('old', { title: `Hipopotam ${round}` })])
    await Promise.all([one.remove(['old']), other.put([article('new', { title: `Hipopotam ${round}` })])])
    expect((await one.find('hipopotamy', {}, 0, 5)).ids).toEqual(['new'])
    await other.remove(['new'])
  }
})

test('of many articles the newest are looked through first, and no rare word or title is missed (SEARCH-20)', async () => {
  if (server === undefined) return
  const count = 13_500
  opens += 1
  const service = `akademia-${opens}`
  const { openUpdatable } = postgres ?? failed('no server')
  const index = await openUpdatable(service, 'pl')
  await index.put([
    article('rzadki', { text: 'Jednorożec na giełdzie.', date: '2001-01-01T10:00' }),
    article('tytul', { title: 'Giełda na drzewie', date: '2001-01-02T10:00' }),
    // Of the years of the rows that follow.
    article('2020', { date: '2020-01-01T00:00' }),
    article('2021', { date: '2021-01-01T00:00' }),
  ])
  await server.sql(`INSERT INTO ${SCHEMA}.articles
    SELECT service, 'nowy-' || i, 'x', category, to_char(timestamp '2020-01-01' + i * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'),
      ''::tsvector, words || CASE WHEN i % 30 = 0 THEN '''pyton'''::tsvector ELSE ''::tsvector END
    FROM ${SCHEMA}.articles, generate_series(1, ${count}) AS i WHERE service = '${service}' AND id = 'rzadki'`)
  await server.sql(
    `UPDATE ${SCHEMA}.articles SET words = ts_delete(words, 'jednorozec') WHERE service = '${service}' AND id LIKE 'nowy%'`,
  )
  await server.sql(`INSERT INTO ${SCHEMA}.terms VALUES ('${service}', 'pyton', '{pyton}')`)
  const another = await openUpdatable(service, 'pl')
  // A word of all: its newest articles and the older title.
  const common = await another.find('giełda', {}, 0, 10)
  expect([common.ids[0], common.ids[1], common.isMore]).toEqual(['tytul', `nowy-${count}`, true])
  // A word of few, some of them older than the first window.
  const some = await another.find('pyton', {}, 0, 1000)
  expect([some.total, some.ids.length, some.ids[0], some.isMore]).toEqual([450, 450, `nowy-${count}`, undefined])
  expect((await another.find('jednorożec', {}, 0, 10)).ids).toEqual(['rzadki'])
  expect((await another.find('giełda', { to: '2001-12-31' }, 0, 10)).ids).toEqual(['tytul', 'rzadki'])
  // A phrase whose words all have, in another order: the older one has it in its title (SEARCH-20).
  const phrase = await another.find('„giełda na”', {}, 0, 10)
  expect([phrase.ids, phrase.total, phrase.isMore]).toEqual([['tytul'], 1, true])
  expect((await another.find('„jednorożec na giełdzie”', {}, 0, 10)).ids).toEqual(['rzadki'])
  expect((await another.find('„na giełdzie” pyton', {}, 0, 1000)).total).toBe(450)
})

test('of many articles so many are read for a phrase: the newest, older ones with its words, and older titles (SEARCH-20)', async () => {
  if (server === undefined) return
  opens += 1
  const service = `akademia-${opens}`
  const { openUpdatable } = postgres ?? failed('no server')
  // Of the years of the rows that follow.
  await (await openUpdatable(service, 'pl')).put([
    article('2020', { date: '2020-01-01T00:00' }),
    article('2021', { date: '2021-01-01T00:00' }),
  ])
  // Row 13,500 is the newest. Words that none of the newest 3,000 has: "tapir gepard", in this order alone where a row says so.
  const [wrong, right] = [`'gepard:1 tapir:2'::tsvector`, `'tapir:1 gepard:2'::tsvector`]
  const where = (condition: string, vector: string): string => `CASE WHEN ${condition} THEN ${vector} ELSE '' END`
  await server.sql(`INSERT INTO ${SCHEMA}.articles
    SELECT service, 'nowy-' || i, 'x', category, to_char(timestamp '2020-01-01' + i * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'),
      ${where('i < 2000', wrong)} || ${where('i IN (510, 490)', right)},
      'pyton:1 linux:2'::tsvector || ${where('i IN (1520, 1480)', `'linux:1 pyton:2'::tsvector`)}
        || ${where('i < 5000 OR i BETWEEN 6000 AND 10000', wrong)} || ${where('i IN (2010, 1990, 510, 490)', right)}
    FROM ${SCHEMA}.articles, generate_series(1, 13500) AS i WHERE service = '${service}' AND id = '2020'`)
  await server.sql(
    `INSERT INTO ${SCHEMA}.terms SELECT '${service}', term, ARRAY[term] FROM unnest('{linux,pyton,tapir,gepard}'::text[]) AS term`,
  )
  const index = await openUpdatable(service, 'pl')
  // The 2,990th older article with the words, not the 3,010th; the 1,490th older title, not the 1,510th.
  const few = await index.find('„tapir gepard”', {}, 0, 10)
  expect([few.ids.toSorted(), few.total, few.isMore]).toEqual([['nowy-2010', 'nowy-510'], 2, true])
  // The 11,980th article, not the 12,020th.
  const many = await index.find('„linux pyton”', {}, 0, 10)
  expect([many.ids, many.total, many.isMore]).toEqual([['nowy-1520'], 1, true])
})

test('everything of a process that uses the database shares four connections, of which searches take two (SEARCH-20)', async () => {
  if (server === undefined) return
  const database = databaseUrl.parse(server.url)
  const [search, other] = [createRunSql(database), sharedConnections(database)]
  const until = performance.now() + 20_000
  const slow = 'SELECT pg_sleep(0.3)'
  let used = 0
  const watching = setInterval(() => {
    used = Math.max(used, other.counts().used)
  }, 5)
  await Promise.all(Array.from({ length: 4 }, () => search.run(slow, [], 20_000)))
  clearInterval(watching)
  expect(used).toBe(2)
  const running = [
    ...Array.from({ length: 6 }, () => search.run(slow, [], 20_000)),
    ...Array.from({ length: 6 }, () => other.use(until, (client) => client.query(slow))),
  ]
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, other.counts().open)
  }, 20)
  // A search that comes too late leaves its turn to the next.
  await expect(search.run('SELECT 1', [], 50)).rejects.toThrow('timeout expired')
  await Promise.all(running)
  clearInterval(looking)
  expect(most).toBe(4)
  await search.close()
  // The other user goes on.
  const after = await other.use(performance.now() + 4000, (client) => client.query<{ one: number }>('SELECT 1 AS one'))
  expect(after.rows).toEqual([{ one: 1 }])
  await other.close()
  await expect(other.use(performance.now() + 100, async () => {})).rejects.toThrow('closed')
})

test('without an index words are found as they are written, in titles, names and leads (SEARCH-24)', async () => {
  const index = await opened(plainIndexes, [
    article('older', { title: 'Giełda i portfel', lead: 'O Żółwiu.' }),
    article('newer', { title: 'Portfel', names: ['Ida Giełdowa'], text: 'Hipopotam', date: '2026-04-01T10:00' }),
  ])
  const idsOf = async (query: string, filters = {}) => (await index.find(query, filters, 0, 10)).ids
  expect(await idsOf('portfel')).toEqual(['newer', 'older'])
  expect(await idsOf('gield portfel')).toEqual(['newer', 'older'])
  expect(await idsOf('zolw')).toEqual(['older'])
  expect(await idsOf('portfel', { from: '2026-04-01' })).toEqual(['newer'])
  for (const query of ['giełdzie', 'hipopotam', 'ortfel', '', '„”'])
    expect([query, await idsOf(query)]).toEqual([query, []])
  expect(await index.find('portfel', {}, 1, 1)).toMatchObject({ ids: ['older'], total: 2 })
  expect(await index.suggest('port ida', 6)).toEqual(['newer'])
})

test('memory stands in for a database while it is away, and no longer (SEARCH-20)', async () => {
  let isAway = true
  const failures: unknown[] = []
  const database: SearchIndexes = {
    open: async (...settings) => {
      if (isAway) throw new Error('away')
      return memoryIndexes.open(...settings)
    },
  }
  const index = await opened(
    withStandIn(database, (error) => failures.push(error)),
    [article('a', { title: 'Giełda' })],
  )
  expect((await index.find('giełdy', {}, 0, 1)).ids).toEqual(['a'])
  expect(await index.suggest('gie', 1)).toEqual(['a'])
  expect(failures).toHaveLength(2)
  isAway = false
  expect(await index.suggest('gie', 1)).toEqual(['a'])
  expect(failures).toHaveLength(2)
})

test('one search waits for a database that hangs, and no other until it answers again (SEARCH-20)', async () => {
  let connections = 0
  const silent = createServer(() => {
    connections += 1
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const hanging = createRunSql(databaseUrl.parse(`postgres://u:p@127.0.0.1:${port}/szpalta?sslmode=disable`))
  let isBack = false
  let statements = 0
  const run = withRests(
    (sql, values, limit) => {
      statements += 1
      return isBack ? Promise.resolve([{ sql }]) : hanging.run(sql, values, limit === undefined ? 300 : limit)
    },
    200,
    200,
  )
  await expect(run('SELECT 2', [], 300)).rejects.toThrow(/timeout/)
  const before = statements
  for (let nth = 0; nth < 200; nth++) await expect(run('SELECT 2', [], 300)).rejects.toThrow(DatabaseResting)
  // Looks in the background alone.
  expect(statements - before).toBeLessThanOrEqual(2)
  expect(connections).toBeLessThanOrEqual(4)
  isBack = true
  const outcome = () =>
    run('SELECT 2', [], 300).then(
      () => 'back',
      () => 'away',
    )
  while ((await outcome()) !== 'back') await new Promise((resolve) => setTimeout(resolve, 20))
  await hanging.close()
  silent.close()
})

test('a statement that fails at once has no other wait (SEARCH-20)', async () => {
  let isWrong = true
  const run = withRests(async () => {
    if (isWrong) throw new Error('syntax error')
    return []
  })
  await expect(run('SELEC')).rejects.toThrow('syntax error')
  isWrong = false
  expect(await run('SELECT 1')).toEqual([])
})

test('of another service only articles with all words count, and no guesses (SEARCH-30)', () => {
  const outcome = { total: 3, missing: [], haveAll: true }
  expect(countOf(outcome)).toBe(3)
  expect(countOf({ ...outcome, missing: ['blokchain'] })).toBe(0)
  expect(countOf({ ...outcome, haveAll: false })).toBe(0)
  expect(countOf({ ...outcome, isMore: true })).toBeUndefined()
})
