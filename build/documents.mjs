/**
 * The site of the documents (docs/decisions/166): `npm run docs` serves it while it is written, `npm run docs:build` builds it into
 * `docs/.vitepress/dist`. Its packages are its own, and are installed when they are missing.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DOCS = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs')
const VITEPRESS = join(DOCS, 'node_modules/vitepress/bin/vitepress.js')

function versionIn(file) {
  const path = join(DOCS, file)
  if (!existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')).packages?.['node_modules/vitepress']?.version
}

function isInstalled() {
  const installed = versionIn('node_modules/.package-lock.json')
  return installed !== undefined && installed === versionIn('package-lock.json')
}

function install() {
  process.stderr.write('installing what the site of the documents needs (npm ci in docs/)\n')
  // No package of it has to run anything to be installed.
  const command = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  return spawnSync('npm', command, {
    cwd: DOCS,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  }).status
}

const [name = 'dev', ...args] = process.argv.slice(2)
const installed = isInstalled() ? 0 : install()
process.exitCode =
  installed === 0
    ? spawnSync(process.execPath, [VITEPRESS, name, '.', ...args], { cwd: DOCS, stdio: 'inherit' }).status
    : installed
