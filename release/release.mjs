/**
 * `npm run release`: everything that a release consists of, from a clean tree into `release/out` (docs/decisions/165). It publishes nothing;
 * `.github/workflows/release.yml` does.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { programModules } from '../build/program-modules.mjs'

const OUT = 'release/out'
const PACKAGES = ['.', 'create-szpalta', 'newsroom']
const run = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const say = (text) => process.stdout.write(`${text}\n`)

/** What keeps a release back. */
class Refusal extends Error {}

const STEPS = [
  ['clean tree', checkTree],
  ['version', checkVersion],
  ['notes', writeNotes],
  ['build', build],
  ['packages', packPackages],
  ["image's context", packContext],
  ['bill of materials', copyBillOfMaterials],
  ['checksums', writeChecksums],
]

async function release() {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'))
  await rm(OUT, { recursive: true, force: true })
  await mkdir(OUT, { recursive: true })
  for (const [name, step] of STEPS) {
    const result = await step(version)
    say(`${name}: ${result}`)
  }
}

function checkTree() {
  const changed = run('git', 'status', '--porcelain').trim()
  if (changed !== '') throw new Refusal(`the tree is not clean:\n${changed}`)
  return run('git', 'rev-parse', 'HEAD').trim()
}

/** The version is that of CHANGELOG and of the lock file, and suits what has changed. */
async function checkVersion(version) {
  const { releaseProblems } = await programModules(
    `export { releaseProblems } from './release/release-problems.ts'`,
    'release',
  )
  const problems = releaseProblems({
    root: resolve('.'),
    version,
    others: await otherVersions(),
    changelog: await readFile('CHANGELOG.md', 'utf8'),
    surface: JSON.parse(await readFile('release/surface.json', 'utf8')),
  })
  if (problems.length > 0) throw new Refusal(problems.join('\n'))
  return version
}

async function otherVersions() {
  const read = async (file) => JSON.parse(await readFile(file, 'utf8'))
  const folders = (await packageFolders()).filter((folder) => folder !== '.')
  const files = await Promise.all(
    folders.map(async (folder) => [`${folder}/package.json`, (await read(`${folder}/package.json`)).version]),
  )
  return { 'package-lock.json': (await read('package-lock.json')).packages[''].version, ...Object.fromEntries(files) }
}

async function writeNotes(version) {
  const { readChangelog } = await programModules(`export { readChangelog } from './release/changelog.ts'`, 'release')
  const section = readChangelog(await readFile('CHANGELOG.md', 'utf8')).find((one) => one.version === version)
  await writeFile(join(OUT, 'NOTES.md'), `${section.text}\n`)
  return `${section.text.split('\n').length} lines`
}

function build() {
  run('npm', 'run', '--silent', 'build')
  run('node', 'build/package.mjs')
  return 'dist'
}

async function packPackages() {
  const packed = []
  for (const folder of await packageFolders()) packed.push(await packPackage(folder))
  return packed.join('; ')
}

/** Folders of what npm gets: the program, and those next to it that are not private. */
async function packageFolders() {
  const folders = await Promise.all(
    PACKAGES.map(async (folder) => {
      const file = join(folder, 'package.json')
      if (folder === '.') return [folder]
      return existsSync(file) && !JSON.parse(await readFile(file, 'utf8')).private ? [folder] : []
    }),
  )
  return folders.flat()
}

/** npm takes a package's origin for proof only where the package names the repository that it was built in. */
async function packPackage(folder) {
  const file = join(folder, 'package.json')
  const text = await readFile(file, 'utf8')
  const { GITHUB_REPOSITORY, GITHUB_SERVER_URL = 'https://github.com' } = process.env
  const manifest = JSON.parse(text)
  if (GITHUB_REPOSITORY && !manifest.repository) {
    const repository = { type: 'git', url: `git+${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}.git`, directory: folder }
    await writeFile(file, `${JSON.stringify({ ...manifest, repository }, null, 2)}\n`)
  }
  try {
    // What its own scripts print is no JSON.
    const args = ['pack', `./${folder}`, '--json', '--foreground-scripts=false', '--pack-destination', OUT]
    const [{ filename, size, unpackedSize, entryCount }] = JSON.parse(run('npm', ...args))
    return `${filename}, ${entryCount} files, ${megabytes(size)} MB, ${megabytes(unpackedSize)} MB unpacked`
  } finally {
    await writeFile(file, text)
  }
}

/** What `docker build -f deploy/Dockerfile -` reads from standard input: committed files that the Dockerfile may copy. */
async function packContext(version) {
  const lines = (await readFile('.dockerignore', 'utf8')).split('\n')
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const file = `szpalta-${version}-image-context.tar.gz`
  run(
    'git',
    'archive',
    '--format=tar.gz',
    '-o',
    join(OUT, file),
    'HEAD',
    '.dockerignore',
    'deploy/Dockerfile',
    ...allowed,
  )
  return file
}

async function copyBillOfMaterials(version) {
  const file = `szpalta-${version}.cdx.json`
  await copyFile('dist/sbom.cdx.json', join(OUT, file))
  const { components } = JSON.parse(await readFile(join(OUT, file), 'utf8'))
  return `${file}, ${components.length} components`
}

async function writeChecksums() {
  const names = (await readdir(OUT)).sort()
  const lines = await Promise.all(
    names.map(
      async (name) =>
        `${createHash('sha256')
          .update(await readFile(join(OUT, name)))
          .digest('hex')}  ${name}\n`,
    ),
  )
  await writeFile(join(OUT, 'SHA256SUMS'), lines.join(''))
  return `${names.length} files`
}

function megabytes(bytes) {
  return (bytes / 1024 / 1024).toFixed(1)
}

await release().catch((error) => {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`no release: ${error.message}\n`)
  process.exitCode = 1
})
