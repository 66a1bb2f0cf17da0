import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import { memoizeBounded } from '../memoize/bounded.ts'
import { dateLine } from './date-header.ts'
import { KEEP_ALIVE_TIMEOUT } from './keep-alive.ts'
import { STRICT_TRANSPORT_HEADER } from './strict-transport.ts'

/** A response that is sent again and again, checked and put together once. */
export interface SerialisedResponse {
  status: number
  /** Names and values in turn, for Node's own way to send them. */
  list: readonly string[]
  /** The first line, and those that many pages have. */
  common: CommonLines
  /** The lines of this page alone, the empty one, and the body: as on the wire, in one piece. */
  bytes: Buffer
  /** Where the body begins. */
  bodyAt: number
}

/** What stands first in the responses of many pages, as on the wire; in memory once. */
interface CommonLines {
  text: string
  /** The date in the bytes below, which are rebuilt when it is another. */
  date: string
  plain: Buffer | undefined
  /** With strict transport, and the policy that stands in it. */
  secure: Buffer | undefined
  policy: string
}

/** Lines of one page alone; all others are the same on many pages. */
const OWN = new Set(['etag', 'content-length', 'surrogate-key', 'last-modified', 'link', 'location', 'server-timing'])
const MAX_COMMON = 256
const KEPT_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}\r\n`

const commonLines = memoizeBounded(
  (text): CommonLines => ({ text, date: '', plain: undefined, secure: undefined, policy: '' }),
  MAX_COMMON,
)

/**
 * @param list names and values in turn
 * @throws {TypeError} a name or a value that no header may have (RFC 9110, 5.5)
 */
export function serialiseResponse(status: number, list: readonly string[], body?: Buffer): SerialisedResponse {
  let common = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
  let own = ''
  for (let index = 0; index < list.length; index += 2) {
    const [name = '', value = ''] = list.slice(index, index + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const line = `${name}: ${value}\r\n`
    if (OWN.has(name)) own += line
    else common += line
  }
  const bodyAt = own.length + 2
  const bytes = Buffer.allocUnsafeSlow(bodyAt + (body?.length ?? 0))
  bytes.write(`${own}\r\n`, 'latin1')
  body?.copy(bytes, bodyAt)
  return { status, list, common: commonLines(common), bytes, bodyAt }
}

/** The body of a response, which lies in the same memory. */
export function bodyOf({ bytes, bodyAt }: SerialisedResponse): Buffer {
  return bytes.subarray(bodyAt)
}

/**
 * Sends a ready response. Node checks every character of every header of every response, and puts them together again.
 * Where a response is like the last one of its page but for the date, it goes to the connection as it stands
 * (docs/decisions/024).
 */
export function sendSerialised(
  serialised: SerialisedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const start = startOf(serialised, request, response)
  const { socket } = response
  if (start === undefined || socket === null) {
    response.writeHead(serialised.status, [...serialised.list])
    response.end(bodyOf(serialised))
    return
  }
  // Both at once: at the end of a response Node lets go of all that is held back.
  socket.cork()
  socket.write(start)
  markHeadSent(response, serialised)
  response.end(serialised.bytes)
}

/** What comes before a page's own lines; undefined where it depends on more than that, and Node is to write it. */
function startOf(
  { common }: SerialisedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Buffer | undefined {
  const { socket } = response
  // Behind another response of the connection, it has none yet.
  if (!socket?.writable || !response.shouldKeepAlive || request.method === 'HEAD') return undefined
  if (request.httpVersion !== '1.1') return undefined
  const names = response.getHeaderNames()
  const isSecure = names.length === 1 && names[0] === STRICT_TRANSPORT_HEADER
  if (names.length > 0 && !isSecure) return undefined
  const date = dateLine()
  if (common.date !== date) Object.assign(common, { date, plain: undefined, secure: undefined })
  if (isSecure) {
    const policy = String(response.getHeader(STRICT_TRANSPORT_HEADER))
    if (common.policy !== policy) Object.assign(common, { policy, secure: undefined })
    common.secure ??= Buffer.from(
      `${common.text}${STRICT_TRANSPORT_HEADER}: ${policy}\r\n${date}${KEPT_ALIVE}`,
      'latin1',
    )
    return common.secure
  }
  common.plain ??= Buffer.from(common.text + date + KEPT_ALIVE, 'latin1')
  return common.plain
}

/** Node's response then takes what it is given for the rest of a response that it began itself. */
function markHeadSent(response: WithHead, { status, common }: SerialisedResponse): void {
  response.statusCode = status
  response._header = common.text
  response._headerSent = true
}

/** Of Node's own, and in no documentation. */
type WithHead = ServerResponse & { _header?: string | null; _headerSent?: boolean }
