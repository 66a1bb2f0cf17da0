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
 * Node's own responses lack headers: to unreadable lines, heads that are too long or too slow, tunnels, expectations
 * (RFC 9110, 10.1.1 and 9.3.6).
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
    // The socket has no other error listener now.
    socket.on('error', () => {})
    // The response to a request before the tunnel comes first.
    if (unfinishedResponse(socket)) socket.destroy()
    else close(socket, minimalBytes(405, { allow: 'GET, HEAD' }))
  })
  // Node's own `100 Continue` would land within the response before it.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket) response.writeContinue()
    // The client may omit the body, and then the next request has no known start.
    else response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Behind another request this response would queue, outside the pipelining limit.
    if (response.socket) sendMinimal(response, 417)
    else socket.destroy()
  })
}

/** The client may continue to send. */
function close(socket: Duplex, bytes: string): void {
  socket.end(bytes, () => socket.destroy())
}

/** Bytes in the middle of another response would be read as part of it. */
function hasResponseUnderWay(socket: Duplex): boolean {
  const response = unfinishedResponse(socket)
  return response !== undefined && (response.socket === null || response.headersSent)
}

function unfinishedResponse(socket: Duplex): ServerResponse | undefined {
  const response = socket instanceof Socket ? socket.latestResponse : undefined
  // Nothing may follow a connection's last response, or one to a request whose body is still being read.
  const isDone = response?.writableFinished && response.shouldKeepAlive && response.req.complete
  return isDone ? undefined : response
}
