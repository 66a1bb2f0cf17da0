export type Row = Record<string, unknown>

/** For a statement that a reader waits for, with its connection, and for one in the background. Milliseconds. */
export const READ_LIMIT_MS = 4000
export const WRITE_LIMIT_MS = 60_000
/** For an index of a year that is made over a table that has many articles already. Milliseconds. */
export const INDEX_LIMIT_MS = 1_800_000

/** Runs one statement on a connection of the database. Rejects when it fails or is late. @param limit milliseconds */
export type RunSql = (sql: string, values?: readonly unknown[], limit?: number) => Promise<readonly Row[]>

/** The schema of its own, as the database has other tables too. */
export const SCHEMA = 'szpalta_search_2'

/** One statement, and so one transaction, which one instance at a time runs. The lock has any number, not that of another. */
export function oneAtATime(statements: readonly string[]): string {
  return `DO $$ BEGIN PERFORM pg_advisory_xact_lock(7283945121); ${statements.join(';\n')}; END $$`
}

/** A text in a statement that takes no parameters. */
export function literal(text: string): string {
  return `E'${text.replace(/[\\']/g, '\\$&').replaceAll('$', '\\x24')}'`
}
