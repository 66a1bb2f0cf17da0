import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../root.ts'

/** A build of the program with its folder. */
export interface Release {
  name: string
  root: string
}

export interface BuiltRelease extends Release {
  remove(): Promise<void>
}

/** Version 0.1.0: what customers had before 1.0.0. */
export const FIRST_RELEASE = '6204be7c0ae1ece27b72c7c8159f40091c567baf'

/** This one; `npm run build` made it. */
export const THIS_RELEASE: Release = { name: 'this release', root: ROOT }

const run = promisify(execFile)
const MAX_OUTPUT = 64 * 1024 * 1024

/** False in a shallow clone and in an export of the project, which say so. */
export function isReachable(commit: string): boolean {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
  // Not through the console: Jest hides the output of files whose tests are all skipped.
  if (status !== 0)
    process.stderr.write(`SKIPPED: the history of this clone does not have ${commit}, so no release is built of it\n`)
  return status === 0
}

/** The release of a commit in a folder of its own, with the packages that are installed here. */
export async function buildRelease(commit: string, name: string): Promise<BuiltRelease> {
  const root = await mkdtemp(join(tmpdir(), 'release-'))
  const unpack = 'git archive --format=tar "$1" | tar -x -C "$2"'
  await run('bash', ['-o', 'pipefail', '-c', unpack, 'unpack', commit, root], { cwd: ROOT })
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  await run(process.execPath, ['esbuild.config.mjs'], { cwd: root, env, maxBuffer: MAX_OUTPUT })
  return { name, root, remove: () => rm(root, { recursive: true, force: true }) }
}

export interface CommandResult {
  code: number | null
  output: string
  complaints: string
}

/** A command of a release, as an operator runs it. @param until ends it, with -9 */
export async function runCommand(
  { root }: Release,
  name: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
  until?: () => Promise<unknown>,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, `dist/${name}.js`), ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints]: [string[], string[]] = [[], []]
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => complaints.push(text))
  const ended = once(child, 'close')
  if (until) {
    await Promise.race([until(), ended])
    child.kill('SIGKILL')
  }
  await ended
  return { code: child.exitCode, output: output.join(''), complaints: complaints.join('') }
}
