import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })).min(1)

/** A publisher's project with the program as a package and a site folder next to it. */
let project: string
let contents: string[]
let child: ChildProcess | undefined
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'package-'))
  const written = execFileSync('npm', ['pack', '--json', '--pack-destination', project], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  const [archive] = packed.parse(JSON.parse(written))
  contents = archive?.files.map(({ path }) => path) ?? []
  execFileSync('tar', ['-xzf', join(project, archive?.filename ?? ''), '-C', project])
  await mkdir(join(project, 'node_modules'))
  await rename(join(project, 'package'), join(project, 'node_modules/szpalta'))
  // Where npm would have installed them.
  for (const name of ['sharp', '@photostructure', '@img', 'detect-libc', 'semver', 'node-gyp-build', 'color']) {
    await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name)).catch(() => {})
  }
  await mkdir(join(project, 'gazeta/services'), { recursive: true })
  await writeFile(
    join(project, 'gazeta/group.yaml'),
    'version: 1\nlanguage: de\ntimeZone: Europe/Berlin\nname: Stadtblatt\ndefaultService: stadt\nservices: [stadt]\n',
  )
  await writeFile(
    join(project, 'gazeta/services/stadt.yaml'),
    'title: Stadtblatt\ncolours: { accent: "#8a1c1c", accentOnDark: "#ff9d9d" }\nseo: { title: Stadtblatt, description: Aus der Stadt. }\n',
  )
})
afterAll(async () => {
  if (child && child.exitCode === null) {
    child.kill()
    await once(child, 'close')
  }
  await rm(project, { recursive: true })
})

const command = 'node_modules/szpalta/bin/szpalta.mjs'

test('the package has what runs, and neither sources nor tests (SITE-13)', () => {
  expect(contents).toEqual(
    expect.arrayContaining(['bin/szpalta.mjs', 'dist/server.js', 'schemas/service.json', 'LICENSE']),
  )
  expect(contents.filter((path) => /^(?:src|test|bench|views|node_modules)\//.test(path))).toEqual([])
})

test('`szpalta start --site` serves the folder, and keeps its files where it was called (SITE-13)', async () => {
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) }
  child = spawn(process.execPath, [command, 'start', '--site', './gazeta'], { cwd: project, env, stdio: 'pipe' })
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => void errors.push(chunk.toString()))
  const offline = await until(
    () => fetch(`http://127.0.0.1:${port}/offline`).catch(() => undefined),
    (response) => response?.status === 200,
  )
  expect(await offline?.text()).toContain('Stadtblatt')
  const subscription = await fetch(`http://127.0.0.1:${port}/api/sare/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@b.example', consent: true }),
  })
  expect(subscription.status).toBe(200)
  await access(join(project, 'data/subscribers.sqlite'))
  expect(errors.join('')).toBe('')
})

test.each([[[]], [['fly']], [['start', '--site']]])('`szpalta %j` says how it is used', (args) => {
  expect(() => execFileSync(process.execPath, [command, ...args], { cwd: project, stdio: 'pipe' })).toThrow(
    /usage: szpalta/,
  )
})
