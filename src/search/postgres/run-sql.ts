export type Row = Record<string, unknown>

/** For a statement that a reader waits for, with its connection, and for one in the background. Milliseconds. */
export const READ_LIMIT_MS = 4000
export const WRITE_LIMIT_MS = 60_000

/** Runs one statement on a connection of the database. Rejects when it fails or is late. @param limit milliseconds */
export type RunSql = (sql: string, values?: readonly unknown[], limit?: number) => Promise<readonly Row[]>

/** The schema of its own, as the database has other tables too. */
export const SCHEMA = 'szpalta_search'

/**
 * Everything in it can be made from the articles: a release with other tables has others, under other names. Neither an
 * extension nor a dictionary of the server is needed (docs/decisions/066-search.md).
 */
const TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.articles (
     service text NOT NULL,
     id text COLLATE "C" NOT NULL,
     digest text NOT NULL,
     category text NOT NULL,
     published text COLLATE "C" NOT NULL,
     heads tsvector NOT NULL,
     words tsvector NOT NULL,
     PRIMARY KEY (service, id)
   )`,
  `CREATE INDEX IF NOT EXISTS articles_newest ON ${SCHEMA}.articles (service, published DESC, id)`,
  `CREATE INDEX IF NOT EXISTS articles_heads ON ${SCHEMA}.articles USING gin (heads)`,
  `CREATE INDEX IF NOT EXISTS articles_words ON ${SCHEMA}.articles USING gin (words)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.terms (
     service text NOT NULL,
     term text COLLATE "C" NOT NULL,
     deletions text[] NOT NULL,
     PRIMARY KEY (service, term)
   )`,
  `CREATE INDEX IF NOT EXISTS terms_deletions ON ${SCHEMA}.terms USING gin (deletions)`,
]

/** Instances that start together wait for one another. */
export async function createTables(run: RunSql): Promise<void> {
  const [known] = await run('SELECT to_regclass($1) AS name', [`${SCHEMA}.terms_deletions`])
  if (known?.name !== null && known !== undefined) return
  // One statement, and so one transaction, which holds the lock. Any number, not that of another lock.
  await run(
    `DO $$ BEGIN
       PERFORM pg_advisory_xact_lock(7283945121);
       CREATE SCHEMA IF NOT EXISTS ${SCHEMA};
       ${TABLES.join(';\n')};
     END $$`,
    [],
    WRITE_LIMIT_MS,
  )
}
