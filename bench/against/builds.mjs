/** The build of the project as it lies here, and that of another commit in a worktree of its own. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, readFile, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../process.mjs'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LOCK = 'package-lock.json'

/**
 * @param reference of a commit, as Git reads it: `HEAD~1`
 * @param say gets what takes a while
 * @returns folders of both, by name. The other one's is gone when this process ends
 */
export async function prepareBuilds(reference, say) {
  const commit = (await git('rev-parse', '--verify', `${reference}^{commit}`)).trim()
  const temporary = await mkdtemp(join(tmpdir(), 'bench-against-'))
  const folder = join(temporary, 'szpalta')
  process.once('exit', () => {
    // Twice, and unlocked: Git locks a worktree that it has not finished, and passes over locked ones.
    for (const parameters of [
      ['unlock', folder],
      ['remove', '--force', '--force', folder],
    ])
      worktree(parameters)
    rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    worktree(['prune'])
  })
  await git('worktree', 'add', '--detach', '--no-checkout', folder, commit)
  // Not by the command above, whose own child would go on writing after it is killed.
  await git('-C', folder, 'reset', '--hard')
  say(`building this folder, and ${commit.slice(0, 8)} (${reference}) in ${folder}`)
  await providePackages(folder, say)
  for (const cwd of [ROOT, folder]) {
    await run(process.execPath, ['esbuild.config.mjs'], { cwd, env: process.env })
  }
  return { now: ROOT, before: folder }
}

/** When this process ends; what is not there need not go. */
function worktree(parameters) {
  spawnSync('git', ['worktree', ...parameters], { cwd: ROOT })
}

function git(...parameters) {
  return run('git', parameters, { cwd: ROOT, env: process.env })
}

/** Those of this folder, where the other commit has the same; else its own. */
async function providePackages(folder, say) {
  const [own, other] = await Promise.all([ROOT, folder].map((root) => readFile(join(root, LOCK), 'utf8')))
  if (own === other) return symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  say('installing its packages (npm ci)')
  await run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
    cwd: folder,
    env: process.env,
  })
}
