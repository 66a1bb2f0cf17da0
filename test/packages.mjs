/**
 * Installs what tests, checks and benchmarks in a browser need (`test/package.json`, a workspace that `.npmrc` leaves out of `npm ci`),
 * where it is not there yet: at the first `npm test`, and when the lock file has other versions (docs/decisions/127).
 * `node test/packages.mjs` does nothing else.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
/** Adds the workspace's packages to those that are there, in the versions of the lock file. */
const COMMAND = [
  'install',
  '--workspaces',
  '--include-workspace-root',
  '--include=dev',
  '--no-save',
  '--loglevel=error',
]

/** One command at a time: two installations into one folder destroy each other's. It holds its owner's process id. */
const LOCK = join(ROOT, 'node_modules/.cache/packages-of-tests.lock')
const OWNER = 'pid'
/** From making the lock to noting the owner. */
const OWNER_MS = 10_000
const POLL_MS = 200
const MOST_NAMES = 10

/** @throws when npm cannot install them */
export function requireTestPackages() {
  if (missingPackages().length === 0) return
  lock()
  try {
    // Another command may have installed them meanwhile.
    const missing = missingPackages()
    if (missing.length > 0) install(missing.length)
  } finally {
    rmSync(LOCK, { recursive: true, force: true })
  }
}

function install(count) {
  process.stderr.write(`installing what tests need, packages: ${count} (npm ${COMMAND.join(' ')})\n`)
  const { status } = spawnSync('npm', COMMAND, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm could not install the packages that tests need')
  const missing = missingPackages()
  if (missing.length === 0) return
  const [named, others] = [missing.slice(0, MOST_NAMES).join(', '), missing.length - MOST_NAMES]
  throw new Error(`npm has installed without: ${named}${others > 0 ? ` and ${others} others` : ''}`)
}

/** Waits while another command installs. The lock of a process that has ended goes. */
function lock() {
  mkdirSync(dirname(LOCK), { recursive: true })
  let isWaiting = false
  while (!isOurs()) {
    const owner = ownerOf(LOCK)
    if (owner === 'gone') {
      removeStale()
      continue
    }
    if (!isWaiting) process.stderr.write(`another command installs what tests need (process ${owner}); waiting\n`)
    isWaiting = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}

function isOurs() {
  try {
    mkdirSync(LOCK)
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
  writeFileSync(join(LOCK, OWNER), String(process.pid))
  return true
}

/** @returns its process, or `gone`: it has ended, or the lock has, or nobody came to own it */
function ownerOf(folder) {
  try {
    const made = statSync(folder).mtimeMs
    const pid = existsSync(join(folder, OWNER)) ? readFileSync(join(folder, OWNER), 'utf8') : ''
    if (pid === '') return Date.now() - made > OWNER_MS ? 'gone' : 'unknown'
    process.kill(Number(pid), 0)
    return pid
  } catch (error) {
    // EPERM: it is somebody else's, and runs.
    return error.code === 'EPERM' ? 'of another user' : 'gone'
  }
}

/** Another command may have removed it at the same moment and own the lock since: that one goes back. */
function removeStale() {
  const aside = `${LOCK}-${process.pid}`
  try {
    renameSync(LOCK, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  if (ownerOf(aside) === 'gone') rmSync(aside, { recursive: true, force: true })
  else renameSync(aside, LOCK)
}

/** @returns packages of the lock file that are absent or have another version, without those of other platforms */
function missingPackages() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted)
    .filter(
      ([path, { version, optional, link }]) =>
        path.startsWith('node_modules/') && !optional && !link && installed[path]?.version !== version,
    )
    .map(([path, { version }]) => `${path.slice('node_modules/'.length)} ${version}`)
}

/** What npm wrote into a lock file, or, after an installation, into its copy in `node_modules`. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

/** Through whatever links; with `node -e` the first argument is no file. */
function isProgram(path) {
  return existsSync(path) && realpathSync(path) === realpathSync(fileURLToPath(import.meta.url))
}

if (isProgram(process.argv[1] ?? '')) requireTestPackages()
