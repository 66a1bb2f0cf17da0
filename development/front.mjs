/**
 * What listens where browsers ask, for as long as development goes on: it hands requests to the build that is served now,
 * and tells pages of the next one. Nothing of it is in a build (docs/decisions/045).
 */
import { createServer, request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const EVENTS = '/__development/events'
const CATALOGUE = /^\/__catalogue(?:[/?]|$)/
/** These headers describe one connection only (RFC 9110, 7.6.1). Node refuses to send trailers with a length. */
const NOT_IN_REQUESTS = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'])
const NOT_IN_RESPONSES = new Set(['connection', 'keep-alive', 'transfer-encoding'])
/** A browser tries the second one first where a page is at `localhost`. */
const LOOPBACK = ['127.0.0.1', '::1']
/** The machine has no IPv6. */
const WITHOUT_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])
/** Who still holds the port has so long between two looks. Milliseconds. */
const PORT_PAUSE = 250

/** @param target returns the portal that responds now, if there is one */
export function createFront({ target }) {
  const run = Date.now().toString(36)
  const listeners = new Set()
  let version = 0
  let hasFailed = false
  /** Lines about files of the newsroom, as pages get them. */
  let brokenFiles = '[]'
  /** Requests that came before the first build. */
  let early = []

  /** Of the build that is served. */
  const name = () => `${run}-${version}`
  const follow = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(`retry: 200\ndata: ${name()}\n\n${brokenFilesEvent(brokenFiles)}`)
    listeners.add(response)
    response.on('close', () => listeners.delete(response))
  }
  const respond = (request, response) => {
    const portal = target()
    if (portal) passOrRefuse(portal, request, response, name())
    else if (hasFailed) sendNote(response, 503, 'There is no build to show.')
    else early.push(() => respond(request, response))
  }
  const receive = (request, response) => {
    if (request.url === EVENTS) follow(response)
    else respond(request, response)
  }
  let servers = []
  const releaseEarly = () => {
    const waiting = early
    early = []
    for (const again of waiting) again()
  }

  return {
    /** Waits for the port where another process still has it. @returns the port */
    async listen({ port, host, complain }) {
      for (let tries = 0; ; tries++) {
        try {
          servers = await listenEverywhere(receive, port, host)
          return servers[0].address().port
        } catch (error) {
          if (error.code !== 'EADDRINUSE') throw error
          if (tries === 0) complain(`port ${port} is taken: waiting until it is free`)
          await wait(PORT_PAUSE)
        }
      }
    },
    /** Another build is served from now on: pages load it. */
    reload() {
      hasFailed = false
      version += 1
      releaseEarly()
      for (const response of listeners) response.write(`data: ${name()}\n\n`)
    },
    /** Open pages name files of the newsroom that cannot be read. */
    nameBrokenFiles(lines) {
      brokenFiles = JSON.stringify(lines)
      for (const response of listeners) response.write(brokenFilesEvent(brokenFiles))
    },
    /** A build has failed. Without one before it there is nothing to wait for. */
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

/** An event with a name is none of a build. */
function brokenFilesEvent(json) {
  return `event: broken-files\ndata: ${json}\n\n`
}

/** Another program at one of the names of the machine itself would be shown in place of this one. */
async function listenEverywhere(receive, port, host) {
  const [first, ...others] = LOOPBACK.includes(host) || host === 'localhost' ? LOOPBACK : [host]
  const servers = [await listenOnce(receive, port, first)]
  try {
    for (const other of others) servers.push(await listenOnce(receive, servers[0].address().port, other))
  } catch (error) {
    if (WITHOUT_IPV6.has(error.code)) return servers
    for (const server of servers) server.close()
    throw error
  }
  return servers
}

function listenOnce(receive, port, host) {
  const server = createServer(receive)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server)
    })
  })
}

/** What Node receives and refuses to send ends nothing. */
function passOrRefuse(portal, request, response, build) {
  try {
    pass(portal, request, response, build)
  } catch (error) {
    sendNote(response, 400, `This request cannot be passed on: ${error.code}.`)
  }
}

/** @param build stands in the response for the page's script (live-reload.ts): it may have been made before the next build */
function pass(portal, request, response, build) {
  const port = CATALOGUE.test(request.url) ? portal.ports.catalogue : portal.ports.portal
  const { method, url: path } = request
  const headers = passedOn(request.rawHeaders, NOT_IN_REQUESTS)
  const call = send({ host: '127.0.0.1', port, method, path, headers, agent: false }, (incoming) => {
    const { statusCode, headers: known } = incoming
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

function passedOn(raw, leftOut) {
  return raw.flatMap((name, index) =>
    index % 2 === 0 && !leftOut.has(name.toLowerCase()) ? [name, raw[index + 1]] : [],
  )
}

/** A page of development's own, for where the portal has none. It loads again with the next build. */
function sendNote(response, status, text) {
  const script = `let v;new EventSource('${EVENTS}').onmessage=({data})=>{v??=data;if(v!==data)location.reload()}`
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(`<!doctype html><title>${status}</title><h1>${status}</h1><p>${text}</p><script>${script}</script>`)
}
