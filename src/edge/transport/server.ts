import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'
import { type Server as NetServer, Socket } from 'node:net'
import type { Logger } from 'pino'
import { connectionAccepted } from '../../system/steps.ts'
import { answerClientError } from './client-errors.ts'
import { knownHosts } from './known-hosts.ts'
import { boundConnections } from './open-files.ts'
import { limitPipelining } from './pipelining-limit.ts'
import { type RedirectSettings, redirects } from './redirects.ts'
import { KEEP_ALIVE_TIMEOUT } from './serialised-response.ts'
import { strictParsing } from './strict-parsing.ts'
import { type StrictTransportSettings, strictTransport } from './strict-transport.ts'

/** Milliseconds for half-open and slow requests (SEC-8). */
const CONNECTION_TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 }
/** Milliseconds without traffic; after `requestTimeout`, which sends a response. */
const IDLE_TIMEOUT = 35_000
/** At Node's 511 the system drops packets of further connections for a second. */
const BACKLOG = 4096

export interface MessageClasses {
  IncomingMessage: typeof IncomingMessage
  ServerResponse: typeof ServerResponse
}

/** Where Express' prototype is set already, V8 makes no hidden class for each request (docs/decisions/124). */
export function createMessageClasses(): MessageClasses {
  return {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class<Request extends IncomingMessage> extends ServerResponse<Request> {},
  }
}

export interface ServerSettings extends StrictTransportSettings {
  isKnownHost?: (host: string) => boolean
  redirects?: Omit<RedirectSettings, 'trusts'>
  messages?: MessageClasses
  log: Logger
}

export function createHttpServer(
  listener: RequestListener,
  { isKnownHost, redirects: redirectSettings, messages, log, ...transport }: ServerSettings,
): Server {
  const known = isKnownHost ? knownHosts(listener, isKnownHost) : listener
  // Redirects first: a host without `www.` is known too.
  const hosted = redirectSettings ? redirects(known, { ...redirectSettings, trusts: transport.trusts }) : known
  const server = createServer(
    // Node's own refusal lacks headers; `strictParsing` sends it.
    { ...CONNECTION_TIMES, ...messages, keepAliveTimeout: KEEP_ALIVE_TIMEOUT, requireHostHeader: false },
    limitPipelining(strictTransport(strictParsing(hosted), transport), log),
  )
  server.setTimeout(IDLE_TIMEOUT)
  // Shows a second host; the headers' bytes are limited.
  server.maxHeadersCount = 0
  answerClientError(server, log)
  boundConnections(server, log)
  server.on('connection', connectionAccepted)
  return server
}

export interface ListenAt {
  port: number
  host: string
  socket?: number
}

/**
 * @returns the port
 * @throws for an unavailable port, or a descriptor of no TCP socket
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
    // Node cannot tell a socket's descriptor from a file's.
    else server.listen(new Socket({ fd: socket, readable: false, writable: false }), BACKLOG, listening)
  })
}
