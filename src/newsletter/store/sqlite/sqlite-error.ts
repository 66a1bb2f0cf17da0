/** SQLite's primary result codes (sqlite.org/rescode.html). */
const BUSY = 5
const CONSTRAINT = 19
const CORRUPT = 11
const NOT_A_DATABASE = 26
const PRIMARY = 0xff

/** A file that SQLite can open but that is corrupt. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
}

/** Another process has locked the file for a moment. */
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

/** A row violates a constraint of its table. */
export function isConstraint(error: unknown): boolean {
  return codeOf(error) === CONSTRAINT
}

function codeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & PRIMARY : undefined
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
