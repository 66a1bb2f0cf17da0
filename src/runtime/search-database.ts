import type { Logger } from 'pino'
import { sparingly } from '../cms/stored-articles.ts'
import { sharedConnections } from '../postgresql/connections.ts'
import type { DatabaseSettings } from '../postgresql/settings.ts'
import { within } from '../postgresql/within.ts'
import { createPostgresIndexes } from '../search/postgres/postgres-index.ts'
import { withRests } from '../search/postgres/resting.ts'
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
  const updatable = createPostgresIndexes(withRests(run), onFailure)
  return { indexes: withStandIn(updatable, onFailure), updatable, close }
}

/** Of the process' connections, searches leave two to subscribers and mails. */
const MOST_CONNECTIONS = 2

/** Opens nothing yet. */
export function createRunSql(database: DatabaseSettings): { run: RunSql; close: () => Promise<void> } {
  const connections = sharedConnections(database, MOST_CONNECTIONS)
  const run: RunSql = (sql, values = [], limit = READ_LIMIT_MS) => {
    const until = performance.now() + limit
    return connections.use(until, async (client) => {
      const { rows } = await within(client.query<Row>(sql, [...values]), until)
      return rows
    })
  }
  return { run, close: () => connections.close() }
}
