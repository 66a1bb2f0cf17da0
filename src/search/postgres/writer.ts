import { inSlices, nextTurn } from '../../system/steps.ts'
import type { FoundRecord, IndexedArticle } from '../search-index.ts'
import type { LanguageWords } from '../words/words.ts'
import { type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'
import { missingTerms, removeTerms, termOf, writeTerms } from './terms.ts'
import { type ArticleRow, digestOf, rowOf } from './vectors.ts'
import type { Years } from './years.ts'

const BATCH = 50

interface WrittenArticle {
  article: IndexedArticle
  row: ArticleRow
}

export interface WriterSettings {
  run: RunSql
  service: string
  words: LanguageWords
  years: Years
}

/** Instances may write at the same time. */
export interface Writer {
  /** Equal rows stay, all others go. */
  replaceAll(articles: AsyncIterable<IndexedArticle>): Promise<void>
  put(articles: readonly IndexedArticle[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

export function createWriter({ run, service, words, years }: WriterSettings): Writer {
  /** @param replaced ids of articles that may have been written before */
  const writeBatch = async (batch: readonly WrittenArticle[], replaced: ReadonlySet<string>): Promise<void> => {
    if (batch.length === 0) return
    await years.prepare(batch.map(({ article }) => article.date))
    const terms = new Set(batch.flatMap(({ row }) => [...row.terms]))
    const ids = batch.flatMap(({ article }) => (replaced.has(article.id) ? article.id : []))
    const before =
      ids.length === 0
        ? []
        : await run(
            `SELECT DISTINCT unnest(tsvector_to_array(words)) AS term FROM ${SCHEMA}.articles
             WHERE service = $1 AND id = ANY ($2)`,
            [service, ids],
            WRITE_LIMIT_MS,
          )
    await writeTerms(run, service, [...terms])
    await writeRows(run, service, batch)
    // Another instance may have removed one of them, as no article had it yet.
    await writeTerms(run, service, await missingTerms(run, service, [...terms]))
    const gone = before.map(termOf).filter((term) => !terms.has(term))
    await removeTerms(run, service, gone, await years.known())
  }
  const remove = async (ids: readonly string[]): Promise<void> => {
    for (let from = 0; from < ids.length; from += BATCH) {
      const gone = await run(
        `WITH gone AS (DELETE FROM ${SCHEMA}.articles WHERE service = $1 AND id = ANY ($2) RETURNING words),
           cards AS (DELETE FROM ${SCHEMA}.cards WHERE service = $1 AND id = ANY ($2))
         SELECT DISTINCT unnest(tsvector_to_array(words)) AS term FROM gone`,
        [service, ids.slice(from, from + BATCH)],
        WRITE_LIMIT_MS,
      )
      await removeTerms(run, service, gone.map(termOf), await years.known())
    }
  }
  return {
    remove,
    async replaceAll(articles) {
      const known = new Map<string, unknown>()
      const rows = await run(`SELECT id, digest FROM ${SCHEMA}.articles WHERE service = $1`, [service], WRITE_LIMIT_MS)
      for (const { id, digest } of rows) known.set(String(id), digest)
      const replaced = new Set<string>()
      let batch: WrittenArticle[] = []
      const flush = async (): Promise<void> => {
        const full = batch
        batch = []
        await writeBatch(full, replaced)
      }
      for await (const article of articles) {
        const before = known.get(article.id)
        known.delete(article.id)
        if (before === digestOf(article)) continue
        if (before !== undefined) replaced.add(article.id)
        batch.push(await written(article, words))
        if (batch.length >= BATCH) await flush()
      }
      await flush()
      await remove([...known.keys()])
    },
    async put(articles) {
      for (let from = 0; from < articles.length; from += BATCH) {
        const batch: WrittenArticle[] = []
        for (const article of articles.slice(from, from + BATCH)) batch.push(await written(article, words))
        await writeBatch(batch, new Set(batch.map(({ article }) => article.id)))
      }
    },
  }
}

async function written(article: IndexedArticle, words: LanguageWords): Promise<WrittenArticle> {
  const row = await inSlices(oneRow(article, words))
  await nextTurn()
  return { article, row }
}

function* oneRow(article: IndexedArticle, words: LanguageWords): Generator<void, ArticleRow, void> {
  yield
  return rowOf(article, words)
}

async function writeRows(run: RunSql, service: string, batch: readonly WrittenArticle[]): Promise<void> {
  // One order, so that instances do not wait for each other.
  const rows = batch.toSorted((one, other) => (one.article.id < other.article.id ? -1 : 1))
  const column = (value: (entry: (typeof rows)[number]) => string): string[] => rows.map(value)
  const recorded = (value: (record: FoundRecord) => string): Array<string | null> =>
    rows.map(({ article }) => (article.record ? value(article.record) : null))
  await run(
    `WITH rows AS MATERIALIZED (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[]) AS rows (id, digest, category, published, heads, words, post, stamp, card)),
     written AS (
       INSERT INTO ${SCHEMA}.cards (service, id, post, stamp, card, round)
       SELECT $1, id, post, stamp, card, (SELECT coalesce(max(round), 0) FROM ${SCHEMA}.crawls WHERE service = $1)
       FROM rows WHERE card IS NOT NULL
       ON CONFLICT (service, id) DO UPDATE SET
         post = excluded.post, stamp = excluded.stamp, card = excluded.card, round = excluded.round)
     INSERT INTO ${SCHEMA}.articles (service, id, digest, category, published, heads, words)
     SELECT $1, id, digest, category, published, heads::tsvector, words::tsvector FROM rows
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
      recorded(({ post }) => post),
      recorded(({ stamp }) => stamp),
      recorded(({ card }) => card),
    ],
    WRITE_LIMIT_MS,
  )
}
