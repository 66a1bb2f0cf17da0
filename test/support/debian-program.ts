import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian's folders of servers, which are not in every PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/bin']

/**
 * A program of a Debian package, for tests that need the real one.
 * @returns nothing, with a warning that names the package, where it is not installed
 */
export function debianProgram(name: string, packages: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS]
  const program = folders.map((folder) => join(folder, name)).find(isExecutable)
  // Not through the console: Jest hides the output of files whose tests are all skipped.
  if (program === undefined) process.stderr.write(`SKIPPED: ${name} is missing; apt-get install ${packages}\n`)
  return program
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
