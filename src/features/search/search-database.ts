import type { Logger } from 'pino'
import { createPostgresIndexes } from '../../search/postgres/postgres-index.ts'
import { withRests } from '../../search/postgres/resting.ts'
import { READ_LIMIT_MS, type Row, type RunSql } from '../../search/postgres/run-sql.ts'
import { type SearchIndexes, type UpdatableIndexes, withStandIn } from '../../search/search-indexes.ts'
import { sparingly } from '../../sources/stored-articles.ts'
import type { DatabaseSettings } from '../../system/postgresql/connections.ts'
import { sharedConnections, within } from '../../system/postgresql/connections.ts'

export interface OpenSearch {
  indexes: SearchIndexes
  updatable: UpdatableIndexes
  close(): Promise<void>
}

/** Memory stands in while the database is away. */
export function openSearch(database: DatabaseSettings, log: Logger): OpenSearch {
  const { run, close } = createRunSql(database)
  const warn = sparingly((words: string, facts: object) => log.warn(facts, words))
  const onFailure = (err: unknown): void => warn('the search index in PostgreSQL failed', { err })
  const updatable = createPostgresIndexes(withRests(run), onFailure)
  return { indexes: withStandIn(updatable, onFailure), updatable, close }
}

/** Two of the process' connections are for subscribers and mails. */
const MOST_CONNECTIONS = 2

/**
 * Settings are of one transaction, as a pooler gives the session to others. Compiling a statement takes longer than a
 * search (docs/decisions/114).
 */
const settingsWithin = (limit: number): string =>
  `BEGIN; SET LOCAL statement_timeout TO ${Math.ceil(limit)}; SET LOCAL jit TO off;
   SET LOCAL max_parallel_workers_per_gather TO 0; SET LOCAL enable_seqscan TO off; SET LOCAL work_mem TO '32MB'`

export function createRunSql(database: DatabaseSettings): { run: RunSql; close: () => Promise<void> } {
  const connections = sharedConnections(database, MOST_CONNECTIONS)
  const run: RunSql = (sql, values = [], limit = READ_LIMIT_MS) => {
    const until = performance.now() + limit
    return connections.use(until, async (client) => {
      await within(client.query(settingsWithin(limit)), until)
      const { rows } = await within(client.query<Row>(sql, [...values]), until)
      await within(client.query('COMMIT'), until)
      return rows
    })
  }
  return { run, close: () => connections.close() }
}
