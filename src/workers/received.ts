import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { fromPrimary } from './messages.ts'
import { tell } from './worker.ts'

/** Where a server's connections come from. */
export interface Intake {
  /** No new ones. Resolves when those that it has are over. */
  stop(): Promise<void>
}

/** Takes the connections that the primary gives this worker (OPS-1), as if the server had listened for them. */
export function receiveConnections(server: Server): Intake {
  const open = new Set<Socket>()
  let closed: (() => void) | undefined
  process.on('message', (message: unknown, handle: unknown) => {
    if (fromPrimary.safeParse(message).data?.kind !== 'connection') return
    const socket = handle instanceof Socket ? handle : undefined
    if (closed) {
      // This end of it only: another worker gets it.
      socket?.destroy()
      return tell({ kind: 'refused' })
    }
    tell({ kind: 'taken' })
    // Its client has hung up on the way.
    if (!socket) return
    // As a listening HTTP server makes its own.
    socket.allowHalfOpen = true
    socket.setNoDelay(true)
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      if (open.size === 0) closed?.()
    })
    server.emit('connection', socket)
  })
  // From then on Node's HTTP server watches its connections: deadlines of heads and bodies, those that are idle.
  server.emit('listening')
  tell({ kind: 'accepting' })
  return {
    stop: () =>
      new Promise((resolve) => {
        closed = resolve
        if (open.size === 0) resolve()
      }),
  }
}
