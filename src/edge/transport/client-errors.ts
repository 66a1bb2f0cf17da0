import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { minimalBytes, sendMinimal } from './minimal-response.ts'

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Node's own responses lack headers: to unreadable, long or slow heads, tunnels, expectations (RFC 9110, 10.1.1 and
 * 9.3.6).
 */
export function answerClientError(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error
    if (code === 'ECONNRESET' || !socket.writable || hasResponseUnderWay(socket)) {
      socket.destroy()
      return
    }
    const status = Object.hasOwn(STATUS, code) ? (STATUS[code] ?? 400) : 400
    log.info({ status, code }, 'unreadable request')
    close(socket, minimalBytes(status))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {})
    if (unfinishedResponse(socket)) socket.destroy()
    else close(socket, minimalBytes(405, { allow: 'GET, HEAD' }))
  })
  // Node's own `100 Continue` would land within an earlier response.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket) response.writeContinue()
    // The client may omit the body: the next request has no known start.
    else response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // This response would queue, outside the pipelining limit.
    if (response.socket) sendMinimal(response, 417)
    else socket.destroy()
  })
}

function close(socket: Duplex, bytes: string): void {
  socket.end(bytes, () => socket.destroy())
}

/** More bytes would be read as part of that response. */
function hasResponseUnderWay(socket: Duplex): boolean {
  const response = unfinishedResponse(socket)
  return response !== undefined && (response.socket === null || response.headersSent)
}

function unfinishedResponse(socket: Duplex): ServerResponse | undefined {
  const response = socket instanceof Socket ? socket.latestResponse : undefined
  // Nothing may follow a last response, or one before its request's whole body.
  const isDone = response?.writableFinished && response.shouldKeepAlive && response.req.complete
  return isDone ? undefined : response
}
