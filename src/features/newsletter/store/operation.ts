/** What a statement takes and gives. Both databases have texts and whole numbers; flags are 0 and 1. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** SQL that both databases read alike, with `$1`, `$2`… for its parameters. */
export interface Statement {
  sql: string
  params: readonly Value[]
}

/**
 * A piece of work in one transaction: it yields statements and gets their rows. So the rules of subscribers exist once,
 * for SQLite, which blocks, and for PostgreSQL, which is waited for (docs/decisions/061).
 */
export type Operation<T> = Generator<Statement, T, readonly Row[]>

export function* query(sql: string, ...params: Value[]): Operation<readonly Row[]> {
  return yield { sql, params }
}

/** The first row. */
export function* first(sql: string, ...params: Value[]): Operation<Row | undefined> {
  const rows: readonly Row[] = yield { sql, params }
  return rows[0]
}

/** The column `count` of the first row. */
export function* countOf(sql: string, ...params: Value[]): Operation<number> {
  const row = yield* first(sql, ...params)
  return Number(row?.count ?? 0)
}

/** Whether a statement with `RETURNING` changed a row. */
export function* changes(sql: string, ...params: Value[]): Operation<boolean> {
  const rows: readonly Row[] = yield { sql, params }
  return rows.length > 0
}

/** A column that is never null. */
export function textOf(value: unknown): string {
  return String(value)
}

/** A column that may be null. */
export function textOrNone(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

/** `$2, $3, $4`: the places of a list of values. */
export function places(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
}

/**
 * Clauses that only a database with several writers has; to SQLite they are comments. Rows that another instance works on
 * are left out, or waited for.
 */
export const SKIP_LOCKED = (table: string): string => `/*+ FOR UPDATE OF ${table} SKIP LOCKED */`
export const STAY = (table: string): string => `/*+ FOR KEY SHARE OF ${table} */`

/** The statement with those clauses. */
export function withLocks(sql: string): string {
  return sql.replaceAll('/*+', '').replaceAll('*/', '')
}
