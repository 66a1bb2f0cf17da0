import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { ROOT } from '../support/root.ts'

const run = promisify(execFile)

const MEGABYTE = 1024 * 1024
const MOST_PACKAGES = 390
const MOST_BYTES = 260 * MEGABYTE

const names = z.record(z.string(), z.string()).default({})
const lockedPackage = z.object({
  version: z.string().optional(),
  optional: z.boolean().optional(),
  resolved: z.string().optional(),
  dependencies: names,
  devDependencies: names,
  optionalDependencies: names,
  peerDependencies: names,
})
const lockFile = z.object({ packages: z.record(z.string(), lockedPackage) })

const readLock = async () =>
  lockFile.parse(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))).packages

/** Folders of the packages that `npm ci` installs on this machine: those that the project's own package leads to. */
async function packagesOfBuild(): Promise<string[]> {
  const packages = await readLock()
  const folders = new Set([''])
  for (const folder of folders) {
    const locked = packages[folder]
    if (locked === undefined) throw new Error(`the lock file has no ${folder}`)
    const own = folder === '' ? locked.devDependencies : {}
    const wanted = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies, ...own }
    for (const name of Object.keys(wanted)) {
      const path = resolved(Object.keys(packages), folder, name)
      // Those of other platforms, and what a package only knows how to use.
      if (path !== undefined && existsSync(join(ROOT, path))) folders.add(path)
    }
  }
  return [...folders].filter((folder) => folder !== '')
}

/** As Node looks for a package: in the folder's own `node_modules`, then in those above. */
function resolved(paths: readonly string[], from: string, name: string): string | undefined {
  const path = join(from, 'node_modules', name)
  if (paths.includes(path)) return path
  return from === '' ? undefined : resolved(paths, from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ''), name)
}

/** On the disk, without packages that lie within. */
async function bytesOf(path: string): Promise<number> {
  const entry = await lstat(path)
  if (!entry.isDirectory()) return entry.blocks * 512
  const inside = (await readdir(path)).filter((name) => name !== 'node_modules')
  return (await Promise.all(inside.map((name) => bytesOf(join(path, name))))).reduce((sum, bytes) => sum + bytes, 0)
}

test('DEP-36 npm ci brings what builds and runs, in few packages', async () => {
  const folders = await packagesOfBuild()
  const sizes = await Promise.all(folders.map((folder) => bytesOf(join(ROOT, folder))))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  process.stderr.write(`\n  npm ci: ${folders.length} packages, ${(bytes / MEGABYTE).toFixed(1)} MB\n\n`)
  expect(folders).toEqual(expect.arrayContaining(['node_modules/esbuild', 'node_modules/react', 'node_modules/sharp']))
  expect(folders.filter((folder) => /\/(?:jest|jsdom|playwright-core|knip)$/.test(folder))).toEqual([])
  expect(folders.length).toBeLessThanOrEqual(MOST_PACKAGES)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(await readFile(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^workspaces=false$/m)
})

describe('the packages of tests', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'installation-'))
    for (const path of ['test', 'node_modules', 'bin']) await mkdir(join(folder, path))
    await cp(join(ROOT, 'test/packages.mjs'), join(folder, 'test/packages.mjs'))
    await cp(join(ROOT, 'package-lock.json'), join(folder, 'package-lock.json'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  /** In npm's place, for a while: it notes what it was called with, and what is installed then. */
  const installs = async (status: number, packages?: object) => {
    const program = join(folder, 'bin/npm')
    if (packages !== undefined) await writeFile(join(folder, 'new.json'), JSON.stringify({ packages }))
    const note = packages === undefined ? '' : 'cp new.json node_modules/.package-lock.json'
    await writeFile(program, `#!/bin/sh\necho "$@" >> ${join(folder, 'calls')}\nsleep 0.3\n${note}\nexit ${status}\n`)
    await chmod(program, 0o755)
  }
  /** As npm does after an installation. */
  const installed = (packages: object) =>
    writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  const environment = () => ({ ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` })
  const install = async (path = 'test/packages.mjs') => {
    const { stderr } = await run(process.execPath, [path], { cwd: folder, env: environment() })
    return {
      lines: stderr.split('\n').filter(Boolean),
      calls: await readFile(join(folder, 'calls'), 'utf8').catch(() => ''),
    }
  }

  test('DEP-36 they are installed where they are missing or have another version, which one line says', async () => {
    const packages = await readLock()
    await installs(0, packages)
    const { lines, calls } = await install()
    expect(lines).toEqual([expect.stringMatching(/^installing what tests need, packages: \d{3,4} \(npm install /)])
    expect(calls).toMatch(/^install --workspaces .*--no-save/)

    const name = 'node_modules/jest'
    await installed({ ...packages, [name]: { ...packages[name], version: '1.0.0' } })
    expect((await install()).lines[0]).toMatch(/packages: 1 /)
  })

  test('DEP-36 nothing is called where they are there, whatever other platforms need', async () => {
    const packages = Object.entries(await readLock()).filter(([, { optional }]) => !optional)
    await installed(Object.fromEntries(packages))
    expect(await install()).toEqual({ lines: [], calls: '' })
  })

  test('DEP-36 of two commands at once one installs, and both go on; a lock whose owner has ended is no obstacle', async () => {
    await installs(0, await readLock())
    const lock = join(folder, 'node_modules/.cache/packages-of-tests.lock')
    await mkdir(lock, { recursive: true })
    const { stdout: ended } = await run(process.execPath, ['-p', 'process.pid'])
    await writeFile(join(lock, 'pid'), ended.trim())
    const both = await Promise.all([install(), install()])
    expect(both.flatMap(({ lines }) => lines).filter((line) => line.startsWith('installing'))).toHaveLength(1)
    expect((await install()).calls.trim().split('\n')).toHaveLength(1)
    expect(await readdir(join(folder, 'node_modules/.cache'))).toEqual([])
  })

  test('DEP-36 a command waits for the one that installs', async () => {
    await installs(0, await readLock())
    const lock = join(folder, 'node_modules/.cache/packages-of-tests.lock')
    await mkdir(lock, { recursive: true })
    await writeFile(join(lock, 'pid'), String(process.pid))
    const waiting = spawn(process.execPath, ['test/packages.mjs'], { cwd: folder, env: environment() })
    const [line] = await once(waiting.stderr, 'data')
    expect(String(line)).toBe(`another command installs what tests need (process ${process.pid}); waiting\n`)
    await installed(await readLock())
    await rm(lock, { recursive: true })
    expect(await once(waiting, 'close')).toEqual([0, null])
    expect(await install()).toEqual({ lines: [], calls: '' })
  })

  test('DEP-36 they are installed through a symbolic link, too', async () => {
    await installs(0, await readLock())
    await symlink(join(folder, 'test'), join(folder, 'linked'))
    expect((await install('linked/packages.mjs')).calls).not.toBe('')
  })

  test('DEP-36 what npm leaves out is named', async () => {
    const { 'node_modules/jest': jest, ...others } = await readLock()
    await installs(0, others)
    await expect(install()).rejects.toThrow(`npm has installed without: jest ${jest?.version}`)
  })

  test('DEP-36 an installation that fails ends the command', async () => {
    await installs(1)
    await expect(install()).rejects.toThrow(/npm could not install the packages that tests need/)
  })
})
