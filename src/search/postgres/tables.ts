import { oneAtATime, type RunSql, SCHEMA, WRITE_LIMIT_MS } from './run-sql.ts'

/**
 * A release with other tables has another schema. Vectors lie in their rows, as ranking reads thousands
 * (docs/decisions/066-search.md, 114).
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
   ) WITH (toast_tuple_target = 8160)`,
  // Of an expression: only a query that names it goes along the dates.
  `CREATE INDEX IF NOT EXISTS articles_newest ON ${SCHEMA}.articles (service, (published || '') DESC, id) INCLUDE (published)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.years (
     service text NOT NULL,
     since text COLLATE "C" NOT NULL,
     PRIMARY KEY (service, since)
   )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.cards (
     service text NOT NULL,
     id text COLLATE "C" NOT NULL,
     post text COLLATE "C" NOT NULL,
     stamp text NOT NULL,
     card text NOT NULL,
     round bigint NOT NULL,
     PRIMARY KEY (service, id)
   )`,
  `CREATE INDEX IF NOT EXISTS cards_post ON ${SCHEMA}.cards (service, post)`,
  `CREATE INDEX IF NOT EXISTS cards_round ON ${SCHEMA}.cards (service, round, id)`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.crawls (
     service text PRIMARY KEY,
     round bigint NOT NULL DEFAULT 0,
     page integer NOT NULL DEFAULT 0,
     with_texts boolean NOT NULL DEFAULT true,
     is_complete boolean NOT NULL DEFAULT false,
     is_failing boolean NOT NULL DEFAULT false,
     all_at timestamptz,
     newest_at timestamptz
   )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.changes (
     service text NOT NULL,
     path text COLLATE "C" NOT NULL,
     at timestamptz NOT NULL DEFAULT clock_timestamp(),
     PRIMARY KEY (service, path)
   )`,
  `CREATE TABLE IF NOT EXISTS ${SCHEMA}.leases (
     name text PRIMARY KEY,
     holder text NOT NULL,
     held_until timestamptz NOT NULL
   )`,
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
  await run(oneAtATime([`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`, ...TABLES]), [], WRITE_LIMIT_MS)
}
