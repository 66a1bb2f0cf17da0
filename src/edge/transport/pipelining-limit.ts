import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'

declare module 'node:net' {
  interface Socket {
    latestResponse?: ServerResponse
  }
}

const MAX_QUEUED = 64

/**
 * Node keeps queued responses in memory (docs/decisions/026), and emits requests behind a connection's last one
 * (SEC-8).
 */
export function limitPipelining(listener: RequestListener, log: Logger): RequestListener {
  const queued = new WeakMap<Socket, Set<ServerResponse>>()
  const ending = new WeakSet<Socket>()
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    listener(request, response)
    if (!response.shouldKeepAlive) ending.add(request.socket)
  }
  return (request, response) => {
    const { socket } = request
    socket.latestResponse = response
    if (response.socket !== null) {
      if (!socket.writableEnded) handle(request, response)
      return
    }
    if (socket.destroyed || ending.has(socket)) return
    const responses = queued.get(socket) ?? queueOf(socket)
    const count = responses.size + 1
    if (count > MAX_QUEUED) {
      log.info({ count }, 'connection ended: too many requests sent ahead')
      socket.destroy()
      return
    }
    responses.add(response)
    response.once('close', () => responses.delete(response))
    handle(request, response)
  }

  function queueOf(socket: Socket): Set<ServerResponse> {
    const responses = new Set<ServerResponse>()
    queued.set(socket, responses)
    socket.once('close', () => responses.forEach(closeUnsent))
    return responses
  }
}

function closeUnsent(response: ServerResponse): void {
  if (response.socket !== null || response.writableFinished) return
  response.destroy()
  response.emit('close')
}
