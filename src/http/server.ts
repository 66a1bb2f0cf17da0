import { createServer, type RequestListener, type Server } from 'node:http'
import { type Server as NetServer, Socket } from 'node:net'
import type { Logger } from 'pino'
import { KEEP_ALIVE_TIMEOUT } from './keep-alive.ts'
import { knownHosts } from './known-hosts.ts'
import { oneReading } from './one-reading.ts'
import { boundConnections } from './open-files.ts'
import { type StrictTransportSettings, strictTransport } from './strict-transport.ts'
import { answerUnreadable } from './unreadable.ts'
import { limitWaiting } from './waiting-answers.ts'

/** Half-open and slow requests end (decision 53). Milliseconds. */
const CONNECTION_TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }
/**
 * A connection on which nothing moves for so long is let go: a reader that has stopped reading. Longer than a request
 * may take to come, which ends with an answer. Milliseconds.
 */
const IDLE_TIMEOUT = 35_000
/**
 * Connections that the system takes before the process has time for them. Of those past Node's own 511 it drops the first
 * packet, and the reader's system tries again a second later. The system's own bound (`somaxconn`) holds besides.
 */
const BACKLOG = 4096

export interface ServerSettings extends StrictTransportSettings {
  /** Absent: requests for any host are answered. */
  isKnownHost?: (host: string) => boolean
  log: Logger
}

/** What every request meets before the portal does: deadlines, a place in the queue, one way to read it, strict transport. */
export function createHttpServer(
  listener: RequestListener,
  { isKnownHost, log, ...transport }: ServerSettings,
): Server {
  const hosted = isKnownHost ? knownHosts(listener, isKnownHost) : listener
  const server = createServer(
    // Node's own refusal of a request without a host would lack every header; `oneReading` gives it.
    { ...CONNECTION_TIMES, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, requireHostHeader: false },
    limitWaiting(strictTransport(oneReading(hosted), transport), log),
  )
  server.setTimeout(IDLE_TIMEOUT)
  // All of them, so that a second host is seen wherever it stands; their bytes are limited.
  server.maxHeadersCount = 0
  answerUnreadable(server, log)
  boundConnections(server, log)
  return server
}

/** Where to listen: at an address, or on a socket that somebody else has opened. */
export interface ListenAt {
  port: number
  host: string
  /** Descriptor of a TCP socket that listens already; then the address is its own. */
  socket?: number | undefined
}

/**
 * @returns the port
 * @throws when the port cannot be had, or the descriptor is not a TCP socket
 */
export function listen(server: NetServer, { port, host, socket }: ListenAt): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    const listening = () => {
      server.off('error', reject)
      const address = server.address()
      if (typeof address === 'object' && address?.port) resolve(address.port)
      else reject(new Error(`descriptor ${socket} is not a TCP socket`))
    }
    if (socket === undefined) server.listen(port, host, BACKLOG, listening)
    // As a handle: by its number a socket could not be told from a file.
    else server.listen(new Socket({ fd: socket, readable: false, writable: false }), BACKLOG, listening)
  })
}
