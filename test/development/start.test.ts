import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { debianProgram } from '../support/debian-program.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

/** `npm start` after its build, in a terminal and without one. */

const SCRIPT = debianProgram('script', 'bsdutils')
const SETTINGS = {
  PATH: process.env.PATH,
  HOST: '127.0.0.1',
  SUBSCRIBERS_FILE: '/dev/null/none',
  PAGE_CACHE_FILE: 'off',
  MEDIA_CACHE_DIR: 'off',
  WARM_UP: '0',
  npm_lifecycle_event: 'start',
}
const INTERRUPT = '\x03'
const SOON = 60_000

interface Run {
  child: ChildProcess
  output(): string
  ended: Promise<number | null>
}

const runs: Run[] = []
afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

function run(program: string, args: string[], variables: Record<string, string> = {}): Run {
  const child = spawn(program, args, { cwd: ROOT, env: { ...SETTINGS, ...variables }, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  const ended = once(child, 'close').then(() => child.exitCode)
  const started = { child, output: () => text.replaceAll('\r', ''), ended }
  runs.push(started)
  return started
}

/** A terminal of its own, as an operator has one. */
const inTerminal = (args: string[], variables?: Record<string, string>): Run =>
  run(SCRIPT ?? 'script', ['-qefc', ['exec node dist/start.js', ...args].join(' '), '/dev/null'], variables)

const piped = (args: string[], variables?: Record<string, string>): Run =>
  run(process.execPath, ['dist/start.js', ...args], variables)

async function says(started: Run, words: string | RegExp): Promise<void> {
  await until(() => started.output().search(words) !== -1 || started.child.exitCode !== null, Boolean, SOON)
  expect(started.output()).toMatch(words)
}

const get = (url: URL, host = url.host): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port: url.port, path: url.pathname + url.search, headers: { host }, agent: false },
      (response) => {
        let text = ''
        response.on('data', (chunk) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      },
    )
    call.on('error', reject)
    call.end()
  })

const urlsIn = (text: string): URL[] => (text.match(/http:\/\/\S+/g) ?? []).map((url) => new URL(url))
const linesOf = (started: Run) => started.output().trim().split('\n')

const describeInTerminal = SCRIPT === undefined ? describe.skip : describe

describeInTerminal('in a terminal', () => {
  test('RUN-11 each URL that it names works, RUN-10 and so do the links between them; Ctrl-C ends it politely', async () => {
    const port = await freePort()
    const started = inTerminal(['--port', String(port)])
    await says(started, 'Ctrl-C ends it')
    expect(started.output()).not.toContain('{"level"')
    const urls = urlsIn(started.output())
    expect(urls.map(({ host }) => host)).toContain(`post.localhost:${port}`)
    expect(urls.length).toBe(7)
    for (const url of urls) expect([url.href, (await get(url)).status]).toEqual([url.href, 200])
    const [front] = urls
    if (!front) throw new Error('no URL')
    const { text } = await get(front)
    const sisters = [...text.matchAll(/href="(http:\/\/[a-z]+\.localhost:\d+\/?)"/g)].map(
      ([, href = '']) => new URL(href),
    )
    expect(new Set(sisters.map(({ host }) => host)).size).toBe(5)
    for (const sister of sisters) expect((await get(sister)).status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="http://localhost:${port}/"`)
    expect(text).not.toContain('szpalta.test')

    started.child.stdin?.write(INTERRUPT)
    expect(await started.ended).toBe(0)
    expect(started.output()).toMatch(/Stopping, once the requests under way have ended/)
    expect(started.output().trimEnd()).toMatch(/Stopped\.$/)
  })

  test('RUN-11 a second Ctrl-C does not wait', async () => {
    const started = inTerminal(['--port', String(await freePort())])
    await says(started, 'Ctrl-C ends it')
    started.child.stdin?.write(INTERRUPT)
    await says(started, 'Ctrl-C again')
    await new Promise((resolve) => setTimeout(resolve, 450))
    started.child.stdin?.write(INTERRUPT)
    const code = await started.ended
    // A fast machine has drained by then.
    expect([0, 130]).toContain(code)
    expect(started.output()).toMatch(/Stopped/)
  })

  test('RUN-11 a taken port is said, with one that is free', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const started = inTerminal(['--port', String(port)])
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain(`Port ${port} is taken`)
    const free = Number(/npm start -- --port (\d+)/.exec(started.output())?.[1])
    expect(free).toBeGreaterThan(port)
    expect(started.output()).not.toContain('{"level"')
    await new Promise((resolve) => other.close(resolve))
  })

  test('RUN-11 with --json it has the log', async () => {
    const started = inTerminal(['--json', '--port', String(await freePort())])
    await says(started, '"msg":"ready"')
    for (const line of linesOf(started)) expect(() => JSON.parse(line)).not.toThrow()
  })
})

describe('without a terminal', () => {
  test('RUN-5 it has JSON lines alone, and RUN-10 its links lead to itself', async () => {
    const port = await freePort()
    const started = piped([], { PORT: String(port) })
    await says(started, '"msg":"ready"')
    for (const line of linesOf(started)) expect(() => JSON.parse(line)).not.toThrow()
    const { text } = await get(new URL(`http://localhost:${port}/`))
    expect(text).toContain(`http://post.localhost:${port}`)
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(0)
  })

  test('RUN-11 a taken port is said with a remedy', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const started = piped(['--port', String(port)])
    expect(await started.ended).toBe(1)
    expect(started.output()).toMatch(/^Port \d+ is taken/)
    await new Promise((resolve) => other.close(resolve))
  })

  test('RUN-11 a port that is no number is said in words', async () => {
    const started = piped([], { PORT: 'abc' })
    expect(await started.ended).toBe(1)
    expect(started.output()).toBe('configuration is not usable:\n  PORT is not a whole number (it is "abc")\n')
  })

  test('an argument that there is not ends it with 2', async () => {
    const started = piped(['--prot', '1'])
    expect(await started.ended).toBe(2)
    expect(started.output()).toMatch(/usage: npm start --/)
  })

  test('RUN-10 with origins of the operator pages and feeds are byte for byte those of the server alone', async () => {
    const origins = { SERVICE_URL_AKADEMIA: 'https://akademia.pl', SERVICE_URL_POST: 'https://post.pl' }
    const texts = async (program: string) => {
      const port = await freePort()
      const started = run(process.execPath, [program], { ...origins, PORT: String(port) })
      await says(started, '"msg":"ready"')
      const paths = [
        '/',
        '/api/feed/feed-gn',
        '/kategoria/edukacja',
        '/2026/04/co-naprawde-przechowuje-portfel',
        '/robots.txt',
      ]
      return Promise.all(paths.map(async (path) => (await get(new URL(`http://localhost:${port}${path}`))).text))
    }
    const [server, start] = [await texts('dist/server.js'), await texts('dist/start.js')]
    expect(server[0]).toContain('https://post.pl')
    expect(server[0]).toContain('https://plus.szpalta.test')
    // Feeds leave contents out while articles are still read (FEED-3).
    const entries = (text = '') => text.match(/<entry><id>.*?<link [^>]*>/g)
    expect(entries(start[1])?.length).toBeGreaterThan(10)
    expect(entries(start[1])).toEqual(entries(server[1]))
    const digests = (texts: string[]) =>
      texts.map((text, index) => (index === 1 ? '' : createHash('sha256').update(text).digest('hex')))
    expect(digests(start)).toEqual(digests(server))
  })
})
