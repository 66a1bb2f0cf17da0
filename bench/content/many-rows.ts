/** Rows of the search's tables in any number, made by the database itself: a million of them would take an hour to index. */
import { INDEX_LIMIT_MS, type RunSql, SCHEMA } from '../../src/search/postgres/run-sql.ts'
import { createTables } from '../../src/search/postgres/tables.ts'
import { writeTerms } from '../../src/search/postgres/terms.ts'
import { categoryTerm, quoted } from '../../src/search/postgres/vectors.ts'
import { createYears, yearIndexes, yearOf } from '../../src/search/postgres/years.ts'
import type { LanguageWords } from '../../src/search/words/words.ts'
import { seeded } from '../../test/support/seeded.ts'

/** Words that stand in few articles each, in addition to the newsroom's: names, numbers, models. */
const RARE_WORDS = 190_000
const SYLLABLES = ['ba', 'ce', 'da', 'fi', 'go', 'ha', 'jo', 'ka', 'le', 'mi', 'no', 'pa', 'ro', 'su', 'ta', 'wy', 'za']
/** Titles, leads and texts are taken from so many each: the rarest word stands in as many articles as have one of them. */
const PIECES = {
  title: { number: 100_000, words: 8 },
  lead: { number: 20_000, words: 30 },
  text: { number: 20_000, words: 120 },
}
/** Stems of names, of which each article has one. */
export const FAMILY_NAMES = ['korczyk', 'zarzyck', 'brzeg', 'lewandowicz', 'wilamowsk', 'sobieraj']
export const CATEGORIES = ['edukacja', 'inwestycje', 'bezpieczenstwo', 'zastosowania']
const NEWEST = Date.UTC(2026, 10, 24, 12)
const BETWEEN_MS = 300_000
const AT_ONCE = 5000
const SEED = 20_261_127
const ROWS_AT_ONCE = 50_000
/** Statements that run at the same time: connections that a search may have. */
const CONNECTIONS = 2
const KEPT = ['articles_newest', 'articles_pkey', 'terms_deletions'] as const

/**
 * Fills the tables of a service, and makes the indexes afterwards: one row at a time takes ten times as long. Words are as
 * frequent as in a language: the second half as often as the first, and so on.
 * @param newsroomWords every occurrence of a word
 */
