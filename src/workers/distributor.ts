import type { Worker } from 'node:cluster'
import { createServer, type Server, type Socket } from 'node:net'
import type { Logger } from 'pino'
import { bareBytes } from '../http/bare-answer.ts'
import { type OpenFiles, REFUSED, readOpenFiles, roomFor } from '../http/open-files.ts'
import type { FromPrimary } from './messages.ts'

/** While no worker takes it, a connection waits that long; then it is told to come back. Milliseconds. */
const WAIT_LIMIT = 5000
/** Connections that wait; what comes then is told so at once. */
const MAX_WAITING = 4096
/** All the time that a client has to read what it is told, whatever it sends meanwhile. Milliseconds. */
const FAREWELL_LIMIT = 1000
const UNAVAILABLE = bareBytes(503, { 'retry-after': '5' })

/**
 * The listening socket of all workers, which the primary holds from the start to the end: while none runs, connections
 * wait (OPS-1). Each is given to the worker that has waited longest, one at a time: who is busy gets no other one until
 * it has time. Node's own way to do that closes the socket with the last worker.
 */
export interface Distributor {
  /** To listen with. */
  server: Server
  /** From now on it is given connections. */
  add(worker: Worker): void
  /** It has taken the one that it was given. */
  taken(worker: Worker): void
  /** It is given no more. One that is on its way to it is taken or refused. */
  remove(worker: Worker): void
  /** It has refused the one that it was given, or is dead and has not taken it: another one gets that. */
  lost(worker: Worker): void
  /** Nobody listens any more. */
  close(): void
}

/** @param openFiles how many the process may have, and has; rejects where nothing is known of them */
export function createDistributor(log: Logger, openFiles: () => Promise<OpenFiles> = readOpenFiles): Distributor {
  /** In the order in which they became so. */
  const free = new Set<Worker>()
  const given = new Map<Worker, Socket>()
  const members = new Set<Worker>()
  const waiting = new Map<Socket, NodeJS.Timeout>()

  const queue = (socket: Socket): void => {
    if (waiting.size >= MAX_WAITING) {
      sendAway(socket)
      return
    }
    const timer = setTimeout(() => {
      waiting.delete(socket)
      sendAway(socket)
    }, WAIT_LIMIT)
    waiting.set(socket, timer)
  }
  const give = (socket: Socket): void => {
    const [worker] = free
    if (!worker) {
      queue(socket)
      return
    }
    free.delete(worker)
    given.set(worker, socket)
    const message: FromPrimary = { kind: 'connection' }
    // Kept open here until it is taken: a worker that dies before that has not read of it.
    worker.send(message, socket, { keepOpen: true }, (error) => {
      if (error && given.get(worker) === socket) lost(worker)
    })
  }
  const lost = (worker: Worker): void => {
    const socket = given.get(worker)
    given.delete(worker)
    if (socket) give(socket)
  }
  const isFree = (worker: Worker): void => {
    free.add(worker)
    const [next] = waiting
    if (!next) return
    const [socket, timer] = next
    clearTimeout(timer)
    waiting.delete(socket)
    give(socket)
  }

  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => {})
    give(socket)
  })
  server.on('error', (error) => {
    // While it does not listen yet, who told it to hears of it.
    if (server.listening) log.error({ err: error }, 'connections cannot be accepted')
  })
  openFiles().then(
    (files) => {
      // Those that wait, that are on their way to a worker, and that are sent away.
      const connections = roomFor(files)
      if (Number.isFinite(connections)) server.maxConnections = connections
      server.on('drop', () => log.warn({ limit: files.limit, connections }, REFUSED))
    },
    // No Linux: nothing is known.
    () => {},
  )
  return {
    server,
    add(worker) {
      members.add(worker)
      isFree(worker)
    },
    taken(worker) {
      // Only this end of it: the worker has its own.
      given.get(worker)?.destroy()
      given.delete(worker)
      if (members.has(worker)) isFree(worker)
    },
    remove(worker) {
      members.delete(worker)
      free.delete(worker)
    },
    lost,
    close() {
      server.close()
      for (const [socket, timer] of waiting) {
        clearTimeout(timer)
        socket.destroy()
      }
      waiting.clear()
    },
  }
}

/** What it asks is read and thrown away: closing on unread bytes would take the answer back. */
function sendAway(socket: Socket): void {
  const deadline = setTimeout(() => socket.destroy(), FAREWELL_LIMIT)
  socket.once('close', () => clearTimeout(deadline))
  socket.resume()
  socket.end(UNAVAILABLE)
}
