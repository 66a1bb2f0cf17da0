import {
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http'
import { KEEP_ALIVE_TIMEOUT } from './keep-alive.ts'
import { remember } from './remember.ts'
import { STRICT_TRANSPORT_HEADER } from './strict-transport.ts'

/** The lines of a head that is sent again and again, checked and put together once. */
export interface ReadyHead {
  status: number
  /** Names and values in turn. */
  list: readonly string[]
  /** As on the wire: the first line, and those of this page alone. */
  own: string
  /** Those that many pages have. What belongs to one answer is in neither: the date, the connection, strict transport. */
  common: string
}

/** Lines of one page alone; all others are the same on many pages and stand in memory once. */
const OWN = new Set(['etag', 'content-length', 'surrogate-key', 'last-modified', 'link', 'location', 'server-timing'])
const MAX_SHARED = 256

const shared = remember(flat, MAX_SHARED)

/**
 * @param list names and values in turn
 * @throws {TypeError} a name or a value that no header may have (RFC 9110, 5.5)
 */
export function readyHead(status: number, list: readonly string[]): ReadyHead {
  let own = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`
  let common = ''
  for (let index = 0; index < list.length; index += 2) {
    const [name = '', value = ''] = list.slice(index, index + 2)
    validateHeaderName(name)
    validateHeaderValue(name, value)
    const line = `${name}: ${value}\r\n`
    if (OWN.has(name)) own += line
    else common += line
  }
  return { status, list, own: flat(own), common: shared(common) }
}

/** In one piece: what was added up stays a tree of its parts, which would be gathered from all over memory each time. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

/**
 * Sends an answer under a ready head. Node checks every character of every header of every answer: more than half of
 * what a hit costs besides the system's own work. Where an answer is like the last one of its page but for the date, its
 * head is handed to the response as it stands (docs/decisions/024).
 */
export function sendUnder(head: ReadyHead, request: IncomingMessage, response: ServerResponse, body?: Buffer): void {
  const ending = endingOf(request, response)
  if (ending === undefined) response.writeHead(head.status, [...head.list])
  else {
    response.statusCode = head.status
    giveHead(response, head.own + head.common + ending)
  }
  response.end(body)
}

const KEPT_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}\r\n\r\n`

/** What one answer adds; undefined where more than that depends on the connection, and Node is to write it. */
function endingOf(request: IncomingMessage, response: ServerResponse): string | undefined {
  if (!response.shouldKeepAlive || request.httpVersionMinor !== 1 || request.httpVersionMajor !== 1) return undefined
  const names = response.getHeaderNames()
  if (names.length === 0) return dateLine() + KEPT_ALIVE
  if (names.length > 1 || names[0] !== STRICT_TRANSPORT_HEADER) return undefined
  return `${STRICT_TRANSPORT_HEADER}: ${response.getHeader(STRICT_TRANSPORT_HEADER)}\r\n${dateLine()}${KEPT_ALIVE}`
}

let second = 0
let line = ''

function dateLine(): string {
  const now = Math.trunc(Date.now() / 1000)
  if (now !== second) {
    second = now
    line = `Date: ${new Date(now * 1000).toUTCString()}\r\n`
  }
  return line
}

/** Node's response sends what stands here before the body, and takes it for a sign that its head is written. */
function giveHead(response: ServerResponse & { _header?: string | null }, head: string): void {
  response._header = head
}
