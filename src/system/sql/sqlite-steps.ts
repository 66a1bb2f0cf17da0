import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { inTransaction } from './sqlite.ts'

export interface FileTables {
  /** `user_version` after the first step; a lower one is others'. */
  firstVersion: number
  /** Each runs once, in order, never changes, and sets its `user_version`. */
  steps: readonly string[]
}

/**
 * Several processes may try; a later release's tables stay.
 * @throws {Error} for other tables, which stay
 */
export function updateFile(db: DatabaseSyncInstance, { firstVersion, steps }: FileTables): void {
  const version = firstVersion + steps.length - 1
  if (versionOf(db, firstVersion) >= version) return
  inTransaction(db, () => {
    // Another process may be ahead.
    const before = versionOf(db, firstVersion)
    if (before >= version) return
    const pending = before === 0 ? steps : steps.slice(before - firstVersion + 1)
    for (const step of pending) db.exec(step)
  })
}

/** @returns 0 for an empty file */
function versionOf(db: DatabaseSyncInstance, firstVersion: number): number {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version)
  if (version >= firstVersion) return version
  if (version === 0 && !db.prepare('SELECT 1 FROM sqlite_schema').get()) return 0
  throw new Error(`the file has tables of version ${version}, and this release needs ${firstVersion} or later`)
}
