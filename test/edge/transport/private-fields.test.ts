import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { sendFast } from '../../../src/edge/transport/private-fields.ts'
import {
  KEEP_ALIVE_TIMEOUT,
  type SendSerialised,
  sendWithNode,
  serialiseResponse,
} from '../../../src/edge/transport/serialised-response.ts'
import { STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES } from '../../../src/edge/transport/strict-transport.ts'
import { ROOT } from '../../support/root.ts'
import { until } from '../../support/until.ts'

/** `writeHead` is the reference: a serialised response must have the same lines and the same body. */
const LIST = [
  'x-content-type-options',
  'nosniff',
  'surrogate-key',
  'post-1 tag-klucz',
  'etag',
  'W/"abc"',
  'content-length',
  '5',
]
const BODY = Buffer.from('żółw'.slice(0, 3))
const LENGTH = String(BODY.length)
const HEADERS = LIST.with(-1, LENGTH)

let server: Server
let listener: RequestListener

beforeEach(async () => {
  server = createServer({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT }, (request, response) => listener(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => server.close())

/** The server's bytes for raw requests: one response for each, or all until the connection ends. */
async function sent(requests: string, body: Buffer | undefined): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(requests)
  const count = requests.split(' HTTP/1.').length - 1
  let responses = ''
  for await (const chunk of socket) {
    responses += (chunk as Buffer).toString('latin1')
    const isWhole = body === undefined || responses.endsWith(`\r\n\r\n${body.toString('latin1')}`)
    if (isWhole && responses.split('\r\n\r\n').length > count) break
  }
  return responses
}

/** Sorted lines without the date, because a serialised response has a page's own lines last. */
function comparable(responses: string): string[] {
  return responses
    .split('\r\n')
    .map((line) => line.replace(/^Date: .*GMT$/, 'Date'))
    .sort()
}

const get = (version = '1.1', more = '') => `GET / HTTP/${version}\r\nHost: a.example\r\n${more}\r\n`

type Case = [string, string, number, Buffer | undefined, RequestListener]
const CASES: Case[] = [
  ['a response', get(), 200, BODY, () => {}],
  ['two pipelined responses', get() + get(), 200, BODY, () => {}],
  ['a response without a body', get(), 304, undefined, () => {}],
  ['a response to HEAD', get().replace('GET', 'HEAD'), 200, undefined, () => {}],
  ['a missing page', get(), 404, BODY, () => {}],
  [
    'a response by https',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.subdomains),
  ],
  [
    'a response by https, strict transport for this host alone',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.host),
  ],
  ['the last response of a connection', get('1.1', 'Connection: close\r\n'), 200, BODY, () => {}],
  [
    'a response while the server drains',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader('connection', 'close'),
  ],
  ['a response of HTTP/1.0', get('1.0'), 200, BODY, () => {}],
  ['a response of HTTP/1.0, kept alive', get('1.0', 'Connection: keep-alive\r\n'), 200, BODY, () => {}],
]
const SENDERS: Array<[string, SendSerialised]> = [
  ['by private fields', sendFast],
  ['by documented means', sendWithNode],
  [
    'by private fields, where Node has another one',
    (serialised, request, response) => {
      Reflect.deleteProperty(response, '_headerSent')
      sendFast(serialised, request, response)
    },
  ],
]

describe.each(SENDERS)('%s', (_setting, send) => {
  test.each(CASES)('OPS-16: %s has the lines of writeHead', async (_name, requests, status, body, prepare) => {
    const serialised = serialiseResponse(status, HEADERS, body)
    listener = (request, response) => {
      prepare(request, response)
      response.writeHead(status, HEADERS)
      response.end(body)
    }
    const wanted = await sent(requests, body)
    listener = (request, response) => {
      prepare(request, response)
      send(serialised, request, response)
    }
    const actual = await sent(requests, body)
    expect(comparable(actual)).toEqual(comparable(wanted))
    expect(actual).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
    expect(actual.split('HTTP/1.1 ')).toHaveLength(requests.split(' HTTP/1.').length)
  })

  test('the connection is kept alive, with the timeout of the server', async () => {
    const serialised = serialiseResponse(200, HEADERS, BODY)
    listener = (request, response) => send(serialised, request, response)
    const reply = await sent(get(), BODY)
    expect(reply).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n')
  })
})

test('OPS-16: a response by private fields skips the checks of Node', async () => {
  const calls = jest.spyOn(ServerResponse.prototype, 'writeHead')
  const serialised = serialiseResponse(200, HEADERS, BODY)
  for (const [, send] of SENDERS) {
    listener = (request, response) => send(serialised, request, response)
    await sent(get(), BODY)
  }
  expect(calls).toHaveBeenCalledTimes(2)
  calls.mockRestore()
})

test('OPS-16: no other file of the server uses private fields of Node', async () => {
  const files = await readdir(join(ROOT, 'src'), { recursive: true })
  const own = join('edge', 'transport', 'private-fields.ts')
  const using: string[] = []
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = await readFile(join(ROOT, 'src', file), 'utf8')
    if (/(?:\w\??\.|\w, '|\[')_(?!embedded\b|fields\b|wpcf7)[a-z]\w*/.test(source)) using.push(file)
  }
  expect(using).toEqual([own])
})

test('the date is current, by http and by https', async () => {
  const serialised = serialiseResponse(200, HEADERS, BODY)
  const dateBy = async (secure: boolean): Promise<string> => {
    listener = (request, response) => {
      if (secure) response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.subdomains)
      sendFast(serialised, request, response)
    }
    const reply = await sent(get(), BODY)
    expect(reply.includes(STRICT_TRANSPORT_HEADER)).toBe(secure)
    return /\r\nDate: (.*)\r\n/.exec(reply)?.[1] ?? ''
  }
  const [byHttps, byHttp] = [await dateBy(true), await dateBy(false)]
  // Either may be the first response of a new second.
  await until(
    () => dateBy(false),
    (date) => date !== byHttp,
  )
  expect(await dateBy(true)).not.toBe(byHttps)
})