export async function writeManyRows(
  run: RunSql,
  service: string,
  count: number,
  newsroomWords: readonly string[],
  words: LanguageWords,
): Promise<void> {
  const from = performance.now()
  const say = (done: string): void =>
    void process.stderr.write(`${done} after ${((performance.now() - from) / 1000).toFixed(0)} s\n`)
  const random = seeded(SEED)
  const vocabulary = vocabularyOf(newsroomWords, words, random)
  await createTables(run)
  const definitions = await run(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY ($2)`,
    [SCHEMA, [...KEPT]],
  )
  await run(`ALTER TABLE ${SCHEMA}.articles DROP CONSTRAINT articles_pkey`)
  for (const name of KEPT) await run(`DROP INDEX IF EXISTS ${SCHEMA}.${name}`)
  await writeTerms(run, service, [...new Set([...vocabulary, ...FAMILY_NAMES, ...CATEGORIES])])
  say('terms')
  await writePieces(run, vocabulary, random)
  say('pieces')
  const batches = Array.from({ length: Math.ceil(count / ROWS_AT_ONCE) }, (_, at) => at * ROWS_AT_ONCE)
  await concurrently(batches, async (first) => {
    const last = Math.min(count, first + ROWS_AT_ONCE) - 1
    await run(ROWS, [service, first, last], INDEX_LIMIT_MS)
    say(`rows up to ${last + 1}`)
  })
  await run(`DROP TABLE ${SCHEMA}.pieces`)
  const dates = Array.from({ length: Math.ceil(count / ROWS_AT_ONCE) + 1 }, (_, at) =>
    new Date(NEWEST - Math.min(count, at * ROWS_AT_ONCE) * BETWEEN_MS).toISOString().slice(0, 16),
  )
  const years = [...new Map(dates.map((date) => [yearOf(date).since, yearOf(date)])).values()]
  const indexes = [
    ...definitions.map(({ indexdef }) => String(indexdef)),
    ...years.flatMap((year) => yearIndexes(service, year)),
  ]
  await concurrently(indexes, (index) => run(index, [], INDEX_LIMIT_MS))
  await run(`ALTER TABLE ${SCHEMA}.articles ADD PRIMARY KEY USING INDEX articles_pkey`)
  await createYears(run, service).prepare(dates)
  say('indexes')
}

async function concurrently<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = [...items]
  const connection = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

async function writePieces(run: RunSql, vocabulary: readonly string[], random: () => number): Promise<void> {
  const pick = (): string => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? ''
  const vector = (length: number): string => Array.from({ length }, (_, at) => `${quoted(pick())}:${at + 1}`).join(' ')
  await run(`CREATE UNLOGGED TABLE ${SCHEMA}.pieces (kind text, id int, vector tsvector, PRIMARY KEY (kind, id))`)
  for (const [kind, { number, words }] of Object.entries(PIECES)) {
    for (let from = 0; from < number; from += AT_ONCE) {
      const ids = Array.from({ length: Math.min(AT_ONCE, number - from) }, (_, at) => from + at)
      await run(
        `INSERT INTO ${SCHEMA}.pieces SELECT $1, id, vector::tsvector FROM unnest($2::int[], $3::text[]) AS rows (id, vector)`,
        [kind, ids, ids.map(() => vector(words))],
        INDEX_LIMIT_MS,
      )
    }
  }
}

function piece(kind: keyof typeof PIECES, factor: number): string {
  const id = `(i::bigint * ${factor} % 2147483647) % ${PIECES[kind].number}`
  return `(SELECT vector FROM ${SCHEMA}.pieces WHERE kind = '${kind}' AND id = ${id})`
}

function oneOf(list: readonly string[], factor: number): string {
  return `(ARRAY[${list.map((one) => `'${one}'`).join(', ')}])[1 + (i::bigint * ${factor} % 2147483647) % ${list.length}]`
}

const ROWS = `INSERT INTO ${SCHEMA}.articles (service, id, digest, category, published, heads, words)
  SELECT $1, '/' || to_char(day, 'YYYY/MM') || '/artykul-' || i, md5(i::text), category,
    to_char(day, 'YYYY-MM-DD"T"HH24:MI'), heads, heads || lead || body
  FROM (
    SELECT i, day, category, title || ('''' || name || ''':9B ''' || category || ''':11B ''${categoryTerm('')}' || category || '''')::tsvector AS heads,
      lead, body
    FROM (
      SELECT i, timestamp '${new Date(NEWEST).toISOString().slice(0, 16)}' - i * interval '${BETWEEN_MS / 1000} seconds' AS day,
        ${oneOf(CATEGORIES, 69_621)} AS category, ${oneOf(FAMILY_NAMES, 16_807)} AS name,
        setweight(${piece('title', 48_271)}, 'A') AS title, setweight(${piece('lead', 39_373)}, 'C') AS lead,
        ${piece('text', 742_938_285)} AS body
      FROM generate_series($2::int, $3::int) AS i
    ) AS parts
  ) AS rows`

/** Stems that the rows of `writeManyRows` are made of, the most frequent first. */
export function vocabularyOf(
  newsroomWords: readonly string[],
  words: LanguageWords,
  random: () => number = seeded(SEED),
): string[] {
  const counts = new Map<string, number>()
  for (const word of newsroomWords) {
    for (const { stem } of words.of(word)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const known = [...counts].sort(([, one], [, other]) => other - one).map(([stem]) => stem)
  const rare = Array.from(
    { length: RARE_WORDS },
    () =>
      (known[Math.floor(random() * known.length)] ?? '') +
      Array.from({ length: 2 }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(''),
  )
  return [...new Set([...known, ...rare])]
}
