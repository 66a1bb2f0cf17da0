import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { inTransaction } from './sqlite.ts'

export interface FileTables {
  /** `user_version` of a file after the first step; files with a lower one are others'. */
  firstVersion: number
  /** Each runs once on a file, in this order, never changes, and ends with its `user_version`. */
  steps: readonly string[]
}

/**
 * Brings the tables of a file to this release. Several processes may try at once. A later release's tables stay.
 * @throws {Error} where the file has other tables, which stay
 */
export function updateFile(db: DatabaseSyncInstance, { firstVersion, steps }: FileTables): void {
  const version = firstVersion + steps.length - 1
  if (versionOf(db, firstVersion) >= version) return
  inTransaction(db, () => {
    // Another process may have run some of them.
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
