/** Hands requests to the portal that is served now, and tells pages of the next one (docs/decisions/045 and 173). */
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export const OWN_PATH = '/__development/'
const EVENTS = `${OWN_PATH}events`
const CATALOGUE = /^\/__catalogue(?:[/?]|$)/
/** Of one connection (RFC 9110, 7.6.1). Node refuses to send trailers with a length. */
const NOT_IN_REQUESTS = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])
const NOT_IN_RESPONSES = new Set(['connection', 'keep-alive', 'transfer-encoding'])
/** Browsers may try the second one first. */
const LOOPBACK = ['127.0.0.1', '::1']
/** Without IPv6. */
const WITHOUT_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']
/** Milliseconds. */
const PORT_PAUSE = 250

export interface Target {
  ports: { portal: number; catalogue?: number }
  /** Requests under way. */
  waiting: number
}

interface FrontSettings {
  target(): Target | undefined
  /** By path. */
  scripts?: ReadonlyMap<string, string>
}

interface Listening {
  port: number
  host: string
  complain(words: string): void
}

export interface Front {
  /** Waits for a port that is taken. @returns the port */
  listen(at: Listening): Promise<number>
  reload(): void
  nameBrokenFiles(lines: readonly string[]): void
  /** Requests that wait for a first portal get an error. */
  fail(): void
  close(): void
}

export function createFront({ target, scripts }: FrontSettings): Front {
  const run = Date.now().toString(36)
  const listeners = new Set<ServerResponse>()
  let version = 0
  let hasFailed = false
  let brokenFiles = '[]'
  let early: Array<() => void> = []

  const name = (): string => `${run}-${version}`
  const follow = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: 200\ndata: ${name()}\n\n${brokenFilesEvent(brokenFiles)}`)
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const portal = target()
    if (portal) passOrRefuse(portal, request, response, name())
    else if (hasFailed) sendNote(response, 503, 'There is nothing to show: the terminal says why.')
    else early.push(() => respond(request, response))
  }
  const receive = (request: IncomingMessage, response: ServerResponse): void => {
    const script = scripts?.get(request.url ?? '')
    if (request.url === EVENTS) follow(response)
    else if (script !== undefined) sendScript(response, script)
    else respond(request, response)
  }
  let servers: Server[] = []
  const releaseEarly = (): void => {
    const waiting = early
    early = []
    for (const again of waiting) again()
  }

  return {
    async listen({ port, host, complain }) {
      for (let tries = 0; ; tries++) {
        try {
          servers = await listenEverywhere(receive, port, host)
          return portOf(servers[0])
        } catch (error) {
          if (codeOf(error) !== 'EADDRINUSE') throw error
          if (tries === 0) complain(`port ${port} is taken: waiting until it is free`)
          await wait(PORT_PAUSE)
        }
      }
    },
    reload() {
      hasFailed = false
      version += 1
      releaseEarly()
      for (const response of listeners) response.write(`data: ${name()}\n\n`)
    },
    nameBrokenFiles(lines) {
      brokenFiles = JSON.stringify(lines)
      for (const response of listeners) response.write(brokenFilesEvent(brokenFiles))
    },
    fail() {
      hasFailed = true
      releaseEarly()
    },
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

function brokenFilesEvent(json: string): string {
  return `event: broken-files\ndata: ${json}\n\n`
}

type Receive = (request: IncomingMessage, response: ServerResponse) => void

/** Another program at `localhost` would be shown in place of this one. */
async function listenEverywhere(receive: Receive, port: number, host: string): Promise<Server[]> {
  const [first = host, ...others] = LOOPBACK.includes(host) || host === 'localhost' ? LOOPBACK : [host]
  const servers = [await listenOnce(receive, port, first)]
  try {
    for (const other of others) servers.push(await listenOnce(receive, portOf(servers[0]), other))
  } catch (error) {
    if (WITHOUT_IPV6.includes(codeOf(error))) return servers
    for (const server of servers) server.close()
    throw error
  }
  return servers
}

function portOf(server: Server | undefined): number {
  const place = server?.address()
  return typeof place === 'object' && place ? place.port : 0
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function listenOnce(receive: Receive, port: number, host: string): Promise<Server> {
  const server = createServer(receive)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

function passOrRefuse(portal: Target, request: IncomingMessage, response: ServerResponse, build: string): void {
  try {
    pass(portal, request, response, build)
  } catch (error) {
    sendNote(response, 400, `This request cannot be passed on: ${codeOf(error)}.`)
  }
}

/** @param build for the page's script (live-reload.ts) */
function pass(portal: Target, request: IncomingMessage, response: ServerResponse, build: string): void {
  const { method, url: path = '/' } = request
  const port = (CATALOGUE.test(path) ? portal.ports.catalogue : undefined) ?? portal.ports.portal
  const headers = passedOn(request.rawHeaders, NOT_IN_REQUESTS)
  const call = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
    const { statusCode = 502, headers: known } = incoming
    if (statusCode === 500 && known['content-type']?.startsWith('text/html')) {
      incoming.resume()
      sendNote(response, 500, 'This page failed: the terminal says why.')
      return
    }
    response.writeHead(statusCode, incoming.statusMessage, [
      ...passedOn(incoming.rawHeaders, NOT_IN_RESPONSES),
      'server-timing',
      `build;desc="${build}"`,
    ])
    incoming.pipe(response)
    incoming.on('error', () => response.destroy())
  })
  call.on('error', () => {
    if (response.headersSent) response.destroy()
    else sendNote(response, 502, 'The server did not answer: the terminal says why.')
  })
  portal.waiting += 1
  response.on('close', () => {
    portal.waiting -= 1
    call.destroy()
  })
  request.pipe(call)
}

function passedOn(raw: readonly string[], leftOut: ReadonlySet<string>): string[] {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !leftOut.has(name.toLowerCase()) ? [name, raw[index + 1] ?? ''] : [],
  )
}

function sendScript(response: ServerResponse, script: string): void {
  response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
  response.end(script)
}

/** Loads again with the next build. */
function sendNote(response: ServerResponse, status: number, text: string): void {
  const script = `let v;new EventSource('${EVENTS}').onmessage=({data})=>{v??=data;if(v!==data)location.reload()}`
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!doctype html><title>${status}</title><h1>${status}</h1><p>${text}</p><script>${script}</script>`)
}
