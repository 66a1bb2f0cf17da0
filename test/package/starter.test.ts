import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pack } from '../support/packed.ts'
import { freePort } from '../support/process.ts'
import { startRegistry } from '../support/registry-server.ts'
import { until } from '../support/until.ts'
import { startWordPress } from '../support/wordpress-server.ts'

const run = promisify(execFile)
const NAME = 'gazeta'

let folder: string
let project: string
let env: NodeJS.ProcessEnv
let close: () => Promise<unknown>
let wordpress: Awaited<ReturnType<typeof startWordPress>>
let child: ChildProcess | undefined
let startedAt: number

/** As a new user does it, in an empty folder: `npm create szpalta gazeta -- --wordpress …`, with both packages as they are packed. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'starter-'))
  project = join(folder, NAME)
  const registry = await startRegistry()
  wordpress = await wordPressWithPost()
  close = () => Promise.all([registry.close(), wordpress.close()])
  env = { PATH: process.env.PATH, HOME: folder, npm_config_registry: registry.url, npm_config_update_notifier: 'false' }
  const [program, starter] = [await pack('.', folder), await pack('create-szpalta', folder)]
  await run('tar', ['-xzf', starter.archive, '-C', folder])
  startedAt = performance.now()
  const args = [NAME, '--wordpress', wordpress.url, '--program', `file:${program.archive}`]
  const { stdout } = await run(process.execPath, ['package/index.mjs', ...args], { cwd: folder, env })
  expect(stdout).toContain(`${NAME} is ready. Next:\n  cd ${NAME}\n  npm start\n`)
}, 300_000)
afterEach(async () => {
  if (child?.pid !== undefined && child.exitCode === null) {
    const ended = once(child, 'close')
    // npm and the portal.
    process.kill(-child.pid, 'SIGKILL')
    await ended
  }
  child = undefined
})
afterAll(async () => {
  await close()
  await rm(folder, { recursive: true, force: true })
})

async function wordPressWithPost() {
  const server = await startWordPress()
  const date = '2026-11-01T10:00:00'
  const post = {
    ...{ id: 1, slug: 'ferry', status: 'publish', type: 'post', link: `${server.url}/2026/11/ferry/`, author: 1 },
    ...{ date, date_gmt: date, modified_gmt: date, title: { rendered: 'A ferry' } },
    excerpt: { rendered: '<p>A lead.</p>', protected: false },
    content: { rendered: '<p>It sails.</p>', protected: false },
  }
  server.on('/wp-json/', {
    json: { name: 'Harbour', description: 'News', home: server.url, namespaces: ['wp/v2'] },
  })
  server.on('/wp-json/wp/v2/posts', ({ query }) => ({ json: query.get('sticky') === 'true' ? [] : [post] }))
  server.on('/wp-json/wp/v2/categories', { json: [{ id: 5, name: 'Boats', slug: 'boats' }] })
  return server
}

/** Starts a script of the project, and resolves once it is ready. */
async function start(args: readonly string[]): Promise<(path: string) => Promise<Response>> {
  const port = await freePort()
  child = spawn('npm', args, {
    cwd: project,
    env: { ...env, HOST: '127.0.0.1', PORT: String(port), CMS_POLL_SECONDS: '0' },
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  await until(
    () =>
      ask('/readyz').then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 200,
    60_000,
  )
  return ask
}

test('SITE-21 two commands lead from nothing to a portal in front of a WordPress, with its extension compiled', async () => {
  const ask = await start(['start'])
  const home = await ask('/')
  const seconds = (performance.now() - startedAt) / 1000
  process.stderr.write(`\n  from nothing to a page in front of a WordPress: 2 commands, ${seconds.toFixed(1)} s\n\n`)
  expect(home.status).toBe(200)
  expect(await home.text()).toContain('<title>Harbour – News</title>')
  expect((await ask('/2026/11/ferry')).status).toBe(200)
  expect(seconds).toBeLessThan(180)
  await access(join(project, 'site/.extension/extension.mjs'))
  // What it writes lies in the project, and not in the package.
  expect(await readdir(join(project, 'data'))).not.toEqual([])
  expect(await readdir(join(project, 'node_modules/szpalta'))).not.toContain('data')
})

test('SITE-21 its test of the extension passes, and fails when the block breaks', async () => {
  await run('npm', ['test'], { cwd: project, env })
  const block = join(project, 'site/extension/fact-box.tsx')
  const written = await readFile(block, 'utf8')
  await writeFile(block, written.replace('<strong>{title}</strong>', ''))
  await expect(run('npm', ['test'], { cwd: project, env })).rejects.toMatchObject({
    stdout: expect.stringContaining('the fact box has its title'),
  })
  await writeFile(block, written.replace('feed:', 'food:'))
  const { stdout, stderr } = await run('npx', ['szpalta', 'build'], { cwd: project, env }).catch((error) => error)
  expect(`${stdout}${stderr}`).toMatch(/extension\/fact-box\.tsx:\d+:\d+: /)
  await writeFile(block, written)
}, 180_000)

test('SITE-21 its files name commands and folders that are there, and its versions are the program’s', async () => {
  const { scripts, devDependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'))
  const readme = await readFile(join(project, 'README.md'), 'utf8')
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|dev|doctor|build)\b/g)].map(([, name]) => name)
  expect(named.filter((name) => name === undefined || !Object.hasOwn(scripts, name))).toEqual([])
  for (const path of [
    'Dockerfile',
    '.github/workflows/ci.yml',
    '.gitignore',
    '.dockerignore',
    'test/fact-box.test.mjs',
  ]) {
    expect(await readFile(join(project, path), 'utf8')).not.toContain('{{')
  }
  const own = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8')).devDependencies
  expect(Object.entries(devDependencies).filter(([name, version]) => own[name] !== version)).toEqual([])
})

test('SITE-21 without compilers the compiled extension is used, and an existing folder is left alone', async () => {
  await run('npx', ['szpalta', 'build'], { cwd: project, env })
  for (const name of ['esbuild', 'typescript']) {
    await rm(join(project, 'node_modules', name), { recursive: true })
  }
  const said = await run('npx', ['szpalta', 'build'], { cwd: project, env })
  expect(said.stdout).toContain('compiled already')
  await rm(join(project, 'site/.extension'), { recursive: true })
  const refused: unknown = await run('npx', ['szpalta', 'build'], { cwd: project, env }).catch((error) => error.stderr)
  expect(refused).toContain('npm install --save-dev esbuild typescript @types/react')
  const again = run(process.execPath, ['package/index.mjs', NAME], { cwd: folder, env })
  await expect(again).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') })
  const nameless = run(process.execPath, ['package/index.mjs'], { cwd: folder, env })
  await expect(nameless).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('name a folder') })
})
