/** SQLite's primary result codes (sqlite.org/rescode.html). */
const BUSY = 5
const CORRUPT = 11
const NOT_A_DATABASE = 26
const PRIMARY = 0xff

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

/** The driver's `all` drops the code of an error and keeps SQLite's message. */
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
