import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { KEEP_ALIVE_TIMEOUT } from '../../src/transport/keep-alive.ts'
import { sendSerialised, serialiseResponse } from '../../src/transport/serialised-response.ts'
import { STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES } from '../../src/transport/strict-transport.ts'
import { until } from '../support/until.ts'

/** Node's own way to send a response is the judge: a ready one must have the same lines, and the same body. */
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

/** What the server sends for raw requests: until there are as many responses, or the connection ends. */
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

/** Lines in one order, since a ready response has a page's own last; dates of neighbouring seconds are alike. */
function comparable(responses: string): string[] {
  return responses
    .split('\r\n')
    .map((line) => line.replace(/^Date: .*GMT$/, 'Date'))
    .sort()
}

const get = (version = '1.1', more = '') => `GET / HTTP/${version}\r\nHost: a.example\r\n${more}\r\n`

test.each<[string, string, number, Buffer | undefined, RequestListener]>([
  ['an answer', get(), 200, BODY, () => {}],
  ['two answers to requests that came at once', get() + get(), 200, BODY, () => {}],
  ['an answer without a body', get(), 304, undefined, () => {}],
  ['an answer to HEAD', get().replace('GET', 'HEAD'), 200, undefined, () => {}],
  ['a missing page', get(), 404, BODY, () => {}],
  [
    'an answer by https',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.subdomains),
  ],
  [
    'one that binds this host alone',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.host),
  ],
  ['the last answer of a connection', get('1.1', 'Connection: close\r\n'), 200, BODY, () => {}],
  [
    'an answer while the server drains',
    get(),
    200,
    BODY,
    (_request, response) => response.setHeader('connection', 'close'),
  ],
  ['an answer in the old version', get('1.0'), 200, BODY, () => {}],
  ['an old one that is kept alive', get('1.0', 'Connection: keep-alive\r\n'), 200, BODY, () => {}],
])('%s is the same, whether it was ready or not', async (_name, requests, status, body, before) => {
  const ready = serialiseResponse(status, HEADERS, body)
  listener = (request, response) => {
    before(request, response)
    response.writeHead(status, HEADERS)
    response.end(body)
  }
  const wanted = await sent(requests, body)
  listener = (request, response) => {
    before(request, response)
    sendSerialised(ready, request, response)
  }
  const actual = await sent(requests, body)
  expect(comparable(actual)).toEqual(comparable(wanted))
  expect(actual).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/)
  expect(actual.split('HTTP/1.1 ')).toHaveLength(requests.split(' HTTP/1.').length)
})

test('the connection is kept for the next request, and asked for no more than a server says', async () => {
  const ready = serialiseResponse(200, HEADERS, BODY)
  listener = (request, response) => sendSerialised(ready, request, response)
  const reply = await sent(get(), BODY)
  expect(reply).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n')
})

test.each([
  ['a line feed', 'x-a', 'a\r\nset-cookie: b'],
  ['a letter that no header can hold', 'x-a', 'ł'],
  ['a name with a space', 'x a', 'a'],
])('a response with %s is refused', (_what, name, value) => {
  expect(() => serialiseResponse(200, [name, value])).toThrow(/header/i)
})

test('what is another in each response is not among the lines that responses share', () => {
  const { common, bytes } = serialiseResponse(200, [
    'x-a',
    'b',
    'server-timing',
    'cache;desc=miss;dur=1.2',
    'etag',
    '"c"',
  ])
  expect(common.text).toBe('HTTP/1.1 200 OK\r\nx-a: b\r\n')
  expect(bytes.toString('latin1')).toBe('server-timing: cache;desc=miss;dur=1.2\r\netag: "c"\r\n\r\n')
})

test('the date is the one of the moment, by http and by https', async () => {
  const ready = serialiseResponse(200, HEADERS, BODY)
  const dateBy = async (secure: boolean): Promise<string> => {
    listener = (request, response) => {
      if (secure) response.setHeader(STRICT_TRANSPORT_HEADER, STRICT_TRANSPORT_POLICIES.subdomains)
      sendSerialised(ready, request, response)
    }
    const reply = await sent(get(), BODY)
    expect(reply.includes(STRICT_TRANSPORT_HEADER)).toBe(secure)
    return /\r\nDate: (.*)\r\n/.exec(reply)?.[1] ?? ''
  }
  const [byHttps, byHttp] = [await dateBy(true), await dateBy(false)]
  // Either may be the first one of a second.
  await until(
    () => dateBy(false),
    (date) => date !== byHttp,
  )
  expect(await dateBy(true)).not.toBe(byHttps)
})
