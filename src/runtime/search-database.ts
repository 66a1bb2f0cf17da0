import type { Logger } from 'pino'
import { sparingly } from '../cms/stored-articles.ts'
import { createConnections } from '../newsletter/store/postgres/connections.ts'
import type { DatabaseSettings } from '../newsletter/store/postgres/settings.ts'
import { within } from '../newsletter/store/postgres/transaction.ts'
import { createPostgresIndexes } from '../search/postgres/postgres-index.ts'
import { READ_LIMIT_MS, type Row, type RunSql } from '../search/postgres/run-sql.ts'
import { type SearchIndexes, type UpdatableIndexes, withStandIn } from '../search/search-indexes.ts'

/** The search's indexes in the database. */
export interface OpenSearch {
  indexes: SearchIndexes
  /** While the database is away, these fail. */
  updatable: UpdatableIndexes
  close(): Promise<void>
}

/** Opens nothing yet. Memory stands in while the database is away, which the log says. */
export function openSearch(database: DatabaseSettings, log: Logger): OpenSearch {
  const { run, close } = createRunSql(database)
  const warn = sparingly((words: string, facts: object) => log.warn(facts, words))
  const onFailure = (err: unknown): void => warn('the search index in PostgreSQL failed', { err })
  const updatable = createPostgresIndexes(run, onFailure)
  return { indexes: withStandIn(updatable, onFailure), updatable, close }
}

/** Connections for the search, apart from those of subscribers. Opens nothing yet. */
export function createRunSql(database: DatabaseSettings): { run: RunSql; close: () => Promise<void> } {
  const connections = createConnections(database)
  const run: RunSql = async (sql, values = [], limit = READ_LIMIT_MS) => {
    const until = performance.now() + limit
    const taking = connections.take()
    const client = await within(taking, until).catch((error: unknown) => {
      // One that comes too late goes back unused.
      taking.then(
        (late) => late.release(),
        () => {},
      )
      throw error
    })
    let isDone = false
    try {
      const { rows } = await within(client.query<Row>(sql, [...values]), until)
      isDone = true
      return rows
    } finally {
      // One that still runs a statement is closed.
      client.release(!isDone)
    }
  }
  return { run, close: () => connections.close() }
}
