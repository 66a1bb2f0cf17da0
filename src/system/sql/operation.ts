import { LONGEST_LEASE } from '../lease.ts'

/** Both databases have texts and whole numbers; flags are 0 and 1. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

export interface Statement {
  sql: string
  params: readonly Value[]
}

/**
 * One transaction, which yields statements and gets their rows: the rules exist once for both databases
 * (docs/decisions/061).
 */
export type Operation<T> = Generator<Statement, T, readonly Row[]>

export function* query(sql: string, ...params: Value[]): Operation<readonly Row[]> {
  return yield { sql, params }
}

export function* first(sql: string, ...params: Value[]): Operation<Row | undefined> {
  const rows: readonly Row[] = yield { sql, params }
  return rows[0]
}

export function* countOf(sql: string, ...params: Value[]): Operation<number> {
  const row = yield* first(sql, ...params)
  return Number(row?.count ?? 0)
}

export function* changes(sql: string, ...params: Value[]): Operation<boolean> {
  const rows: readonly Row[] = yield { sql, params }
  return rows.length > 0
}

export function textOf(value: unknown): string {
  return String(value)
}

export function textOrNone(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : String(value)
}

/** `$2, $3, $4`: the places of a list of values. */
export function places(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
}

/**
 * SQLite, which has one writer, reads these clauses as comments. They leave out rows that another instance works on,
 * or wait for them.
 */
export const SKIP_LOCKED = (table: string): string => `/*+ FOR UPDATE OF ${table} SKIP LOCKED */`
export const HOLD = '/*+ FOR UPDATE */'
export const STAY = (table: string): string => `/*+ FOR KEY SHARE OF ${table} */`

/** Uncovers those clauses. */
export function withLocks(sql: string): string {
  return sql.replaceAll('/*+', '').replaceAll('*/', '')
}

const SECOND_MS = 1000
const DAY_MS = 86_400 * SECOND_MS

/** Times are ISO 8601 texts, in UTC. */
export function secondsFrom(at: string, seconds: number): string {
  return new Date(Date.parse(at) + seconds * SECOND_MS).toISOString()
}

export function daysFrom(at: string, days: number): string {
  return new Date(Date.parse(at) + days * DAY_MS).toISOString()
}

export function dayOf(at: string): string {
  return at.slice(0, at.indexOf('T'))
}

export function beyondLeases(at: string): string {
  return secondsFrom(at, LONGEST_LEASE)
}
