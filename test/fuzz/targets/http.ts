import { connect } from 'node:net'
import fc from 'fast-check'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { mutated, nasty } from '../inputs.ts'
import type { Target } from '../target.ts'

const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'OPTIONS',
  'PURGE',
  'CONNECT',
  'TRACE',
  'get',
  'G\tET',
  '',
  'PRI',
]
const TARGETS = [
  '/',
  '/healthz',
  '/search?s=a',
  '/search/a/1',
  '/api/sare/',
  '*',
  '//x/y',
  'http://a/',
  'http://a:b@c/',
  '/%',
  '/%00',
  '/%2e%2e/',
  '/a\\b',
  '/<script>hacked()</script>',
  '/?<script>hacked()</script>',
  '/a#b',
  '',
  'a',
  `/${'a'.repeat(9000)}`,
]
const VERSIONS = [
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.0',
  ' HTTP/0.9',
  ' HTTP/2.0',
  ' HTTP/1.1 ',
  ' http/1.1',
  '',
  ' HTTP/11.1',
]
const LINES = [
  'Host: a',
  'Host: a',
  'Host:',
  'Host: a, b',
  'Host : a',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding : chunked',
  'Content-Length: 5',
  'Content-Length: 0',
  'Content-Length: -1',
  'Content-Length: 5, 5',
  'Content-Length: +5',
  'Content-Length: 99999999999999999999',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=x',
  'Connection: close',
  'Connection: keep-alive',
  'Connection: Transfer-Encoding',
  'Upgrade: h2c',
  'Expect: 100-continue',
  'Expect: x',
  ' a folded line',
  ': no name',
  'no colon',
  'Accept-Encoding: br;q=0, *',
  'If-None-Match: *',
  'Range: bytes=0-',
  'X: \u0000',
  'Cookie: a=b',
  `X-Long: ${'a'.repeat(20_000)}`,
]
const BODIES = [
  '',
  '',
  'hello',
  '5\r\nhello\r\n0\r\n\r\n',
  '5;a=b\r\nhello\r\n0\r\nX: y\r\n\r\n',
  'fffffffffffffffff\r\nhello',
  '-1\r\n',
  '0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n',
  '{"emails":',
  '--x\r\n\r\n--x--',
]
const ends = fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r')
const latin = nasty.map((text) => Buffer.from(text.slice(0, 200), 'utf8').toString('latin1'))

const wild = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.oneof(fc.constantFrom(...TARGETS), latin),
    version: fc.constantFrom(...VERSIONS),
    lines: fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...LINES) }, { weight: 1, arbitrary: latin }), {
      maxLength: 6,
    }),
    end: ends,
    body: fc.oneof(fc.constantFrom(...BODIES), latin),
  })
  .map(({ method, target, version, lines, end, body }) =>
    [`${method} ${target}${version}`, ...lines, '', body].join(end),
  )

/** Valid requests, so that the ones after them on the connection are reached. */
const sound = fc.oneof(
  fc
    .constantFrom('/', '/healthz', '/nie-ma', '/search/a/1', '/kategoria/edukacja')
    .map((target) => `GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`),
  fc
    .array(fc.string({ minLength: 1, maxLength: 30, unit: 'binary-ascii' }), { maxLength: 5 })
    .map((chunks) => [
      'POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
      ...chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`),
      '0\r\n\r\n',
    ])
    .map((parts) => parts.join('')),
  fc
    .string({ maxLength: 30, unit: 'binary-ascii' })
    .map(
      (body) =>
        `POST /api/sare/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
)
const request = fc.oneof(
  { weight: 3, arbitrary: sound },
  { weight: 2, arbitrary: wild },
  { weight: 1, arbitrary: sound.chain((text) => mutated([text], latin)) },
)

/** Silence after which a connection counts as finished, and the maximum time that it is read. Milliseconds. */
const [SILENCE_MS, MAX_MS] = [120, 1500]
const MAX_WAIT_MS = 30_000
const FATAL = 60
/** Bytes from a client never cause a server error; 503 and 501 are refusals, 505 is a version. */
const FAILURES = [500, 502, 504]

let portal: PortalProcess

/** Bytes on a connection: responses are HTTP, no more than requests, no server error; the next reader is served. */
export const framing: Target<string[]> = {
  name: 'http',
  inputs: fc.array(request, { minLength: 1, maxLength: 5 }),
  async prepare() {
    portal = await startProcess({ LOG_LEVEL: 'error' })
    await portal.ready()
  },
  finish: () => portal.stop(),
  async check(requests) {
    const text = await exchanged(portal.port, requests)
    if (text !== '') expect(text).toMatch(/^HTTP\/1\.1 [1-5]\d\d /)
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
    expect(statuses.filter((status) => FAILURES.includes(status))).toEqual([])
    // Every request has a first line; a similar line in a body may become one by the framing.
    const most = requests.join('').split(/[\r\n]/).length
    expect(statuses.filter((status) => status >= 200).length).toBeLessThanOrEqual(most)
    expect(text).not.toContain('<script>hacked()')
    const health = await portal.ask('/healthz')
    expect([health.status, health.ms < MAX_WAIT_MS]).toEqual([200, true])
    expect([portal.child.exitCode, portal.complaints]).toEqual([null, ''])
    expect(portal.lines().filter(({ level }) => Number(level) >= FATAL)).toEqual([])
  },
}

function exchanged(port: number, pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece, 'latin1')
    })
    socket.setEncoding('latin1')
    socket.setTimeout(SILENCE_MS, () => socket.destroy())
    const limit = setTimeout(() => socket.destroy(), MAX_MS)
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    // Bytes before a reset count.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(text)
    })
  })
}
