import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import type { OpenFiles } from '../../../src/edge/transport/open-files.ts'
import { createDistributor, type Distributor } from '../../../src/portal/workers/connection-distributor.ts'
import { until } from '../../support/until.ts'

const PLENTY: OpenFiles = { limit: 10_000, used: 20 }

let distributor: Distributor
let clients: Socket[]
let lines: Array<Record<string, unknown>>

/** A distributor that listens, with no worker. */
async function listen(files: OpenFiles): Promise<void> {
  const log: Logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  distributor = createDistributor(log, async () => files)
  distributor.server.listen(0, '127.0.0.1')
  await once(distributor.server, 'listening')
}

function client(): Socket {
  const { port } = distributor.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  clients.push(socket)
  return socket
}

const connections = () =>
  new Promise<number>((resolve, reject) => {
    distributor.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })

beforeEach(() => {
  clients = []
  lines = []
})
afterEach(() => {
  distributor.close()
  for (const socket of clients) socket.destroy()
})

test('OPS-1: a refused client has one second to close, however slowly it continues to send', async () => {
  await listen(PLENTY)
  const socket = client()
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => chunks.push(chunk))
  const drip = setInterval(() => socket.write('x'), 300)
  try {
    await until(
      () => Buffer.concat(chunks).toString(),
      (text) => text.startsWith('HTTP/1.1 503 '),
      8000,
    )
    await until(connections, (count) => count === 0, 2500)
  } finally {
    clearInterval(drip)
  }
})

test('OPS-1: an error of accept is reported, and ends nothing', async () => {
  await listen(PLENTY)
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  distributor.server.emit('error', error)
  expect(lines).toMatchObject([{ level: 50, msg: 'connections cannot be accepted', err: { code: 'EMFILE' } }])
  client()
  await until(connections, (count) => count === 1)
})

test('OPS-1: no more connections wait than there are descriptors', async () => {
  await listen({ limit: 60, used: 34 })
  for (let count = 0; count < 40; count++) client()
  await until(
    () => clients.filter(({ destroyed, readableEnded }) => destroyed || readableEnded).length,
    (count) => count === 30,
  )
  await wait(100)
  expect(await connections()).toBe(10)
  expect(lines[0]).toMatchObject({ level: 40, limit: 60, connections: 10, msg: expect.stringContaining('ulimit -n') })
})
