import { LONGEST_LEASE } from '../lease.ts'

/** Flags are 0 and 1. */
export type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

export interface Statement {
  sql: string
  params: readonly Value[]
}

/** A transaction yields statements and gets rows, so that rules exist once for both databases (docs/decisions/061). */
export type Operation<T> = Generator<Statement, T, readonly Row[]>

type Run = (...args: never[]) => Operation<unknown>

/** After an erasure bytes of a reader's may still lie in a log or a free page. */
export type Effect = 'read' | 'write' | 'erasure'

interface Entry<R extends Run> {
  run: R
  effect: Effect
}

export const read = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'read' })
export const write = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'write' })
export const erasure = <R extends Run>(run: R): Entry<R> => ({ run, effect: 'erasure' })

/** What a table of operations takes and returns, by name. */
export type CallsOf<Table extends Record<string, Entry<Run>>> = {
  [N in keyof Table]: {
    args: Parameters<Table[N]['run']>
    value: ReturnType<Table[N]['run']> extends Operation<infer V> ? V : never
  }
}

/** The same table with its calls' types, by which a name chooses arguments and value. */
export type EntriesOf<Calls extends Record<keyof Calls, { args: unknown[]; value: unknown }>> = {
  readonly [N in keyof Calls]: { run: (...args: Calls[N]['args']) => Operation<Calls[N]['value']>; effect: Effect }
}

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

/** `$2, $3, $4` */
export function places(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ')
}

/** SQLite has one writer and reads these as comments. They skip rows in use, or wait. */
export const SKIP_LOCKED = (table: string): string => `/*+ FOR UPDATE OF ${table} SKIP LOCKED */`
export const HOLD = '/*+ FOR UPDATE */'
export const STAY = (table: string): string => `/*+ FOR KEY SHARE OF ${table} */`

export function withLocks(sql: string): string {
  return sql.replaceAll('/*+', '').replaceAll('*/', '')
}

const SECOND_MS = 1000
const DAY_MS = 86_400 * SECOND_MS

/** ISO 8601, in UTC. */
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
