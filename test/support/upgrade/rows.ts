import { existsSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import type { PostgresServer } from '../postgres-server.ts'

type Row = Record<string, unknown>
/** Rows by table. */
export type Rows = Record<string, Row[]>

/** Who holds what for some seconds: rows that come and go. */
const PASSING = /(?:^|\.)leases$/

/** All rows of SQLite files; a table's name has its file's before it. */
export function rowsOfFiles(files: Readonly<Record<string, string>>): Rows {
  const rows: Rows = {}
  for (const [name, file] of Object.entries(files)) {
    if (!existsSync(file)) continue
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      const tables = db
        .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
        .all()
      for (const { name: table } of tables)
        rows[`${name}.${table}`] = db
          .prepare(`SELECT * FROM "${table}"`)
          .all()
          .map((row): Row => ({ ...(row as Row) }))
    } finally {
      db.close()
    }
  }
  return rows
}

/** All rows of a database; a table's name has its schema's before it. */
export async function rowsOfDatabase(server: Pick<PostgresServer, 'sql'>): Promise<Rows> {
  const tables = await server.sql(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  )
  const rows: Rows = {}
  for (const { schema, name } of tables) {
    const all = await server.sql(`SELECT to_jsonb(one) AS row FROM "${schema}"."${name}" AS one`)
    rows[`${schema}.${name}`] = all.map(({ row }) => row as Row)
  }
  return rows
}

export interface Difference {
  table: string
  row: Row
}

/** Rows that are no longer there, or say something else; columns that came later may say anything. */
export function lostRows(before: Rows, after: Rows): Difference[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    if (PASSING.test(table)) return []
    const columns = Object.keys(rows[0] ?? {}).sort()
    const there = new Map<string, number>()
    for (const row of after[table] ?? []) {
      const key = keyOf(row, columns)
      there.set(key, (there.get(key) ?? 0) + 1)
    }
    return rows.flatMap((row) => {
      const key = keyOf(row, columns)
      const count = there.get(key) ?? 0
      there.set(key, count - 1)
      return count > 0 ? [] : [{ table, row }]
    })
  })
}

const keyOf = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((column) => (typeof row[column] === 'bigint' ? Number(row[column]) : row[column])))

export function countRows(rows: Rows): number {
  return Object.values(rows).reduce((sum, { length }) => sum + length, 0)
}
