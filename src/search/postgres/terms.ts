import { type Row, type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'
import { deletionsOf, quoted } from './vectors.ts'
import { within, type Year } from './years.ts'

/** Each term that may be removed is a search for articles. */
const WRITTEN_AT_ONCE = 2000
const REMOVED_AT_ONCE = 500

export const termOf = ({ term }: Row): string => String(term)

export async function writeTerms(run: RunSql, service: string, terms: readonly string[]): Promise<void> {
  // In one order, so that two instances do not wait for each other.
  for (const some of batches(ordered(terms), WRITTEN_AT_ONCE)) {
    await run(
      `INSERT INTO ${SCHEMA}.terms (service, term, deletions)
       SELECT $1, term, string_to_array(deletions, ' ')
       FROM unnest($2::text[], $3::text[]) AS rows (term, deletions)
       ON CONFLICT DO NOTHING`,
      [service, some, some.map((term) => deletionsOf(term).join(' '))],
      WRITE_LIMIT_MS,
    )
  }
}

export async function missingTerms(run: RunSql, service: string, terms: readonly string[]): Promise<string[]> {
  const rows = await run(
    `SELECT term FROM unnest($2::text[]) AS wanted (term)
     WHERE NOT EXISTS (SELECT FROM ${SCHEMA}.terms AS known WHERE known.service = $1 AND known.term = wanted.term)`,
    [service, terms],
    WRITE_LIMIT_MS,
  )
  return rows.map(termOf)
}

/** Another instance may write an article with one of them, and checks its terms again afterwards. */
export async function removeTerms(
  run: RunSql,
  service: string,
  terms: readonly string[],
  years: readonly Year[],
): Promise<void> {
  if (terms.length === 0 || years.length === 0) return
  const inYear = (year: Year): string =>
    `EXISTS (SELECT FROM ${SCHEMA}.articles AS one
      WHERE one.service = $1 AND ${within(year)} AND one.words @@ old.query::tsquery)`
  const hasArticle = `(${years.map(inYear).join(' OR ')})`
  for (const some of batches(ordered(terms), REMOVED_AT_ONCE)) {
    const removed = await run(
      `DELETE FROM ${SCHEMA}.terms AS known USING unnest($2::text[], $3::text[]) AS old (term, query)
       WHERE known.service = $1 AND known.term = old.term AND NOT ${hasArticle}
       RETURNING known.term`,
      [service, some, some.map(quoted)],
      WRITE_LIMIT_MS,
    )
    if (removed.length === 0) continue
    const gone = removed.map(termOf)
    const back = await run(
      `SELECT term FROM unnest($2::text[], $3::text[]) AS old (term, query) WHERE ${hasArticle}`,
      [service, gone, gone.map(quoted)],
      WRITE_LIMIT_MS,
    )
    await writeTerms(run, service, back.map(termOf))
  }
}

function ordered(terms: readonly string[]): string[] {
  return terms.toSorted((one, other) => (one < other ? -1 : 1))
}

function* batches(terms: readonly string[], size: number): Generator<string[], void> {
  for (let from = 0; from < terms.length; from += size) yield terms.slice(from, from + size)
}
