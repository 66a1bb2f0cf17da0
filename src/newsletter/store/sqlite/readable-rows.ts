import { statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** The shortest possible row, which bounds the number of rows in a file. Bytes. */
const SHORTEST_ROW = 40

export type BrokenTable =
  | 'subscribers'
  | 'secrets'
  | 'suppressions'
  | 'departures'
  | 'issues'
  | 'letters'
  | 'deliveries'
  | 'delivery_counts'
  | 'mailboxes'
  | 'mail_minutes'

/** The next row by its number. */
const nextRow = (table: BrokenTable): string =>
  `SELECT rowid AS row, * FROM ${table} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1`

/** Tables of a broken file, as far as they can be read. */
export interface BrokenFile {
  /**
   * Reads rows by number, and skips those on an unreadable page; none of a table that is not there.
   * @throws when the list of tables cannot be read
   */
  rows(table: BrokenTable): Generator<Readonly<Record<string, unknown>>>
  close(): void
}

export function openBrokenFile(file: string): BrokenFile {
  const last = Math.ceil(statSync(file).size / SHORTEST_ROW)
  const broken = openToRead(file)
  return {
    *rows(table) {
      if (!broken.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?`).get(table)) return
      const next = broken.prepare(nextRow(table))
      for (let id = 0; id <= last; ) {
        const row = attempt(() => next.get(id))
        if (row === 'unreadable') id += 1
        else if (row === undefined) return
        else {
          id = Number(row.row)
          yield row
        }
      }
    },
    close: () => broken.close(),
  }
}

/** Read-only if possible: the journal of a crash has to be replayed first. */
function openToRead(file: string): DatabaseSyncInstance {
  const readOnly = new DatabaseSync(file, { readOnly: true })
  if (attempt(() => readOnly.prepare('SELECT 1 FROM sqlite_schema').get()) !== 'unreadable') return readOnly
  readOnly.close()
  return new DatabaseSync(file)
}

function attempt<T>(read: () => T): T | 'unreadable' {
  try {
    return read()
  } catch {
    return 'unreadable'
  }
}
