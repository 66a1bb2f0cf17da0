import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'
import type { Operation, Row } from '../operation.ts'

export type Statements = Map<string, StatementSyncInstance>

/** Statements with lists of varying length are not kept. */
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

/** Takes the write lock first, so that what it reads stays valid. */
export function inTransaction<T>(db: DatabaseSyncInstance, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = work()
    db.exec('COMMIT')
    return value
  } catch (error) {
    // SQLite rolls back on its own after some errors.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/**
 * The log has pages from before a deletion: moves it into the database and truncates it.
 * @returns false: not possible now
 */
export function emptyLog(db: DatabaseSyncInstance): boolean {
  return Number(db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy) === 0
}
