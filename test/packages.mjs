/**
 * Installs what tests, checks and benchmarks in a browser need (`test/package.json`, a workspace that `.npmrc` leaves out of `npm ci`),
 * where it is not there yet: at the first `npm test`, and when the lock file has other versions (docs/decisions/127).
 * `node test/packages.mjs` does nothing else.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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

/** @throws when npm cannot install them */
export function requireTestPackages() {
  const missing = missingPackages()
  if (missing === 0) return
  process.stderr.write(`installing what tests need, packages: ${missing} (npm ${COMMAND.join(' ')})\n`)
  const { status } = spawnSync('npm', COMMAND, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm could not install the packages that tests need')
}

/** @returns how many packages of the lock file are absent or have another version, without those of other platforms */
function missingPackages() {
  const wanted = packagesOf('package-lock.json')
  const installed = packagesOf('node_modules/.package-lock.json')
  return Object.entries(wanted).filter(
    ([path, { version, optional, link }]) =>
      path.startsWith('node_modules/') && !optional && !link && installed[path]?.version !== version,
  ).length
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

if (process.argv[1] === fileURLToPath(import.meta.url)) requireTestPackages()
