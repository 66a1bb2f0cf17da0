import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { createEdge } from '../../../src/edge/page-cache/edge.ts'
import { createFairQueue, type FairQueue } from '../../../src/edge/page-cache/fair-queue.ts'
import { createPageCache } from '../../../src/edge/page-cache/page-cache.ts'
import { limitPipelining } from '../../../src/edge/transport/pipelining-limit.ts'
import { createLog } from '../../../src/observability/log/log.ts'
import { ROUTES } from '../../../src/portal/routes.ts'
import { createServiceLookup } from '../../../src/services/registry.ts'
import { createServices } from '../../support/customer-site.ts'
import { plainEdge } from '../../support/edge.ts'
import { until } from '../../support/until.ts'

const log = createLog({ level: 'silent', secrets: [] })

let server: Server
let port: number

async function serve(listener: RequestListener): Promise<void> {
  server = createServer(limitPipelining(listener, log))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
}
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const post = (path: string): string => `POST ${path} HTTP/1.1\r\nHost: a.example\r\nContent-Length: 0\r\n\r\n`
const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n\r\n`

function sendAhead(requests: string): Socket {
  const socket = connect(port, '127.0.0.1', () => void socket.write(requests))
  socket.on('error', () => {})
  return socket
}

/** Leaves all responses open, and records which are closed. */
async function holding(): Promise<{ held: ServerResponse[]; closed: string[] }> {
  const held: ServerResponse[] = []
  const closed: string[] = []
  await serve((request, response) => {
    held.push(response)
    response.on('close', () => closed.push(`${request.url}`))
  })
  return { held, closed }
}

const PATHS = Array.from({ length: 40 }, (_, n) => `/${n}`)

test('when a client disconnects, all its queued responses are closed, each once (COST-58)', async () => {
  const { held, closed } = await holding()
  const socket = sendAhead(PATHS.map(get).join(''))
  await until(
    () => held.length,
    (count) => count === 40,
  )
  // The next response then has the connection.
  held[0]?.end('x')
  await until(
    () => closed.length,
    (count) => count === 1,
  )
  socket.destroy()
  await until(
    () => closed.length,
    (count) => count >= 40,
  )
  expect(held.every(({ destroyed }) => destroyed)).toBe(true)
  // Later writes have no effect, and emit no second close.
  for (const response of held.slice(1)) {
    response.flushHeaders()
    response.end()
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(closed.toSorted()).toEqual(PATHS.toSorted())
})

test('responses sent in order are closed once each', async () => {
  const { held, closed } = await holding()
  const socket = sendAhead(PATHS.map(get).join(''))
  await until(
    () => held.length,
    (count) => count === 40,
  )
  for (const response of held.toReversed()) response.end('x')
  await until(
    () => closed.length,
    (count) => count >= 40,
  )
  socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(closed).toEqual(PATHS)
})

/** An application behind the page cache that never responds to `/slow`. */
async function edge(turns: FairQueue): Promise<void> {
  await serve(
    createEdge({
      ...plainEdge(),
      routes: ROUTES,
      app(request, response) {
        if (request.url === '/slow') return
        setTimeout(() => response.end('x'), 20)
      },
      cache: createPageCache(1_000_000, () => performance.now()),
      serviceOf: createServiceLookup(createServices(), 'akademia'),
      onError: () => {},
      turns,
    }),
  )
}

test('a client that pipelines requests and disconnects frees its turns in the fair queue (COST-59)', async () => {
  const turns = createFairQueue()
  await edge(turns)
  // Eight lists of one client run at a time; the others wait.
  const socket = sendAhead(get('/slow') + post('/sitemap.xml').repeat(40))
  await until(
    () => turns.waiting,
    (waiting) => waiting >= 30,
  )
  socket.destroy()
  await until(
    () => turns.waiting,
    (waiting) => waiting === 0,
    1500,
  )
  const { status } = await fetch(`http://127.0.0.1:${port}/sitemap.xml`, { method: 'POST' })
  expect(status).toBe(200)
})
