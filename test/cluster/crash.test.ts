import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { crashAll, started } from '../support/workers.ts'

/** From the crash of all workers to the first response, where a worker starts within 0.4 s. Milliseconds. */
const FIRST_RESPONSE = 1000
/** A busy machine starts workers more slowly: the limit allows for this many starts in a row. */
const STARTS = 2.5

let portal: PortalProcess | undefined
/** Duration of the first start of all workers. Milliseconds. */
let startTime: number
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await portal?.stop()
  portal = undefined
})

async function start(workers: number, preload?: string): Promise<PortalProcess> {
  const since = performance.now()
  portal = await startProcess({ WEB_CONCURRENCY: String(workers) }, preload === undefined ? {} : { preload })
  await started(portal, workers)
  startTime = performance.now() - since
  return portal
}

const limit = (): number => Math.max(FIRST_RESPONSE, startTime * STARTS)
const say = (words: string): void =>
  void process.stderr.write(`  ${words}; all started within ${Math.round(startTime)} ms\n`)

/** Requests repeatedly, each time on a new connection, until there is a response. */
async function firstResponse(own: PortalProcess): Promise<{ ms: number; refused: number }> {
  const since = performance.now()
  for (let refused = 0; ; refused++) {
    const status = await own.status('/').catch(() => 0)
    if (status === 200) return { ms: performance.now() - since, refused }
    if (performance.now() - since > 30_000) throw new Error('no response within 30 s')
    await wait(5)
  }
}

test.each([2, 4])(
  'OPS-1, OPS-2: %i workers that are killed at the same time are replaced within a second, and no connection is refused meanwhile',
  async (workers) => {
    const own = await start(workers)
    await crashAll(own, 'SIGKILL')
    // Requests under way at the moment of the crash are lost.
    await until(
      () => own.lines().filter(({ msg }) => msg === 'worker died').length,
      (died) => died === workers,
    )
    const { ms, refused } = await firstResponse(own)
    say(`${workers} workers killed: first answer after ${Math.round(ms)} ms, ${refused} refused`)
    expect(refused).toBe(0)
    expect(ms).toBeLessThan(limit())
  },
)

/** From the sixth death on, workers wait for as long as they ever do (src/portal/workers/restarts.ts). */
const ROUNDS = 5

test('OPS-2: so are workers that have been killed repeatedly before', async () => {
  const own = await start(2)
  for (let round = 1; round <= ROUNDS; round++) {
    await crashAll(own, 'SIGKILL')
    await firstResponse(own)
  }
  await started(own, 2)
  await crashAll(own, 'SIGKILL')
  const { ms } = await firstResponse(own)
  say(`killed once more: first answer after ${Math.round(ms)} ms`)
  expect(ms).toBeLessThan(limit())
})

test('OPS-2: after an uncaught error in all of them, workers are replaced immediately, and still answer their readers', async () => {
  const own = await start(2, 'uncaught-on-signal.mjs')
  // Readers in the middle of a request: the old workers wait for the rest of it.
  const slow = Array.from({ length: 4 }, () => connect(own.port, '127.0.0.1'))
  sockets.push(...slow)
  const responses: string[] = slow.map(() => '')
  for (const [index, socket] of slow.entries()) {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      responses[index] = `${responses[index]}${chunk}`
    })
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n')
  }
  await wait(200)
  await crashAll(own, 'SIGUSR2')
  await wait(50)
  const since = performance.now()
  let refused = 0
  let slowest = 0
  while (performance.now() - since < 4000) {
    const { ms, ...rest } = await firstResponse(own)
    refused += rest.refused
    slowest = Math.max(slowest, ms)
  }
  for (const socket of slow) socket.write('\r\n')
  await until(
    () => responses,
    (responses) => responses.every((text) => text.startsWith('HTTP/1.1 200 ')),
  )
  say(`an uncaught error in all: slowest answer ${Math.round(slowest)} ms, ${refused} refused`)
  expect(refused).toBe(0)
  expect(slowest).toBeLessThan(limit())
})
