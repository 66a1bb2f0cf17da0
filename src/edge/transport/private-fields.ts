import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  KEEP_ALIVE_TIMEOUT,
  type SendSerialised,
  type SerialisedResponse,
  sendWithNode,
} from './serialised-response.ts'
import { STRICT_TRANSPORT_HEADER } from './strict-transport.ts'

/** No other file uses Node's private fields (docs/decisions/024); without them `sendWithNode` sends everything. */

let currentDateLine: string | undefined

const KEPT_ALIVE = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_TIMEOUT / 1000}\r\n`

/** Node would validate and join the headers again. */
export const sendFast: SendSerialised = (serialised, request, response) => {
  const start = startOf(serialised, request, response)
  const { socket } = response
  if (start === undefined || socket === null) {
    sendWithNode(serialised, request, response)
    return
  }
  // One system call takes both, as Node uncorks at the end.
  socket.cork()
  socket.write(start)
  markHeadSent(response, serialised)
  response.end(serialised.bytes)
}

/** @returns the bytes before a page's own lines; undefined: the head depends on more than page and date */
function startOf(
  { common }: SerialisedResponse,
  request: IncomingMessage,
  response: ServerResponse,
): Buffer | undefined {
  const { socket } = response
  // A queued response has no socket yet.
  if (!socket?.writable || !response.shouldKeepAlive || request.method === 'HEAD') return undefined
  if (request.httpVersion !== '1.1') return undefined
  if (!('_header' in response && '_headerSent' in response)) return undefined
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

function dateLine(): string {
  if (currentDateLine !== undefined) return currentDateLine
  const now = new Date()
  currentDateLine = `Date: ${now.toUTCString()}\r\n`
  setTimeout(forgetDate, 1000 - now.getMilliseconds()).unref()
  return currentDateLine
}

function forgetDate(): void {
  currentDateLine = undefined
}

/** All that follows is the body to Node. */
function markHeadSent(response: WithHead, { status, common }: SerialisedResponse): void {
  response.statusCode = status
  response._header = common.text
  response._headerSent = true
}

type WithHead = ServerResponse & { _header?: string | null; _headerSent?: boolean }
