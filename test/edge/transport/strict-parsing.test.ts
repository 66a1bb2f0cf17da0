import { connect } from 'node:net'
import { startTestPortal, type TestPortal } from '../../support/portal.ts'
import { rawRequest } from '../../support/raw-request.ts'

const HOST = 'akademia.localhost'
/** Requested only by a request that is hidden in another one. */
const HIDDEN = '/przemycone'
const SMUGGLED = `GET ${HIDDEN} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`
const COLD = '/nie-ma-takiej'

let portal: TestPortal

const head = (lines: readonly string[], target = '/', line = `GET ${target} HTTP/1.1`): string =>
  [line, `Host: ${HOST}`, ...lines, '', ''].join('\r\n')

/** Statuses of all responses on the connection. */
async function statuses(bytes: string): Promise<number[]> {
  const { text } = await rawRequest(portal.port, bytes)
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
}

const wasSmuggled = (): boolean => portal.logs.some(({ path }) => path === HIDDEN)
beforeEach(() => portal.logs.splice(0))

type Attack = [name: string, status: number, bytes: (target: string) => string]

/** Requests that two servers could read differently: nothing after them may be read. */
const REFUSED: Attack[] = [
  ['SEC-3: an unknown transfer coding', 400, (to) => head(['Transfer-Encoding: xchunked'], to)],
  [
    'SEC-3: an unknown transfer coding and a length',
    400,
    (to) => head(['Transfer-Encoding: xchunked', 'Content-Length: 0'], to),
  ],
  ['SEC-3: a quoted transfer coding', 400, (to) => head(['Transfer-Encoding: "chunked"'], to)],
  ['SEC-3: a transfer coding with a parameter', 400, (to) => head(['Transfer-Encoding: chunked;a=b'], to)],
  ['SEC-3: an empty transfer coding', 400, (to) => head(['Transfer-Encoding:'], to)],
  ['SEC-3: identity', 400, (to) => head(['Transfer-Encoding: identity'], to)],
  ['SEC-3: chunks that are not the last coding', 400, (to) => `${head(['Transfer-Encoding: chunked, identity'], to)}`],
  ['SEC-3: chunks within chunks', 400, (to) => head(['Transfer-Encoding: chunked, chunked'], to)],
  [
    'SEC-3: chunks within chunks, in two lines',
    400,
    (to) => head(['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'], to),
  ],
  ['SEC-3: chunks, and then something', 400, (to) => head(['Transfer-Encoding: chunked', 'Transfer-Encoding: x'], to)],
  ['SEC-3: something in chunks', 501, (to) => head(['Transfer-Encoding: gzip, chunked'], to)],
  [
    'SEC-3: something in chunks, in two lines',
    501,
    (to) => head(['Transfer-Encoding: identity', 'transfer-encoding: Chunked'], to),
  ],
  [
    'SEC-3: chunks in a version that has none',
    400,
    (to) => head(['Transfer-Encoding: chunked', 'Connection: keep-alive'], to, `GET ${to} HTTP/1.0`),
  ],
  ['SEC-5: TE with an unknown coding', 400, (to) => head(['TE: xchunked'], to)],
  ['SEC-3: a coding behind a vertical tab', 400, (to) => head(['Transfer-Encoding: \x0bchunked'], to)],
  ['SEC-3: a coding before a vertical tab', 400, (to) => head(['Transfer-Encoding: chunked\x0b'], to)],
  ['SEC-5: a name and a space', 400, (to) => head(['Transfer-Encoding : chunked'], to)],
  ['SEC-5: a name and a tab', 400, (to) => head(['Transfer-Encoding\t: chunked'], to)],
  ['SEC-5: a name with a space in it', 400, (to) => head(['Transfer Encoding: chunked'], to)],
  ['SEC-5: a folded coding', 400, (to) => head(['Transfer-Encoding:\r\n chunked'], to)],
  ['SEC-5: a folded header', 400, (to) => head(['X-A: b\r\n c'], to)],
  ['SEC-3: a length and chunks', 400, (to) => head(['Content-Length: 5', 'Transfer-Encoding: chunked'], to)],
  ['SEC-3: chunks and a length', 400, (to) => head(['Transfer-Encoding: chunked', 'Content-Length: 5'], to)],
  ['SEC-3: two lengths', 400, (to) => head(['Content-Length: 0', 'Content-Length: 5'], to)],
  ['SEC-3: one length twice', 400, (to) => head(['Content-Length: 0', 'Content-Length: 0'], to)],
  ['SEC-3: a list of lengths', 400, (to) => head(['Content-Length: 0, 0'], to)],
  ['SEC-3: a length with a sign', 400, (to) => head(['Content-Length: +0'], to)],
  ['SEC-3: a negative length', 400, (to) => head(['Content-Length: -1'], to)],
  ['SEC-3: a hexadecimal length', 400, (to) => head(['Content-Length: 0x0'], to)],
  ['SEC-3: a length of two words', 400, (to) => head(['Content-Length: 1 2'], to)],
  ['SEC-3: an empty length', 400, (to) => head(['Content-Length:'], to)],
  ['SEC-3: a length that overflows', 400, (to) => head(['Content-Length: 99999999999999999999'], to)],
  ['SEC-5: lines without a carriage return', 400, (to) => head([], to).replaceAll('\r\n', '\n')],
  ['SEC-5: one line without a carriage return', 400, (to) => head(['X-A: b\nX-B: c'], to)],
  ['SEC-5: a carriage return in a value', 400, (to) => head(['X-A: b\rc'], to)],
  ['SEC-5: NUL in a value', 400, (to) => head(['X-A: b\0c'], to)],
  ['SEC-5: NUL in a name', 400, (to) => head(['X\0A: b'], to)],
  ['SEC-5: NUL in the target', 400, () => head([], '/\0')],
  ['SEC-5: a header without a name', 400, (to) => head([': b'], to)],
  ['SEC-5: a header without a colon', 400, (to) => head(['Xab'], to)],
  ['SEC-5: a header that begins with a space', 400, (to) => `GET ${to} HTTP/1.1\r\n X: y\r\nHost: ${HOST}\r\n\r\n`],
  ['SEC-5: a space in the target', 400, () => head([], '/a b')],
  ['SEC-6: version 2.0', 505, (to) => head([], to, `GET ${to} HTTP/2.0`)],
  ['SEC-6: version 0.9', 505, (to) => head([], to, `GET ${to} HTTP/0.9`)],
  ['SEC-6: version 1.2', 400, (to) => head([], to, `GET ${to} HTTP/1.2`)],
  ['SEC-6: a version in lower case', 400, (to) => head([], to, `GET ${to} http/1.1`)],
  ['SEC-1: no host', 400, (to) => `GET ${to} HTTP/1.1\r\n\r\n`],
  ['SEC-1: two hosts', 400, (to) => head(['Host: zly.example'], to)],
  ['SEC-1: one host twice', 400, (to) => head([`hOST: ${HOST}`], to)],
  ...[
    '',
    'a b',
    'a\tb',
    'a@akademia.localhost',
    'akademia.localhost:99999',
    'akademia.localhost:x',
    'a/b',
    'a, b',
    '[::1',
    'za\xbf',
    '">',
  ].map(
    (host): Attack => [
      `SEC-1: the host ${JSON.stringify(host)}`,
      400,
      (to) => `GET ${to} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    ],
  ),
  ['SEC-1: an empty host in a version that needs none', 400, (to) => `GET ${to} HTTP/1.0\r\nHost:\r\n\r\n`],
  ['SEC-2: an absolute URL of another host', 400, (to) => head([], `http://zly.example${to}`)],
  ['SEC-2: an absolute URL with a user', 400, (to) => head([], `http://a@${HOST}${to}`)],
  ['SEC-2: an absolute URL with another port', 400, (to) => head([], `http://${HOST}:81${to}`)],
  ['SEC-2: an absolute URL of another scheme', 400, (to) => head([], `ftp://${HOST}${to}`)],
]

/** Invalid chunks after a valid head: the response may come first, but nothing after them may be read. */
const BROKEN_CHUNKS = [
  '0x0\r\n\r\n',
  '0 \r\n\r\n',
  '-1\r\n\r\n',
  'fffffffffffffffff\r\n\r\n',
  '0\n\n',
  '0;a\nb\r\n\r\n',
  '1\r\naa0\r\n\r\n',
  '\r\n0\r\n\r\n',
  ';a=b\r\n\r\n',
]

describe.each([
  ['a cached page', 'on', '/'],
  ['a page that is not cached', 'on', COLD],
  ['without a cache', 'off', '/'],
])('%s', (_kind, cache, target) => {
  beforeAll(async () => {
    portal = await startTestPortal({ PAGE_CACHE: cache })
    await portal.get('/', { host: HOST })
  })
  afterAll(() => portal.close())

  test.each(REFUSED)('%s is %i, and nothing after it is read', async (_name, status, bytes) => {
    const response = await rawRequest(portal.port, bytes(target) + SMUGGLED)
    expect([response.status, response.headers.connection]).toEqual([status, 'close'])
    expect(response.text.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(wasSmuggled()).toBe(false)
  })

  test.each(BROKEN_CHUNKS)('SEC-3: nothing after the chunk %j is read', async (chunk) => {
    const codes = await statuses(head(['Transfer-Encoding: chunked'], target) + chunk + SMUGGLED)
    // The page may have been sent by then.
    expect(codes.filter((status) => status !== 400).length).toBeLessThan(2)
    expect(wasSmuggled()).toBe(false)
  })

  test.each([
    ['after a body with a length', `${head(['Content-Length: 4'])}0\r\n\r`, 2],
    ['after a chunked body', `${head(['Transfer-Encoding: chunked'])}3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n`, 2],
  ])('a pipelined request %s is the next request', async (_name, bytes, count) => {
    const end = head(['Connection: close'], target)
    expect(await statuses(bytes + end)).toHaveLength(count)
  })

  test('a request within a body is not read as a request', async () => {
    const length = Buffer.byteLength(SMUGGLED)
    const chunks = `${length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`
    const end = head(['Connection: close'], target)
    expect(await statuses(head([`Content-Length: ${length}`], target) + SMUGGLED + end)).toHaveLength(2)
    expect(await statuses(head(['Transfer-Encoding: chunked'], target) + chunks + end)).toHaveLength(2)
    expect(wasSmuggled()).toBe(false)
  })

  test('trailer fields have no effect', async () => {
    const trailers = 'Host: zly.example\r\nContent-Length: 9\r\nTransfer-Encoding: x\r\n'
    const bytes = head(['Transfer-Encoding: chunked'], target)
    const codes = await statuses(`${bytes}0\r\n${trailers}\r\n${head(['Connection: close'], target)}`)
    expect(new Set(codes).size).toBe(1)
  })

  test('SEC-8: nothing after the last request of a connection is read', async () => {
    for (const last of [head(['Connection: close'], target), head([], target, `GET ${target} HTTP/1.0`)]) {
      expect((await statuses(last + SMUGGLED)).length).toBeLessThan(2)
      expect((await statuses(head([], COLD) + last + SMUGGLED)).length).toBeLessThan(3)
    }
    // The portal itself makes a refusal the last one, behind a response that takes its time.
    const refused = `GET ${target} HTTP/1.1\r\n\r\n`
    expect((await statuses(head([], COLD) + refused + SMUGGLED)).length).toBeLessThan(3)
    expect(wasSmuggled()).toBe(false)
  })

  test('SEC-2: an absolute URL of the same host means its path', async () => {
    const plain = await rawRequest(portal.port, head(['Connection: close'], target))
    for (const absolute of [`http://${HOST}${target}`, `https://${HOST.toUpperCase()}${target}`]) {
      const { status, body } = await rawRequest(portal.port, head(['Connection: close'], absolute))
      expect([status, body]).toEqual([plain.status, plain.body])
    }
  })

  test('SEC-5: TE may name registered codings', async () => {
    for (const te of ['trailers', 'deflate, gzip;q=0.3', 'TRAILERS', '']) {
      const { status } = await rawRequest(portal.port, head([`TE: ${te}`, 'Connection: close'], '/'))
      expect([te, status]).toEqual([te, 200])
    }
  })

  test('SEC-6: no connection is upgraded to another protocol', async () => {
    const ask = (protocol: string) => {
      const upgrade = [
        `Upgrade: ${protocol}`,
        'HTTP2-Settings: AAMAAABkAAQAAP__',
        'Connection: Upgrade, HTTP2-Settings',
      ]
      return rawRequest(portal.port, head(upgrade, '/'))
    }
    // Each of these connections stays open until it has been idle for too long.
    await Promise.all(
      ['h2c', 'websocket', 'TLS/1.2', 'HTTP/2.0'].map(async (protocol) => {
        const { status, headers } = await ask(protocol)
        expect([protocol, status, headers.upgrade]).toEqual([protocol, 200, undefined])
      }),
    )
    expect((await rawRequest(portal.port, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')).status).toBe(400)
  })
})

describe('slow and incomplete requests', () => {
  beforeAll(async () => {
    portal = await startTestPortal()
  })
  afterAll(() => portal.close())

  test('SEC-8: a line that is too long is refused, in every part of the head', async () => {
    const long = 'a'.repeat(70_000)
    for (const bytes of [head([`X-A: ${long}`]), head([`${long}: a`]), head([], `/${long}`), long]) {
      const { status } = await rawRequest(portal.port, bytes)
      expect([400, 431]).toContain(status)
    }
  })

  test('SEC-8: a page is sent without waiting for a body that never arrives', async () => {
    const response = await rawRequest(portal.port, head(['Content-Length: 100', 'Connection: close']))
    expect(response.status).toBe(200)
  })

  test('a client that disconnects within a request causes no error', async () => {
    for (let tries = 0; tries < 50; tries++) {
      const socket = connect(portal.port, '127.0.0.1', () => {
        socket.write(head(['Content-Length: 100']).slice(0, 10 + tries))
        socket.destroy()
      })
      await new Promise((resolve) => socket.on('close', resolve))
    }
    expect((await portal.get('/')).status).toBe(200)
    expect(portal.errors()).toEqual([])
  })
})
