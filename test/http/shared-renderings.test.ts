import { once } from 'node:events'
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEdge } from '../../src/edge/page-cache/edge.ts'
import { createFairQueue } from '../../src/edge/page-cache/fair-queue.ts'
import { createPageCache } from '../../src/edge/page-cache/page-cache.ts'
import { allowCaching } from '../../src/edge/page-cache/policy.ts'
import { PAGE_LIFETIMES } from '../../src/http/cache-lifetimes.ts'
import { createAccessLog } from '../../src/observability/log/access-log.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { ROUTES } from '../../src/portal/routes.ts'
import { createServiceLookup } from '../../src/services/registry.ts'
import type { CachePolicy } from '../../src/system/cache-headers.ts'
import { createServices } from '../support/customer-site.ts'
import { plainEdge } from '../support/edge.ts'
import { until } from '../support/until.ts'

const PAGE_POLICY: CachePolicy = PAGE_LIFETIMES.article.policy

const GREEDY = '192.0.2.66'
const agent = new Agent({ maxSockets: 1000 })

let server: Server
let port: number
let clock: number
let turns: ReturnType<typeof createFairQueue>
let rendered: string[]
let lines: Array<Record<string, unknown>>

beforeEach(async () => {
  clock = 1_000_000
  turns = createFairQueue()
  rendered = []
  lines = []
  const log = createLog({ level: 'info', secrets: [] }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const access = createAccessLog({ lines: 'misses', hits: 0 }, log)
  server = createServer(
    createEdge({
      ...plainEdge(),
      app,
      routes: ROUTES,
      cache: createPageCache(4_000_000, () => clock),
      serviceOf: createServiceLookup(createServices(), 'akademia'),
      onError: () => {},
      now: () => clock,
      // The test chooses the client.
      trusts: (_clientAddress, hop) => hop < 1,
      turns,
      ...(access && { access }),
    }),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Fails at one path; responds to all others after a delay. */
const app: RequestListener = (request, response) => {
  const { url = '' } = request
  rendered.push(url)
  if (url === '/fails') throw new Error('as asked for')
  allowCaching(response, PAGE_POLICY)
  setTimeout(() => response.end('x'), 100)
}

/** @returns the status */
function ask(path: string, client: string, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ agent, port, path, method, headers: { 'x-forwarded-for': client } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    }).on('error', reject)
  })
}

/** Uses up the turns of a client: its next request waits. */
async function busy(client: string): Promise<void> {
  for (let n = 0; n < 64; n++) await turns.take('page', client)
}

const timesOf = (path: string): number => rendered.filter((url) => url === path).length

test('a page that is queued for a busy client is rendered for other clients all the same, and only once (COST-58)', async () => {
  await busy(GREEDY)
  const greedy = ask('/popular', GREEDY)
  await until(
    () => turns.waiting,
    (waiting) => waiting === 1,
  )
  const readers = Array.from({ length: 20 }, (_, n) => ask('/popular', `198.51.100.${n}`))
  expect(await Promise.all(readers)).toEqual(readers.map(() => 200))
  expect(await greedy).toBe(503)
  expect(timesOf('/popular')).toBe(1)
})

test('a background refresh does not queue behind any client (COST-58)', async () => {
  expect(await ask('/popular', '198.51.100.1')).toBe(200)
  clock += 61_000
  await busy(GREEDY)
  expect(await ask('/popular', GREEDY)).toBe(200)
  await until(
    () => timesOf('/popular'),
    (times) => times === 2,
    1500,
  )
})

test.each([
  ['GET', '/fails', 500, 'miss'],
  ['GET', '/page', 503, 'miss'],
  ['POST', '/page', 503, 'none'],
])('%s %s, which the application does not answer, has one line of %s (OBS-20)', async (method, path, status, cache) => {
  if (status === 503) await busy(GREEDY)
  expect(await ask(path, GREEDY, method)).toBe(status)
  await until(
    () => lines.length,
    (count) => count > 0,
  )
  expect(lines).toMatchObject([{ msg: 'request', method, path, status, cache, service: 'akademia' }])
  expect(lines[0]?.requestId).toBeDefined()
})
