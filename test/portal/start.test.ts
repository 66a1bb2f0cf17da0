import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { freePort, type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

/** What a first response may load; the application is four times that. */
const MAX_LIGHT_BYTES = 450_000
/** Bytes and files of the program that a first article needs of a process with nothing kept; packages that are read late count too. */
const MAX_LOADED = { bytes: 2_205_000, files: 44 }
/** V8's own limit is 32 MB, which it reaches within a third of a second. Bytes, both halves. */
const MAX_NEW_SPACE = 16 * 1024 * 1024
const ARTICLE = '/2026/10/oszustwo-krypto-gdzie-zglosic'

let folder: string
let portal: PortalProcess | undefined
let broken: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-'))
})
afterEach(async () => {
  await portal?.stop()
  portal = undefined
  broken?.kill('SIGTERM')
  broken = undefined
  await rm(folder, { recursive: true, force: true })
})

/** A built file and everything that it imports statically, by path. */
async function withImports(file: string, files = new Map<string, string>()): Promise<Map<string, string>> {
  if (files.has(file)) return files
  const module = await readFile(file, 'utf8')
  // A large chunk is a script with a module (build/code-cache.mjs).
  const script = module.includes('const __c=evaluate(') ? await readFile(file.replace(/\.js$/, '.cjs'), 'utf8') : ''
  const text = module + script
  files.set(file, text)
  for (const [, name = ''] of module.matchAll(/(?:^|[;\n])(?:import|export)(?:[^;"'()]*?from)?"(\.[^"]+)"/g)) {
    await withImports(resolve(dirname(file), name), files)
  }
  return files
}

test('the code that serves persisted pages is small, and contains no rendering (PERF-5)', async () => {
  const light = [...(await withImports(join(ROOT, 'dist/server.js'))).values()].join('\n')
  expect(light.length).toBeLessThan(MAX_LIGHT_BYTES)
  expect(light).toContain('pages cannot be kept')
  const chunk = /import\("\.\/(?:chunks\/server\/)?(application-\w+\.js)"\)/.exec(light)?.[1]
  const behind = [...(await withImports(join(ROOT, 'dist/chunks/server', String(chunk)))).values()].join('\n')
  for (const heavy of ['react-dom/', 'node_modules/express/', 'node_modules/prom-client/']) {
    expect([heavy, light.includes(heavy), behind.includes(heavy)]).toEqual([heavy, false, true])
  }
})

test('a first article with nothing kept loads a part of the program, in few files (PERF-5)', async () => {
  portal = await startProcess({ NODE_V8_COVERAGE: folder })
  await portal.ready()
  expect(await portal.status(ARTICLE)).toBe(200)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  const [report = ''] = await readdir(folder)
  const urls = (await readFile(join(folder, report), 'utf8')).match(/(?<="url":")file:[^"]+/g) ?? []
  const loaded = await Promise.all(urls.map(async (url) => ({ url, bytes: (await stat(new URL(url))).size })))
  const bytes = loaded.reduce((sum, file) => sum + file.bytes, 0)
  process.stdout.write(`  ${bytes} bytes of program in ${loaded.length} files before the first article\n`)
  expect(loaded.length).toBeGreaterThan(5)
  expect(loaded.length).toBeLessThanOrEqual(MAX_LOADED.files)
  expect(bytes).toBeLessThan(MAX_LOADED.bytes)
  expect(urls.filter((url) => /sharp|body-parser|open-telemetry|prismjs|tldts|yaml/.test(url))).toEqual([])
})

test('the server is ASCII: one other character makes V8 store a whole chunk at two bytes a character (PERF-5)', async () => {
  const chunks = (await readdir(join(ROOT, 'dist/chunks/server'), { recursive: true })).filter((name) =>
    /\.c?js$/.test(name),
  )
  expect(chunks.length).toBeGreaterThan(5)
  for (const path of ['server.js', ...chunks.map((name) => `chunks/server/${name}`)]) {
    const bytes = await readFile(join(ROOT, 'dist', path))
    expect([path, bytes.some((byte) => byte > 127)]).toEqual([path, false])
  }
})

/** Resolves with the final status of a response; 0: the port is closed, or the response was cut off. */
const statusOf = (port: number, path: string): Promise<number> =>
  new Promise((resolve) => {
    const call = request({ port, host: '127.0.0.1', path, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    call.on('error', () => resolve(0))
    call.end()
  })

test.each([
  ['nothing is kept', 'off'],
  ['pages are kept', 'pages.bin'],
])('SIGTERM at the moment of listening, when %s, ends with 0 and loses no request', async (_what, name) => {
  const file = name === 'off' ? name : join(folder, name)
  if (file !== 'off') {
    const first = await startProcess({ PAGE_CACHE_FILE: file })
    await first.ready()
    expect(await first.status(ARTICLE)).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.exit()).toBe(0)
  }
  portal = await startProcess({ PAGE_CACHE_FILE: file })
  const own = portal
  // The first accepted request needs the application, which is loading.
  const waiting = (async () => {
    for (;;) {
      const status = await statusOf(own.port, `/2026/11/multisig-dwa-z-trzech?${Math.random()}`)
      if (status !== 0) return status
    }
  })()
  await until(() => own.output.includes('"msg":"listening"'), Boolean)
  own.child.kill('SIGTERM')
  expect(await waiting).toBe(200)
  expect(await own.exit()).toBe(0)
  expect(own.output).toContain('"msg":"drained"')
})

test('a persisted page is the first response, and is refreshed soon after', async () => {
  const file = join(folder, 'pages.bin')
  const first = await startProcess({ PAGE_CACHE_FILE: file })
  await first.ready()
  const { text } = await first.ask(ARTICLE)
  first.child.kill('SIGTERM')
  expect(await first.exit()).toBe(0)
  portal = await startProcess({ PAGE_CACHE_FILE: file })
  const own = portal
  const reply = await until(
    () => own.ask(ARTICLE).catch(() => undefined),
    (value) => value !== undefined,
  )
  expect([reply?.status, reply?.headers['x-cache'], reply?.text === text]).toEqual([200, 'stale', true])
  await until(
    async () => (await own.ask(ARTICLE)).headers['x-cache'],
    (kind) => kind === 'hit',
  )
})

test('workers read the same file, and leave an intact one', async () => {
  const file = join(folder, 'pages.bin')
  for (const kind of ['miss', 'stale']) {
    const own = await startProcess({ PAGE_CACHE_FILE: file, WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' })
    portal = own
    await until(
      () => own.lines().filter(({ msg }) => msg === 'ready').length,
      (count) => count === 2,
      20_000,
    )
    expect((await own.ask(ARTICLE)).headers['x-cache']).toBe(kind)
    own.child.kill('SIGTERM')
    expect(await own.exit()).toBe(0)
    expect(own.lines().filter(({ level }) => Number(level) >= 40)).toEqual([])
  }
})

test.each(['1', '2'])(
  'a build without its pages’ parts ends with 1 and says so (WEB_CONCURRENCY=%s)',
  async (workers) => {
    for (const name of ['dist', 'newsroom', 'public', 'sites', 'package.json']) {
      await cp(join(ROOT, name), join(folder, name), { recursive: true })
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await rm(join(folder, 'dist/assets.json'))
    const child = spawn('node', ['dist/server.js'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: String(await freePort()), WEB_CONCURRENCY: workers },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    broken = child
    let written = ''
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk
    })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(written).toMatch(/"msg":"could not start"/)
    expect(written).toContain('assets.json')
  },
)

test('under load the space for new objects grows to two times 4 MB, or to twice that and no further', async () => {
  const token = 'token-testowy'
  portal = await startProcess({ PAGE_CACHE: 'off', METRICS_TOKEN: token })
  const { port, ask } = portal
  await portal.ready()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const newSpace = async (): Promise<number> => {
    const { text } = await ask('/metrics', { headers: { authorization: `Bearer ${token}` } })
    return Number(/^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)/m.exec(text)?.[1])
  }
  for (let round = 0; round < 3; round += 1) {
    await Promise.all(Array.from({ length: 1000 }, () => ask(ARTICLE, { port, agent })))
    expect(await newSpace()).toBeLessThanOrEqual(MAX_NEW_SPACE)
  }
  expect(await newSpace()).toBeGreaterThanOrEqual(MAX_NEW_SPACE / 2)
  agent.destroy()
})

test('a folder that takes no compiled code changes nothing, and is not complained of', async () => {
  for (const name of ['dist', 'newsroom', 'public', 'sites', 'package.json']) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true })
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await rm(join(folder, 'dist/compiled'), { recursive: true, force: true })
  // Even root cannot make a folder of it.
  await writeFile(join(folder, 'dist/compiled'), '')
  portal = await startProcess({ LOG_LEVEL: 'info' }, { root: folder })
  await portal.ready()
  expect(await portal.status(ARTICLE)).toBe(200)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  expect([portal.complaints, portal.lines().filter(({ level }) => Number(level) >= 40)]).toEqual(['', []])
})
