import { once } from 'node:events'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { createHttpServer } from '../../src/edge/transport/server.ts'
import { createLog } from '../../src/observability/log/log.ts'
import { pipeline } from '../support/pipeline.ts'
import { rawRequest } from '../support/raw-request.ts'
import { until } from '../support/until.ts'

const log = createLog({ level: 'silent', secrets: [] })

let server: Server
let port: number
let listener: RequestListener
let paths: string[]

beforeEach(async () => {
  paths = []
  server = createHttpServer(
    (request, response) => {
      paths.push(request.url ?? '')
      listener(request, response)
    },
    { scope: 'subdomains', trusts: () => false, disbelieve: () => {}, log },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const text = (response: ServerResponse): void => void response.setHeader('content-length', 4).end(Buffer.from('mowa'))
const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: a.example\r\n${more}\r\n`

/** Everything that the server sends until it closes the connection. */
async function everythingUntilTheEnd(requests: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  // The server may close by a reset.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => void socket.on('close', resolve))
  let responses = ''
  socket.on('data', (chunk) => {
    responses += chunk
  })
  socket.write(requests)
  await closed
  return responses
}

test('a connection beyond the pipelining limit is closed, and others are not', async () => {
  listener = (request, response) => {
    if (request.url !== '/slow') text(response)
  }
  expect(await everythingUntilTheEnd(get('/slow') + get('/next').repeat(2000))).toBe('')
  expect(paths.length).toBeLessThan(70)
  const { text: responses } = await rawRequest(port, get('/quick') + get('/quick', 'Connection: close\r\n'))
  expect(responses.split('HTTP/1.1 200')).toHaveLength(3)
})

test('a client that pipelines a few requests repeatedly receives every response', async () => {
  listener = (_request, response) => void setImmediate(() => text(response))
  expect(await pipeline({ port, count: 3000, pathOf: () => '/', connections: 2, depth: 60 })).toEqual({ 200: 3000 })
})

test('100 Continue precedes its own response, and never interrupts a pipelined one', async () => {
  const held: ServerResponse[] = []
  listener = (_request, response) => void held.push(response)
  const expecting = 'Expect: 100-continue\r\n'
  const answered = rawRequest(port, get('/1') + get('/2', expecting))
  await until(
    () => held.length,
    (count) => count === 2,
  )
  held.forEach(text)
  const { text: responses } = await answered
  expect(responses).toMatch(/^HTTP\/1.1 200 OK\r\n.*\r\n\r\nmowaHTTP\/1.1 200 OK\r\n.*\r\n\r\nmowa$/s)
  expect(responses).not.toContain('Continue')
  const alone = rawRequest(port, get('/4', `${expecting}Connection: close\r\n`))
  await until(
    () => held.length,
    (count) => count === 3,
  )
  held.slice(2).forEach(text)
  expect((await alone).text).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK\r\n/)
})

test('CONNECT, or an unknown expectation, is never answered in place of an earlier pipelined request', async () => {
  listener = () => {}
  const tunnel = 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'
  expect(await everythingUntilTheEnd(get('/slow') + tunnel)).toBe('')
  expect(await everythingUntilTheEnd(get('/slow') + get('/', 'Expect: x\r\n').repeat(2000))).toBe('')
  expect((await rawRequest(port, tunnel)).status).toBe(405)
})
