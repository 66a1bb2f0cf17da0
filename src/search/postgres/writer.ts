import { inSlices, nextTurn } from '../../content/steps.ts'
import type { IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'
import { type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'
import { type ArticleRow, deletionsOf, digestOf, rowOf } from './vectors.ts'

/** Articles of one statement. */
const BATCH = 50
const TERMS_BATCH = 2000

/**
 * Brings the rows of a service in line with its articles; what is the same stays. Instances may do so at the same time.
 */
export async function writeArticles(
  run: RunSql,
  service: string,
  articles: AsyncIterable<IndexedArticle>,
  words: LanguageWords,
): Promise<void> {
  const known = new Map<unknown, unknown>()
  const rows = await run(`SELECT id, digest FROM ${SCHEMA}.articles WHERE service = $1`, [service], WRITE_LIMIT_MS)
  for (const { id, digest } of rows) known.set(id, digest)
  let batch: Array<{ article: IndexedArticle; row: ArticleRow }> = []
  const written = new Set<string>()
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const [full, terms] = [batch, new Set<string>()]
    batch = []
    for (const { row } of full) for (const term of row.terms) if (!written.has(term)) terms.add(term)
    await writeTerms(run, service, [...terms])
    for (const term of terms) written.add(term)
    await writeRows(run, service, full)
  }
  for await (const article of articles) {
    const before = known.get(article.id)
    known.delete(article.id)
    if (before === digestOf(article)) continue
    batch.push({ article, row: await inSlices(oneRow(article, words)) })
    await nextTurn()
    if (batch.length >= BATCH) await flush()
  }
  await flush()
  if (known.size > 0) {
    const gone = [...known.keys()]
    await run(`DELETE FROM ${SCHEMA}.articles WHERE service = $1 AND id = ANY ($2)`, [service, gone], WRITE_LIMIT_MS)
  }
}

function* oneRow(article: IndexedArticle, words: LanguageWords): Generator<void, ArticleRow, void> {
  yield
  return rowOf(article, words)
}

async function writeRows(
  run: RunSql,
  service: string,
  batch: ReadonlyArray<{ article: IndexedArticle; row: ArticleRow }>,
): Promise<void> {
  // In one order, so that two instances do not wait for each other.
  const rows = batch.toSorted((one, other) => (one.article.id < other.article.id ? -1 : 1))
  const column = (value: (entry: (typeof rows)[number]) => string): string[] => rows.map(value)
  await run(
    `INSERT INTO ${SCHEMA}.articles (service, id, digest, category, published, heads, words)
     SELECT $1, id, digest, category, published, heads::tsvector, words::tsvector
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS rows (id, digest, category, published, heads, words)
     ON CONFLICT (service, id) DO UPDATE SET
       digest = excluded.digest, category = excluded.category, published = excluded.published,
       heads = excluded.heads, words = excluded.words
     WHERE articles.digest <> excluded.digest`,
    [
      service,
      column(({ article }) => article.id),
      column(({ row }) => row.digest),
      column(({ article }) => article.category),
      column(({ article }) => article.date),
      column(({ row }) => row.heads),
      column(({ row }) => row.words),
    ],
    WRITE_LIMIT_MS,
  )
}

async function writeTerms(run: RunSql, service: string, terms: string[]): Promise<void> {
  terms.sort((one, other) => (one < other ? -1 : 1))
  for (let from = 0; from < terms.length; from += TERMS_BATCH) {
    const some = terms.slice(from, from + TERMS_BATCH)
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
