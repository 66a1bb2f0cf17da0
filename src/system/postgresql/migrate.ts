import type { PoolClient } from 'pg'

/** The tables of a feature have a schema of their own. */
export interface Tables {
  schema: string
  /** Of the advisory lock that lets one instance migrate. */
  lock: number
  /** Each runs once, in order, and never changes. */
  steps: readonly string[]
}

/**
 * One instance at a time; a later release's tables stay.
 * @returns the number of migrations that ran
 */
export async function migrate(client: PoolClient, { schema, lock, steps }: Tables, limitMs: number): Promise<number> {
  // A pooler gives the session to others afterwards.
  await client.query(
    `BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL statement_timeout TO ${limitMs};
     SET LOCAL synchronous_commit TO on; SET LOCAL client_min_messages TO warning`,
  )
  await client.query(`SELECT pg_advisory_xact_lock(${lock})`)
  // A role that may only use the schema is enough later.
  const { rows: schemas } = await client.query('SELECT to_regnamespace($1) AS oid', [schema])
  if (schemas[0]?.oid === null) await client.query(`CREATE SCHEMA ${schema}`)
  await client.query(`SET LOCAL search_path TO ${schema}`)
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, at timestamptz DEFAULT now())',
  )
  const { rows } = await client.query('SELECT coalesce(max(version), 0) AS version FROM migrations')
  const pending = steps.slice(Number(rows[0]?.version))
  for (const [index, sql] of pending.entries()) {
    await client.query(sql)
    await client.query('INSERT INTO migrations (version) VALUES ($1)', [steps.length - pending.length + index + 1])
  }
  await client.query('COMMIT')
  return pending.length
}
