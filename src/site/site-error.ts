import type { FolderProblem } from './yaml-file.ts'

/** The message lists every problem with file, line and column. */
export class SiteError extends Error {
  override readonly name = 'SiteError'
  constructor(
    folder: string,
    readonly problems: readonly FolderProblem[],
  ) {
    const lines = problems.map(({ file, line, column, message }) => `  ${file}:${line}:${column} ${message}`)
    super(`the site folder ${folder} is not usable:\n${lines.join('\n')}`)
  }
}
