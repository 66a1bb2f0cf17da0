import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { emptyLog, inTransaction, reasonOf, runOperation, type Statements } from '../../../system/sql/sqlite.ts'
import { updateFile } from '../../../system/sql/sqlite-steps.ts'
import { effectOf, operationOf } from './operations/operations.ts'
import { FILE_TABLES } from './schema.ts'
import { type PushStore, PushStoreError, storeOver } from './store.ts'

/** Another process may hold the file. */
const BUSY_MS = 5000
const OWNER_ONLY = 0o600

/** Calls wait for the disk. A file that cannot be used is tried again. */
export function createSqliteStore(file: string): PushStore {
  let opened: { db: DatabaseSyncInstance; statements: Statements } | undefined
  const open = (): { db: DatabaseSyncInstance; statements: Statements } => {
    opened ??= { db: openFile(file), statements: new Map() }
    return opened
  }
  const close = (): void => {
    opened?.statements.clear()
    opened?.db.close()
    opened = undefined
  }
  return storeOver(
    async (name, ...args) => {
      try {
        const { db, statements } = open()
        const operation = operationOf(name, args)
        if (effectOf(name) === 'read') return runOperation(db, operation, statements)
        const value = inTransaction(db, () => runOperation(db, operation, statements))
        // If the log cannot be emptied now, SQLite restarts it soon.
        if (effectOf(name) === 'erasure') emptyLog(db)
        return value
      } catch (error) {
        close()
        throw new PushStoreError(reasonOf(error))
      }
    },
    async () => close(),
  )
}

function openFile(file: string): DatabaseSyncInstance {
  mkdirSync(dirname(file), { recursive: true })
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWNER_ONLY))
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    // Acknowledges a write when it is on the disk, and overwrites what is deleted.
    db.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY')
    db.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
    updateFile(db, FILE_TABLES)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
