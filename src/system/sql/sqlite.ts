import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Operation, Row } from './operation.ts'

export type Statements = Map<string, StatementSyncInstance>

const MAX_STATEMENTS = 200

export function runOperation<T>(
  db: DatabaseSyncInstance,
  operation: Operation<T>,
  statements: Statements = new Map(),
): T {
  for (let rows: readonly Row[] = []; ; ) {
    const step = operation.next(rows)
    if (step.done) return step.value
    const { sql, params } = step.value
    const statement = statements.get(sql) ?? db.prepare(sql.replace(/\$(\d+)/g, '?$1'))
    if (statements.size < MAX_STATEMENTS) statements.set(sql, statement)
    rows = statement.all(...params)
  }
}

/** The write lock keeps what it reads valid. */
export function inTransaction<T>(db: DatabaseSyncInstance, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    // SQLite rolls back some errors itself.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * Moves pages of a deletion out of the log.
 * @returns false: impossible now
 */
export function emptyLog(db: DatabaseSyncInstance): boolean {
  return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0
}

const BUSY = 5
const CORRUPT = 11
const NOT_A_DATABASE = 26
const PRIMARY = 0xff

export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
}

export class FileBusyError extends Error {
  override readonly name = 'FileBusyError'
}

export function isBusy(error: unknown): boolean {
  return error instanceof FileBusyError || codeOf(error) === BUSY
}

export function isBroken(error: unknown): boolean {
  const code = codeOf(error)
  return error instanceof BrokenFileError || code === CORRUPT || code === NOT_A_DATABASE
}

const MESSAGES: ReadonlyArray<readonly [number, RegExp]> = [
  [BUSY, /^database is locked/],
  [CORRUPT, /^database disk image is malformed|^malformed database schema/],
  [NOT_A_DATABASE, /^file is not a database/],
]

function codeOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode & PRIMARY
  return MESSAGES.find(([, message]) => message.test(error.message))?.[0]
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
