import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectWithPackage } from '../support/packed.ts'
import { freePort } from '../support/process.ts'
import { until } from '../support/until.ts'

const command = 'node_modules/szpalta/bin/szpalta.mjs'

/** A publisher's project with the program as a package and a site folder next to it. */
let project: string
let child: ChildProcess | undefined
beforeAll(async () => {
  ;({ project } = await projectWithPackage())
  const args = [command, 'site:new', 'gazeta', '--folder', 'gazeta', '--title', 'Stadtblatt', '--language', 'de']
  await promisify(execFile)(process.execPath, args, { cwd: project })
})
afterEach(async () => {
  if (child && child.exitCode === null) {
    child.kill()
    await once(child, 'close')
  }
  child = undefined
})
afterAll(async () => {
  await rm(project, { recursive: true })
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

test('`szpalta demo` serves the English example from the package, and writes nothing here (SITE-13)', async () => {
  const port = await freePort()
  const env = { PATH: process.env.PATH }
  const empty = await mkdtemp(join(tmpdir(), 'empty-'))
  const args = [join(project, command), 'demo', '--port', String(port), '--host', '127.0.0.1']
  child = spawn(process.execPath, args, { cwd: empty, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const home = await until(
    () => fetch(`http://127.0.0.1:${port}/`).catch(() => undefined),
    (response) => response?.status === 200,
  )
  expect(await home?.text()).toContain('The Saltmarsh Courier')
  expect(await readdir(empty)).toEqual([])
  await rm(empty, { recursive: true })
})

test('`szpalta dev` shows what is saved in the site folder after a moment (SITE-13)', async () => {
  const port = await freePort()
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(port) }
  child = spawn(process.execPath, [command, 'dev', '--site', 'gazeta'], { cwd: project, env, stdio: 'pipe' })
  const said: string[] = []
  child.stdout?.on('data', (chunk: Buffer) => void said.push(chunk.toString()))
  const text = async (): Promise<string> =>
    fetch(`http://127.0.0.1:${port}/offline`).then(
      (response) => response.text(),
      () => '',
    )
  await until(
    () => said.join(''),
    (text) => text.includes(`"port":${port},"msg":"ready"`),
  )
  expect(await text()).toContain('Stadtblatt')
  const group = join(project, 'gazeta/group.yaml')
  await writeFile(group, (await readFile(group, 'utf8')).replace(/^name: .*$/m, 'name: Landblatt'))
  await until(text, (page) => page.includes('Landblatt'))
  await until(
    () => said.join(''),
    (lines) => /"file":"gazeta\/group\.yaml",.*"saved and shown"/.test(lines),
  )
})
