import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)
const manifest = z.object({ name: z.string(), private: z.boolean().optional() })
const LONG = { maxBuffer: 64 * 1024 * 1024 }

/** A clone of what is committed, with the packages of this one. */
let clone: string
let version: string
/** Names of what npm gets. */
let packages: string[]
let printed: string
const out = (...path: string[]): string => join(clone, 'release/out', ...path)
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'release-'))
  await run('git', ['clone', '--quiet', ROOT, clone])
  const [from, to] = [join(ROOT, 'node_modules'), join(clone, 'node_modules')]
  // Files are linked where both folders are on one file system.
  await run('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true, force: true })
    await run('cp', ['-a', from, to])
  })
  await rm(join(to, '.cache'), { recursive: true, force: true })
  const manifests = await Promise.all(
    ['package.json', 'create-szpalta/package.json', 'newsroom/package.json'].map((file) =>
      readFile(join(clone, file), 'utf8').then(
        (text) => [manifest.parse(JSON.parse(text))],
        () => [],
      ),
    ),
  )
  packages = manifests.flat().flatMap(({ name, private: isPrivate }) => (isPrivate && name !== 'szpalta' ? [] : [name]))
  version = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(clone, 'package.json'), 'utf8'))).version
  printed = (await run('node', ['release/release.mjs'], { cwd: clone, ...LONG })).stdout
}, 600_000)
afterAll(() => rm(clone, { recursive: true, force: true }))

test('REL-12 it makes package, context of the image, bill of materials, notes and checksums, and leaves the tree clean', async () => {
  process.stderr.write(`\n${printed.replaceAll(/^/gm, '  ')}\n`)
  expect((await readdir(out())).sort()).toEqual(
    [
      'NOTES.md',
      'SHA256SUMS',
      `szpalta-${version}-image-context.tar.gz`,
      `szpalta-${version}.cdx.json`,
      ...packages.map((name) => `${name}-${version}.tgz`),
    ].sort(),
  )
  await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: out() })
  expect(await readFile(out('NOTES.md'), 'utf8')).toMatch(/^### Added$/m)
  expect((await run('git', ['status', '--porcelain'], { cwd: clone })).stdout).toBe('')
})

test('REL-12 the package has the bill of materials next to the notices, and starts as this version', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'released-'))
  try {
    await run('tar', ['-xzf', out(`szpalta-${version}.tgz`), '-C', folder])
    const own = join(folder, 'package')
    expect(await readFile(join(own, 'dist/sbom.cdx.json'), 'utf8')).toBe(
      await readFile(out(`szpalta-${version}.cdx.json`), 'utf8'),
    )
    expect(await readFile(join(own, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('Permission')
    await symlink(join(ROOT, 'node_modules'), join(own, 'node_modules'))
    const portal = await startProcess({ SITE_DIR: join(own, 'sites/courier') }, { root: own })
    await portal.listening()
    expect((await portal.ask('/version')).text).toContain(`"${version}"`)
    await portal.stop()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('REL-12 the context has what the Dockerfile copies, as committed, and no test', async () => {
  const { stdout } = await run('tar', ['-tzf', out(`szpalta-${version}-image-context.tar.gz`)], LONG)
  const files = stdout.split('\n')
  const dockerfile = await readFile(join(ROOT, 'deploy/Dockerfile'), 'utf8')
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))
  expect(copied).toContain('package-lock.json')
  for (const path of copied.filter((one) => one !== '.'))
    expect([path, files.some((file) => file === path || file.startsWith(`${path}/`))]).toEqual([path, true])
  expect(files).toEqual(expect.arrayContaining(['.dockerignore', 'deploy/Dockerfile', 'src/server.ts']))
  expect(files.filter((file) => /^(?:test|bench|docs|node_modules|dist)\//.test(file))).toEqual([])
})

test('REL-12 a tree that is not clean is no release', async () => {
  const file = join(clone, 'src/server.ts')
  const before = await readFile(file, 'utf8')
  await writeFile(file, `${before}// More.\n`)
  const failed = await run('node', ['release/release.mjs'], { cwd: clone }).catch((error: unknown) => error)
  await writeFile(file, before)
  expect(failed).toMatchObject({ code: 1, stderr: 'no release: the tree is not clean:\nM src/server.ts\n' })
})
