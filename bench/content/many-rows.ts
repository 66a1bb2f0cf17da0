/** Rows of the search's tables in any number, made by the database itself: a million of them would take an hour to index. */
import { type RunSql, SCHEMA } from '../../src/search/postgres/run-sql.ts'
import { writeTerms } from '../../src/search/postgres/terms.ts'
import { quoted } from '../../src/search/postgres/vectors.ts'
import type { LanguageWords } from '../../src/search/words/words.ts'
import { seeded } from '../../test/support/seeded.ts'

/** Words that stand in few articles each, in addition to the newsroom's: names, numbers, models. */
const RARE_WORDS = 190_000
const SYLLABLES = ['ba', 'ce', 'da', 'fi', 'go', 'ha', 'jo', 'ka', 'le', 'mi', 'no', 'pa', 'ro', 'su', 'ta', 'wy', 'za']
/** Texts are put together of pieces: each stands in as many articles as there are more of them. */
const PIECES = 40_000
const PIECE_WORDS = 30
const TITLES = 100_000
const TITLE_WORDS = 8
const NAMES = ['korczyk', 'zarzyck', 'brzeg', 'lewandowicz', 'wilamowsk', 'sobieraj']
const CATEGORIES = ['edukacja', 'inwestycje', 'bezpieczenstwo', 'zastosowania']
const AT_ONCE = 5000
/** For one statement. Milliseconds. */
const LIMIT_MS = 3_600_000
/** Built after the rows: one row at a time takes ten times as long. */
const INDEXES = ['articles_heads', 'articles_words'] as const

/**
 * Fills the tables of a service. Words are as frequent as in a language: the second half as often as the first, and so on.
 * @param newsroomWords every occurrence of a word
 */
export async function writeManyRows(
  run: RunSql,
  service: string,
  count: number,
  newsroomWords: readonly string[],
  words: LanguageWords,
): Promise<void> {
  const random = seeded(20_261_127)
  const vocabulary = vocabularyOf(newsroomWords, words, random)
  await writeTerms(run, service, [...new Set([...vocabulary, ...NAMES, ...CATEGORIES])])
  const pick = (): string => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? ''
  const vector = (length: number): string => Array.from({ length }, (_, at) => `${quoted(pick())}:${at + 1}`).join(' ')
  const definitions = await run(
    `SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY ($2)`,
    [SCHEMA, [...INDEXES]],
  )
  for (const name of INDEXES) await run(`DROP INDEX ${SCHEMA}.${name}`)
  await run(`CREATE UNLOGGED TABLE ${SCHEMA}.pieces (kind text, id int, vector tsvector, PRIMARY KEY (kind, id))`)
  const write = async (kind: string, number: number, length: number): Promise<void> => {
    for (let from = 0; from < number; from += AT_ONCE) {
      const ids = Array.from({ length: Math.min(AT_ONCE, number - from) }, (_, at) => from + at)
      await run(
        `INSERT INTO ${SCHEMA}.pieces SELECT $1, id, vector::tsvector FROM unnest($2::int[], $3::text[]) AS rows (id, vector)`,
        [kind, ids, ids.map(() => vector(length))],
        LIMIT_MS,
      )
    }
  }
  await write('title', TITLES, TITLE_WORDS)
  await write('text', PIECES, PIECE_WORDS)
  const piece = (kind: string, number: number, factor: number): string =>
    `(SELECT vector FROM ${SCHEMA}.pieces WHERE kind = '${kind}' AND id = (i::bigint * ${factor} % 2147483647) % ${number})`
  const name = (list: readonly string[], factor: number): string =>
    `(ARRAY[${list.map((one) => `'${one}'`).join(', ')}])[1 + (i::bigint * ${factor} % 2147483647) % ${list.length}]`
  for (let from = 0; from < count; from += 20 * AT_ONCE) {
    await run(
      `INSERT INTO ${SCHEMA}.articles (service, id, digest, category, published, heads, words)
       SELECT $1, '/' || to_char(day, 'YYYY/MM') || '/artykul-' || i, md5(i::text), category,
         to_char(day, 'YYYY-MM-DD"T"HH24:MI'), heads, heads || setweight(lead, 'C') || one || two || three || four
       FROM (
         SELECT i, timestamp '2026-11-24 12:00' - i * interval '5 minutes' AS day, ${name(CATEGORIES, 69_621)} AS category,
           setweight(${piece('title', TITLES, 48_271)}, 'A')
             || setweight((${name(NAMES, 16_807)} || ':1')::tsvector || (${name(CATEGORIES, 69_621)} || ':2')::tsvector, 'B') AS heads,
           ${piece('text', PIECES, 39_373)} AS lead, ${piece('text', PIECES, 742_938_285)} AS one,
           ${piece('text', PIECES, 950_706_376)} AS two, ${piece('text', PIECES, 1_226_874_159)} AS three,
           ${piece('text', PIECES, 62_089_911)} AS four
         FROM generate_series($2::int, $3::int) AS i
       ) AS parts`,
      [service, from, Math.min(count, from + 20 * AT_ONCE) - 1],
      LIMIT_MS,
    )
    process.stderr.write(`${Math.min(count, from + 20 * AT_ONCE)} rows\n`)
  }
  await run(`DROP TABLE ${SCHEMA}.pieces`)
  for (const { indexdef } of definitions) await run(String(indexdef), [], LIMIT_MS)
  await run(`VACUUM ANALYZE ${SCHEMA}.articles`, [], LIMIT_MS)
  await run(`VACUUM ANALYZE ${SCHEMA}.terms`, [], LIMIT_MS)
}

/** Stems, the most frequent first. */
function vocabularyOf(newsroomWords: readonly string[], words: LanguageWords, random: () => number): string[] {
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
