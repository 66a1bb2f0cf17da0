import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Logger } from 'pino'
import { bareAnswer, bareBytes } from './bare-answer.ts'

/** What the parser says of a request it gave up, as a status; all else is 400. */
const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Answers what never becomes a request, in place of Node's own bare answers: lines that cannot be read, heads that are
 * too long or too slow, tunnels, expectations (RFC 9110, 10.1.1 and 9.3.6). One log line each, with nothing of what was
 * sent.
 */
export function answerUnreadable(server: Server, log: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error
    if (code === 'ECONNRESET' || !socket.writable || hasAnswerUnderWay(socket)) {
      socket.destroy()
      return
    }
    const status = Object.hasOwn(STATUS, code) ? (STATUS[code] ?? 400) : 400
    log.info({ status, code }, 'unreadable request')
    close(socket, bareBytes(status))
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    // Nobody else listens to what goes wrong on it from here on.
    socket.on('error', () => {})
    // A tunnel behind another request: its answer would come first.
    if (answerOn(socket)) socket.destroy()
    else close(socket, bareBytes(405, { allow: 'GET, HEAD' }))
  })
  // Node's own "go on" would come between the head and the body of an answer that waits for the one before it.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (response.socket) response.writeContinue()
    // The client may leave out its body, and then nobody knows where the next request begins.
    else response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('checkExpectation', ({ socket }: IncomingMessage, response: ServerResponse) => {
    // Behind another request it would wait like any answer, of which there may be too many.
    if (response.socket) bareAnswer(response, 417)
    else socket.destroy()
  })
}

/** The client may go on sending: it is not waited for. */
function close(socket: Duplex, bytes: string): void {
  socket.end(bytes, () => socket.destroy())
}

/** Bytes in the middle of another answer would be read as part of it. */
function hasAnswerUnderWay(socket: Duplex): boolean {
  return answerOn(socket)?.headersSent ?? false
}

/** The answer that has the connection, as Node keeps it. */
function answerOn(socket: Duplex): ServerResponse | undefined {
  const answer: unknown = Reflect.get(socket, '_httpMessage')
  return answer instanceof ServerResponse ? answer : undefined
}
