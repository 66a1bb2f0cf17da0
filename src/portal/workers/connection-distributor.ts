import type { Worker } from 'node:cluster'
import { createServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { minimalBytes } from '../../edge/transport/minimal-response.ts'
import { type OpenFiles, REFUSED, readOpenFiles, roomFor } from '../../edge/transport/open-files.ts'
import type { FromPrimary } from './messages.ts'

/** How long a connection waits for a worker; then it gets a 503. Milliseconds. */
const WAIT_LIMIT = 5000
/** More connections get the 503 at once. */
const MAX_WAITING = 4096
/** Limits a client that reads its 503 slowly. Milliseconds. */
const FAREWELL_LIMIT = 1000
const UNAVAILABLE = minimalBytes(503, { 'retry-after': '5' })

/**
 * The listening socket of all workers; while none runs, connections wait (OPS-1). Each connection goes to the worker
 * that has been free longest, one at a time, so a busy worker gets none.
 */
export interface Distributor {
  server: Server
  add(worker: Worker): void
  taken(worker: Worker): void
  /** A connection on its way is taken or refused. */
  remove(worker: Worker): void
  /** The worker refused its connection, or died before it took it. */
  lost(worker: Worker): void
  close(): void
}

/** @param openFiles descriptors of the process; rejects where the system does not say */
export function createDistributor(log: Logger, openFiles: () => Promise<OpenFiles> = readOpenFiles): Distributor {
  /** The worker that has been free longest comes first. */
  const free = new Set<Worker>()
  const offered = new Map<Worker, Socket>()
  const members = new Set<Worker>()
  const waiting = createWaitingSockets()

  const give = (socket: Socket): void => {
    const [worker] = free
    if (!worker) {
      waiting.add(socket)
      return
    }
    free.delete(worker)
    offered.set(worker, socket)
    const message: FromPrimary = { kind: 'connection' }
    // Kept open here until the worker takes it, in case the worker dies first.
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error && offered.get(worker) === socket) lost(worker)
    })
  }
  const lost = (worker: Worker): void => {
    const socket = offered.get(worker)
    offered.delete(worker)
    if (socket) give(socket)
  }
  const isFree = (worker: Worker): void => {
    free.add(worker)
    const socket = waiting.next()
    if (socket) give(socket)
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    give(socket)
  })
  server.on('error', (error) => {
    // Before the server listens, the caller of `listen` handles the error.
    if (server.listening) log.error({ err: error }, 'connections cannot be accepted')
  })
  limitConnections(server, openFiles, log)
  return {
    server,
    add(worker) {
      members.add(worker)
      isFree(worker)
    },
    taken(worker) {
      // Closes the primary's handle only; the worker has its own.
      offered.get(worker)?.destroy()
      offered.delete(worker)
      if (members.has(worker)) isFree(worker)
    },
    remove(worker) {
      members.delete(worker)
      free.delete(worker)
    },
    lost,
    close() {
      server.close()
      waiting.close()
    },
  }
}

/** The first to come are the first to leave; a connection that waits too long gets a 503. */
function createWaitingSockets() {
  const timers = new Map<Socket, NodeJS.Timeout>()
  const remove = (socket: Socket): void => {
    clearTimeout(timers.get(socket))
    timers.delete(socket)
  }
  return {
    add(socket: Socket): void {
      if (timers.size >= MAX_WAITING) {
        sendAway(socket)
        return
      }
      const timer = setTimeout(() => {
        timers.delete(socket)
        sendAway(socket)
      }, WAIT_LIMIT)
      timers.set(socket, timer)
    },
    next(): Socket | undefined {
      const [socket] = timers.keys()
      if (socket) remove(socket)
      return socket
    },
    close(): void {
      for (const socket of timers.keys()) {
        remove(socket)
        socket.destroy()
      }
    },
  }
}

function limitConnections(server: Server, openFiles: () => Promise<OpenFiles>, log: Logger): void {
  openFiles().then(
    (files) => {
      const connections = roomFor(files)
      if (Number.isFinite(connections)) server.maxConnections = connections
      server.on('drop', () => log.warn({ limit: files.limit, connections }, REFUSED))
    },
    // Only Linux says it.
    () => {},
  )
}

/** Discards the request: closing with unread bytes would reset the connection and lose the response. */
function sendAway(socket: Socket): void {
  const deadline = setTimeout(() => socket.destroy(), FAREWELL_LIMIT)
  socket.once('close', () => clearTimeout(deadline))
  socket.resume()
  socket.end(UNAVAILABLE)
}
