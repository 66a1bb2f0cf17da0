import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, lstat, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const MEGABYTE = 1024 * 1024
const MOST_BYTES = 120 * MEGABYTE

const lockFile = z.object({
  packages: z.record(
    z.string(),
    // A link is the workspace of the tests.
    z.object({ dev: z.boolean().optional(), license: z.string().optional(), link: z.boolean().optional() }),
  ),
})
const packageFile = z.object({ dependencies: z.record(z.string(), z.string()) })

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(join(ROOT, path), 'utf8'))

/** Folders of the packages that `npm ci --omit=dev` installs on this machine, relative to the project's. */
async function productionPackages(): Promise<string[]> {
  const { packages } = lockFile.parse(await readJson('package-lock.json'))
  const names = Object.entries(packages).flatMap(([name, { dev, link }]) =>
    name === '' || dev === true || link === true ? [] : [name],
  )
  const installed = await Promise.all(
    names.map((name) =>
      lstat(join(ROOT, name)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return names.filter((_, index) => installed[index])
}

async function bytesOf(path: string): Promise<number> {
  const entry = await lstat(path)
  if (!entry.isDirectory()) return entry.blocks * 512
  const names = await readdir(path)
  return (await Promise.all(names.map((name) => bytesOf(join(path, name))))).reduce((sum, bytes) => sum + bytes, 0)
}

describe('production packages', () => {
  let folder: string
  let child: ChildProcess | undefined
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'production-'))
    for (const name of ['dist', 'build', 'package.json', 'esbuild.config.mjs']) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true })
    }
    for (const name of ['newsroom', 'public', 'sites']) await symlink(join(ROOT, name), join(folder, name))
    for (const name of await productionPackages()) await cp(join(ROOT, name), join(folder, name), { recursive: true })
  })
  afterEach(async () => {
    if (child?.pid !== undefined && child.exitCode === null) {
      const ended = once(child, 'close')
      // Including npm's own children.
      process.kill(-child.pid, 'SIGKILL')
      await ended
    }
    child = undefined
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const start = async (command: string, args: string[]): Promise<number> => {
    const port = await freePort()
    const env = { PATH: process.env.PATH, HOME: folder, HOST: '127.0.0.1', PORT: String(port) }
    child = spawn(command, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true })
    await until(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      (status) => status === 200,
      15_000,
    )
    return port
  }

  test('DEP-5 the packages of production take at most 120 MB', async () => {
    const bytes = await bytesOf(join(folder, 'node_modules'))
    process.stderr.write(`\n  production packages: ${(bytes / MEGABYTE).toFixed(1)} MB\n\n`)
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
    expect(bytes).toBeGreaterThan(MEGABYTE)
  })

  test('DEP-5 the build starts with them, renders, resizes images and stores subscribers', async () => {
    const port = await start('node', ['dist/server.js'])
    const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init)
    const page = await ask('/')
    expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true])
    const [image] = await imagePaths()
    expect((await ask(image ?? '')).headers.get('content-type')).toBe('image/webp')
    const added = await ask('/api/sare/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jan@example.com', consent: true }),
    })
    expect(added.status).toBe(200)
    expect((await readdir(join(folder, 'data'))).filter((name) => name.startsWith('subscribers'))).not.toEqual([])
  })

  test('DEP-5 npm start starts the existing build without the build tools', async () => {
    const port = await start('npm', ['start'])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  })

  test('DEP-5 a package is either built in or a production package', async () => {
    const { dependencies } = packageFile.parse(await readJson('package.json'))
    const programs = (await readdir(join(ROOT, 'dist'), { recursive: true })).filter(
      (name) => name.endsWith('.js') && !/^(?:assets|worker)/.test(name),
    )
    const texts = await Promise.all(programs.map((name) => readFile(join(ROOT, 'dist', name), 'utf8')))
    const imported = texts.flatMap((text) =>
      [...text.matchAll(/\bimport\s*(?:[\w*{}\s,$]+from\s*)?\(?\s*"((?:@[\w.-]+\/)?[a-z][\w.-]*)"/g)].map(
        ([, name = '']) => name,
      ),
    )
    const builtIn = new Set((await import('node:module')).builtinModules)
    const outside = [...new Set(imported)].filter((name) => !builtIn.has(name)).sort()
    // Only a project with an extension has them (docs/decisions/160).
    const compilers = ['esbuild', 'typescript']
    expect(outside.filter((name) => !compilers.includes(name))).toEqual(Object.keys(dependencies).sort())
    expect(outside).toEqual(expect.arrayContaining(compilers))
  })
})

/** Paths of the newsroom's images. */
async function imagePaths(): Promise<string[]> {
  const names = await readdir(join(ROOT, 'newsroom/images'), { recursive: true })
  return names.flatMap((name) => {
    const stem = /^(\d{4}\/\d{2}\/[a-z0-9-]+)\.\w+$/.exec(name)?.[1]
    return stem === undefined ? [] : [`/media/${stem}.webp`]
  })
}

describe('third-party licences', () => {
  test('DEP-7 the build names every package in it, with its licence', async () => {
    const notices = await readFile(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
    const maps = (await readdir(join(ROOT, 'dist'), { recursive: true })).filter((name) => name.endsWith('.js.map'))
    const sources = await Promise.all(
      maps.map(
        async (name) => z.object({ sources: z.array(z.string()) }).parse(await readJson(`dist/${name}`)).sources,
      ),
    )
    const names = sources.flat().flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    expect(names.length).toBeGreaterThan(100)
    // Part of a file of tldts, and named by its own source map.
    const missing = [...new Set(names)].filter((name) => name !== 'tldts-core' && !notices.includes(`\n${name} `))
    expect(missing).toEqual([])
    expect(notices).not.toMatch(/\((?:[^)]* )?(?:A?GPL|LGPL)/)
    expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  })

  test('DEP-7 production packages have licences that a server may ship; a library that is loaded may be LGPL', async () => {
    const { packages } = lockFile.parse(await readJson('package-lock.json'))
    const installed = new Set(await productionPackages())
    const licences = Object.entries(packages).filter(([name]) => installed.has(name))
    const strict = licences.filter(([name]) => !/@img\/sharp-(?:libvips|wasm32|win32)/.test(name))
    expect(strict.filter(([, { license }]) => /GPL/.test(license ?? 'GPL'))).toEqual([])
    const libraries = licences.filter(([name]) => name.includes('@img/sharp-libvips'))
    expect(libraries.filter(([, { license }]) => license !== 'LGPL-3.0-or-later')).toEqual([])
  })
})
