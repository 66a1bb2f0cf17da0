import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Milliseconds; a hanging registry must not block a test for long. */
const TIMEOUT = 60_000

export interface FetchedPackage {
  /** Absolute path of the unpacked package. */
  folder: string
  remove(): Promise<void>
}

/**
 * Fetches a package from npm into a temporary folder, for comparison only: nothing of it is installed or kept.
 * @param spec name and exact version: `@wordpress/e2e-tests@2.1.6`
 * @returns undefined when npm cannot be reached; the test says so
 */
export async function fetchPackage(spec: string): Promise<FetchedPackage | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'package-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await run('npm', ['pack', spec, '--silent', '--ignore-scripts'], { cwd: folder, timeout: TIMEOUT })
    const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'))
    if (archive === undefined) throw new Error('npm packed nothing')
    await run('tar', ['-xzf', archive], { cwd: folder, timeout: TIMEOUT })
    return { folder: join(folder, 'package'), remove }
  } catch (error) {
    await remove()
    process.stderr.write(`\n  SKIPPED: ${spec} could not be fetched from npm (${String(error).split('\n')[0]})\n\n`)
    return undefined
  }
}
