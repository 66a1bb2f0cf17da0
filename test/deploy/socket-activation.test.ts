import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Server } from 'node:net'
import { inheritedSocket, socketProblem } from '../../src/edge/transport/settings.ts'
import { debianProgram } from '../support/debian-program.ts'
import { freePort } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

const activator = debianProgram('systemd-socket-activate', 'systemd')
const OWN_SETTINGS = { HOST: '127.0.0.1', SUBSCRIBERS_FILE: '/dev/null/none', PAGE_CACHE_FILE: 'off' }

interface Started {
  child: ChildProcess
  output(): string
  /** Processes that have logged that they are ready. */
  ready(): number[]
  exit(): Promise<number | null>
}

const running: Started[] = []
const sockets: Server[] = []
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL')
    await exit()
  }
  for (const socket of sockets.splice(0)) socket.close()
})

function watch(child: ChildProcess): Started {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk
    })
  }
  const ended = once(child, 'close')
  const started: Started = {
    child,
    output: () => text,
    ready: () =>
      text
        .split('\n')
        .filter((line) => line.includes('"msg":"ready"'))
        .map((line) => Number(JSON.parse(line).pid ?? child.pid)),
    exit: async () => {
      await ended
      return child.exitCode
    },
  }
  running.push(started)
  return started
}

/** A listening socket. A child process gets a copy; `release` it then, or connections arrive here. */
async function openSocket(): Promise<{ socket: Server; port: number }> {
  const socket = createServer()
  sockets.push(socket)
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
  const address = socket.address()
  return { socket, port: typeof address === 'object' && address ? address.port : 0 }
}

/**
 * Starts the built portal as systemd does: the socket is descriptor 3, and the variables name the process by its
 * number. The process begins when its input ends; until then it only holds the socket.
 */
function prepare(socket: Server | number, variables: Record<string, string> = {}): Started {
  const handle = typeof socket === 'number' ? socket : Reflect.get(socket, '_handle')
  return watch(
    spawn('sh', ['-c', `read line; LISTEN_PID=\${OTHER_PID:-$$} exec node dist/server.js`], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, LISTEN_FDS: '1', ...OWN_SETTINGS, PORT: '1', ...variables },
      stdio: ['pipe', 'pipe', 'pipe', handle],
    }),
  )
}

function start(socket: Server | number, variables: Record<string, string> = {}): Started {
  const prepared = prepare(socket, variables)
  if (typeof socket !== 'number') release(socket)
  prepared.child.stdin?.end()
  return prepared
}

function release(socket: Server): void {
  sockets.splice(sockets.indexOf(socket), 1)
  socket.close()
}

const ask = (port: number, path = '/'): Promise<number> =>
  new Promise((resolve, reject) => {
    const call = request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', reject)
    call.end()
  })
const areReady = (portal: Started, count: number) =>
  until(
    async () => portal.ready(),
    (pids) => pids.length >= count,
    20_000,
  )

test('DEP-12 the portal listens on the socket that it inherits, and on no other', async () => {
  const { socket, port } = await openSocket()
  const portal = start(socket)
  expect(await ask(port)).toBe(200)
  expect(portal.output()).toContain(`"port":${port},`)
  await expect(ask(1)).rejects.toThrow('ECONNREFUSED')
})

test('DEP-12 a client that connects between two releases is served by the next one', async () => {
  const { socket, port } = await openSocket()
  const next = prepare(socket)
  const first = start(socket)
  expect(await ask(port)).toBe(200)
  first.child.kill('SIGTERM')
  expect(await first.exit()).toBe(0)
  const waiting = Promise.all([ask(port), ask(port, '/readyz')])
  next.child.stdin?.end()
  expect(await waiting).toEqual([200, expect.any(Number)])
})

test('DEP-12 workers share the socket, which outlives the death of them all', async () => {
  const { socket, port } = await openSocket()
  const portal = start(socket, { WEB_CONCURRENCY: '2' })
  await areReady(portal, 2)
  expect(await ask(port)).toBe(200)
  const pids = [...new Set(portal.ready())]
  expect(pids).toHaveLength(2)
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  expect(await ask(port)).toBe(200)
  await areReady(portal, 4)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
  expect(portal.output()).not.toContain('could not start')
})

test('DEP-12 sockets of another process are not used', async () => {
  const { socket, port } = await openSocket()
  const own = await freePort()
  const portal = prepare(socket, { OTHER_PID: '1', PORT: String(own) })
  portal.child.stdin?.end()
  await areReady(portal, 1)
  expect(portal.output()).toContain(`"port":${own},`)
  expect(await ask(own)).toBe(200)
  release(socket)
  const unanswered = await Promise.race([ask(port), new Promise((resolve) => setTimeout(resolve, 500, 'nobody'))])
  expect(unanswered).toBe('nobody')
})

test('DEP-12 two sockets, or one that is not TCP, end the start with the reason', async () => {
  const { socket } = await openSocket()
  const two = start(socket, { LISTEN_FDS: '2' })
  expect(await two.exit()).toBe(1)
  expect(two.output()).toContain('LISTEN_FDS must be 1: leave one ListenStream= in the socket unit (it is "2")')
  const file = openSync('/dev/null', 'r')
  const none = start(file)
  closeSync(file)
  expect(await none.exit()).toBe(1)
  expect(none.output()).toContain('could not start')
})

test('DEP-12 the variables are accepted for this process only', () => {
  expect(inheritedSocket({}, 7)).toBeUndefined()
  expect(inheritedSocket({ LISTEN_PID: '7', LISTEN_FDS: '0' }, 7)).toBeUndefined()
  expect(inheritedSocket({ LISTEN_PID: '8', LISTEN_FDS: '1' }, 7)).toBeUndefined()
  expect(inheritedSocket({ LISTEN_PID: '7', LISTEN_FDS: '1' }, 7)).toBe(3)
  expect(socketProblem({ LISTEN_PID: '8', LISTEN_FDS: '2' }, 7)).toBeUndefined()
  expect(socketProblem({ LISTEN_PID: '7', LISTEN_FDS: 'x' }, 7)).toContain('LISTEN_FDS must be 1')
})

const testWithSystemd = activator === undefined ? test.skip : test
testWithSystemd('DEP-12 systemd’s own program starts it with the first connection', async () => {
  const port = await freePort()
  const variables = Object.entries({ ...OWN_SETTINGS, WEB_CONCURRENCY: '2' }).map(
    ([name, value]) => `-E${name}=${value}`,
  )
  const listen = ['-l', `127.0.0.1:${port}`, ...variables, process.execPath, 'dist/server.js']
  const portal = watch(spawn(activator ?? '', listen, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] }))
  await until(
    async () => portal.output(),
    (text) => text.includes('Listening on'),
    10_000,
  )
  expect(await ask(port)).toBe(200)
  expect(portal.output()).toContain(`"port":${port},`)
  portal.child.kill('SIGTERM')
  expect(await portal.exit()).toBe(0)
})
