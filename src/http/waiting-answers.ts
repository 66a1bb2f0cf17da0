import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

/** No reader sends more requests than that on one connection before it has an answer; most send one. */
const MAX_WAITING = 64

/**
 * Ends connections on which too many answers wait for the one before them, or did and are being sent. Node reads
 * thousands of requests of one packet before it looks whether anybody takes the answers, and each of those lies in
 * memory until then (docs/decisions/026). What comes behind the last request of a connection is no request any more,
 * though Node hands it out (SEC-9).
 */
export function limitWaiting(listener: RequestListener, log: Logger): RequestListener {
  const queued = new WeakMap<Socket, Set<ServerResponse>>()
  /** Had their last request. */
  const ending = new WeakSet<Socket>()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    listener(request, response)
    if (!response.shouldKeepAlive) ending.add(request.socket)
  }
  return (request, response) => {
    const { socket } = request
    // The first one has the connection, and is not counted: nearly all of them are the first.
    if (response.socket !== null) {
      if (!socket.writableEnded) handle(request, response)
      return
    }
    if (socket.destroyed || ending.has(socket)) return
    const answers = queued.get(socket) ?? queueOf(socket)
    const count = answers.size + 1
    if (count > MAX_WAITING) {
      log.info({ count }, 'connection ended: too many requests sent ahead')
      socket.destroy()
      return
    }
    answers.add(response)
    response.once('close', () => answers.delete(response))
    handle(request, response)
  }

  function queueOf(socket: Socket): Set<ServerResponse> {
    const answers = new Set<ServerResponse>()
    queued.set(socket, answers)
    socket.once('close', () => answers.forEach(closeUnsent))
    return answers
  }
}

/**
 * Node closes the one answer that has the connection, and tells those behind it nothing: whatever they hold until they are
 * closed would be held for good.
 */
function closeUnsent(response: WithEnd): void {
  // Its turn on the connection has come: Node closes it, or has.
  if (response.socket !== null || response._closed) return
  response.destroyed = true
  response._closed = true
  response.emit('close')
}

/** Of Node's own, and in no documentation: that it has said so. It says it once. */
type WithEnd = ServerResponse & { _closed?: boolean }
