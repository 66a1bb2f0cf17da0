import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ROOT } from '../support/portal.ts'

let child: ChildProcess | undefined
let port: number
let output: string
afterEach(() => {
  child?.kill('SIGKILL')
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The built portal as a process of its own, as an operator starts it. */
async function start(variables: Record<string, string> = {}): Promise<ChildProcess> {
  port = Number(variables.PORT ?? (await freePort()))
  output = ''
  const own = spawn('node', ['dist/server.js'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      SUBSCRIBERS_FILE: '/dev/null/none',
      ...variables,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  own.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child = own
  return own
}

const status = (path: string) =>
  new Promise<number>((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', reject)
  })

async function ready(): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await status('/readyz').catch(() => 0)) === 200) return
    await wait(50)
  }
  throw new Error(`not ready: ${output}`)
}

const exitOf = async (own: ChildProcess): Promise<number | null> => {
  if (own.exitCode !== null) return own.exitCode
  const [code] = (await once(own, 'exit')) as [number | null]
  return code
}

test('SIGTERM, sent twice, under 50 keep-alive clients loses no request and ends with 0 within 10 s', async () => {
  const own = await start()
  await ready()
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  let answered = 0
  const lost: string[] = []
  let isAsking = true
  const client = async (): Promise<void> => {
    while (isAsking) {
      const failure = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
        const call = request({ port, host: '127.0.0.1', path: '/', agent }, (response) => {
          response.resume()
          response.on('end', () => {
            answered += 1
            resolve(undefined)
          })
          response.on('error', resolve)
        })
        call.on('error', resolve)
        call.end()
      })
      // Nobody listens any more: not a request that was lost.
      if (failure?.code === 'ECONNREFUSED') return
      if (failure) lost.push(failure.code ?? failure.message)
    }
  }
  const clients = Array.from({ length: 50 }, client)
  await wait(500)
  const before = answered
  const asked = Date.now()
  own.kill('SIGTERM')
  await wait(100)
  own.kill('SIGTERM')
  expect(await status('/readyz')).toBe(503)
  const code = await exitOf(own)
  isAsking = false
  await Promise.all(clients)
  agent.destroy()
  expect([code, lost]).toEqual([0, []])
  expect(Date.now() - asked).toBeLessThan(10_000)
  expect(before).toBeGreaterThan(50)
  expect(output).toContain('"msg":"drained"')
}, 30_000)

test('an answer under way when SIGTERM comes is finished, with Connection: close', async () => {
  const own = await start({ PAGE_CACHE: 'off' })
  await ready()
  const answer = new Promise<{ connection: string | undefined; length: number }>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    // The head comes in two parts, the signal between them.
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    setTimeout(() => own.kill('SIGTERM'), 200)
    setTimeout(() => socket.write('\r\n'), 400)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve({ connection: /^connection: (.*)$/im.exec(text)?.[1]?.trim(), length: text.length }))
    socket.on('error', reject)
  })
  expect((await answer).connection).toBe('close')
  expect((await answer).length).toBeGreaterThan(10_000)
  expect(await exitOf(own)).toBe(0)
}, 30_000)

test('a port that is taken, and settings that cannot be used, end with 1', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const own = await start({ PORT: String(typeof address === 'object' && address ? address.port : 0) })
  expect(await exitOf(own)).toBe(1)
  expect(output).toMatch(/EADDRINUSE/)
  await new Promise((resolve) => taken.close(resolve))
}, 30_000)

test('a reader of the log that goes away does not end the server', async () => {
  const own = await start()
  await ready()
  own.stdout?.destroy()
  for (let tries = 0; tries < 20; tries++) expect(await status(`/healthz?${tries}`)).toBe(200)
  expect(own.exitCode).toBeNull()
}, 30_000)

test('a request that names two hosts is refused', async () => {
  await start()
  await ready()
  const line = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: akademia.szpalta.test\r\nhost: zly.example\r\n\r\n')
    socket.once('data', (chunk) => {
      resolve(chunk.toString().split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
  expect(line).toBe('HTTP/1.1 400 Bad Request')
}, 30_000)

test('a head that never ends is cut off within 15 s or little more', async () => {
  await start()
  await ready()
  const begun = Date.now()
  await new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 1000)
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve()
    })
  })
  expect(Date.now() - begun).toBeLessThan(18_000)
}, 30_000)
