import { connect, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { read } from '../support/readers.ts'

let portal: PortalProcess | undefined
afterEach(() => portal?.stop())

async function start(variables: Record<string, string> = {}): Promise<PortalProcess> {
  portal = await startProcess(variables)
  return portal
}

test('SIGTERM, sent twice, under 50 keep-alive clients loses no request and ends with 0 within 10 s (RUN-4)', async () => {
  const own = await start()
  await own.ready()
  let isAsking = true
  let requests = 0
  const pathOf = (index: number): string | undefined => {
    requests = index
    return isAsking ? '/' : undefined
  }
  const reading = read({ port: own.port, readers: 50, pathOf })
  await wait(500)
  const before = requests
  const toldAt = Date.now()
  own.child.kill('SIGTERM')
  await wait(100)
  own.child.kill('SIGTERM')
  expect(await own.status('/readyz')).toBe(503)
  const code = await own.exit()
  isAsking = false
  const { lost } = await reading
  expect([code, lost]).toEqual([0, []])
  expect(Date.now() - toldAt).toBeLessThan(10_000)
  expect(before).toBeGreaterThan(100)
  expect(own.output).toContain('"msg":"drained"')
})

test('a response under way at SIGTERM is completed, with Connection: close (RUN-4)', async () => {
  const own = await start({ PAGE_CACHE: 'off' })
  await own.ready()
  const response = new Promise<{ connection: string | undefined; length: number }>((resolve, reject) => {
    const socket = connect(own.port, '127.0.0.1')
    // The head comes in two parts, with the signal between them.
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    setTimeout(() => own.child.kill('SIGTERM'), 200)
    setTimeout(() => socket.write('\r\n'), 400)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve({ connection: /^connection: (.*)$/im.exec(text)?.[1]?.trim(), length: text.length }))
    socket.on('error', reject)
  })
  expect((await response).connection).toBe('close')
  expect((await response).length).toBeGreaterThan(10_000)
  expect(await own.exit()).toBe(0)
})

test('a port in use, and unusable settings, end with 1 (RUN-2)', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const address = taken.address()
  const own = await start({ PORT: String(typeof address === 'object' && address ? address.port : 0) })
  expect(await own.exit()).toBe(1)
  expect(own.output).toMatch(/EADDRINUSE/)
  await new Promise((resolve) => taken.close(resolve))
})

test('closing the log’s pipe does not end the server', async () => {
  const own = await start()
  await own.ready()
  own.child.stdout?.destroy()
  for (let tries = 0; tries < 20; tries++) expect(await own.status(`/healthz?${tries}`)).toBe(200)
  expect(own.child.exitCode).toBeNull()
})

test('a request with two hosts is refused', async () => {
  const own = await start()
  await own.ready()
  const line = await new Promise<string>((resolve, reject) => {
    const socket = connect(own.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: akademia.szpalta.test\r\nhost: zly.example\r\n\r\n')
    socket.once('data', (chunk) => {
      resolve(chunk.toString().split('\r\n', 1)[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })
  expect(line).toBe('HTTP/1.1 400 Bad Request')
})

// It mostly waits: the other tests run meanwhile.
test.concurrent('an endless head is cut off within 15 s or little more', async () => {
  const own = await startProcess()
  await own.ready()
  const begun = Date.now()
  await new Promise<void>((resolve) => {
    const socket = connect(own.port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const drip = setInterval(() => socket.write('x-a: b\r\n'), 1000)
    socket.on('data', () => {})
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(drip)
      resolve()
    })
  })
  const took = Date.now() - begun
  await own.stop()
  expect(took).toBeLessThan(18_000)
})
