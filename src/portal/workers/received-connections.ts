import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { fromPrimary } from './messages.ts'
import { notifyPrimary } from './worker.ts'

export interface Intake {
  /** Resolves when the open connections have ended. */
  stop(): Promise<void>
}

/** Takes connections from the primary as if the server itself listened (OPS-1). */
export function receiveConnections(server: Server): Intake {
  const open = new Set<Socket>()
  let closed: (() => void) | undefined
  process.on('message', (message: unknown, handle: unknown) => {
    if (fromPrimary.safeParse(message).data?.kind !== 'connection') return
    const socket = handle instanceof Socket ? handle : undefined
    if (closed) {
      // Closes this handle only: another worker gets the connection.
      socket?.destroy()
      return notifyPrimary({ kind: 'refused' })
    }
    notifyPrimary({ kind: 'taken' })
    // The client has hung up on the way.
    if (!socket) return
    // As a listening HTTP server does.
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) closed?.()
    })
    server.emit('connection', socket)
  })
  // Starts Node's timers for connections: deadlines of heads and bodies, idle connections.
  server.emit('listening')
  notifyPrimary({ kind: 'accepting' })
  return {
    stop: () =>
      new Promise((resolve) => {
        closed = resolve
        if (open.size === 0) resolve()
      }),
  }
}
