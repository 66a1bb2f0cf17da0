export type Row = Record<string, unknown>

/** For statements that a reader waits for, their connection included, and for background ones. */
export const READ_LIMIT_MS = 4000
export const WRITE_LIMIT_MS = 60_000
export const INDEX_LIMIT_MS = 1_800_000

/** Rejects when the statement fails or is late. @param limit milliseconds */
export type RunSql = (sql: string, values?: readonly unknown[], limit?: number) => Promise<readonly Row[]>

export const SCHEMA = 'szpalta_search_2'

/** One transaction, which one instance runs at a time. The lock's number is arbitrary. */
export function oneAtATime(statements: readonly string[]): string {
  return `DO $$ BEGIN PERFORM pg_advisory_xact_lock(7283945121); ${statements.join(';\n')}; END $$`
}

/** For a statement that takes no parameters. */
export function literal(text: string): string {
  return `E'${text.replace(/[\\']/g, '\\$&').replaceAll('$', '\\x24')}'`
}
