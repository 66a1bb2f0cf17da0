import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createFairQueue } from '../../../src/edge/page-cache/fair-queue.ts'
import { createHttpServer } from '../../../src/edge/transport/server.ts'
import { createLog } from '../../../src/observability/log/log.ts'
import { nextTurn } from '../../../src/system/steps.ts'

const log = createLog({ level: 'silent', secrets: [] })
const WAITING = 20

const createServer = () =>
  createHttpServer((_request, response) => void response.end(), {
    scope: 'subdomains',
    trusts: () => false,
    disbelieve: () => {},
    log,
  })

/**
 * How many of the readers that connect during a slice of work are accepted when `work` goes on. The event loop itself accepts
 * one in each of its turns.
 */
async function acceptedBefore(work: () => Promise<unknown>): Promise<number> {
  let accepted = 0
  const server = createServer()
  server.on('connection', () => {
    accepted += 1
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Work begins, and readers connect meanwhile.
  await nextTurn()
  const sockets: Socket[] = Array.from({ length: WAITING }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await work()
  const before = accepted
  for (const socket of sockets) socket.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return before
}

test('a slice of work waits for the connections that wait (COST-57)', async () => {
  expect(await acceptedBefore(nextTurn)).toBe(WAITING)
})

test('and so does the next request that needs work (COST-57)', async () => {
  const queue = createFairQueue()
  const begun = await acceptedBefore(async () => {
    await queue.take('page', 'one')
    await queue.take('page', 'another')
  })
  expect(begun).toBe(WAITING)
})

test('a client that only connects does not stop the work', async () => {
  const server = createServer()
  let isOver = false
  // A connection in every turn.
  const keepConnecting = (): void => {
    server.emit(
      'connection',
      connect(9, '127.0.0.1').on('error', () => {}),
    )
    if (!isOver) setImmediate(keepConnecting)
  }
  keepConnecting()
  await nextTurn()
  isOver = true
  server.closeAllConnections()
})
