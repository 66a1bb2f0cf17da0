/**
 * What listens where browsers ask, for as long as development goes on: it hands requests to the build that is served now,
 * and tells pages of the next one. Nothing of it is in a build (docs/decisions/045).
 */
import { createServer, request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

const EVENTS = '/__development/events'
const CATALOGUE = /^\/__catalogue(?:[/?]|$)/
/** These headers describe one connection only. */
const NOT_IN_REQUESTS = new Set(['connection', 'keep-alive', 'proxy-connection'])
const NOT_IN_RESPONSES = new Set(['connection', 'keep-alive', 'transfer-encoding'])
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
    if (portal) pass(portal, request, response, name())
    else if (hasFailed) sendNote(response, 503, 'There is no build to show.')
    else early.push(() => respond(request, response))
  }
  const server = createServer((request, response) => {
    if (request.url === EVENTS) follow(response)
    else respond(request, response)
  })
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
          return await listenOnce(server, port, host)
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
      server.close()
      server.closeAllConnections()
    },
  }
}

/** An event with a name is none of a build. */
function brokenFilesEvent(json) {
  return `event: broken-files\ndata: ${json}\n\n`
}

function listenOnce(server, port, host) {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address().port)
    })
  })
}

/** @param build stands in the response for the page's script (live-reload.ts): it may have been made before the next build */
function pass(portal, request, response, build) {
  const port = CATALOGUE.test(request.url) ? portal.ports.catalogue : portal.ports.portal
  const { method, url: path } = request
  portal.waiting += 1
  response.on('close', () => {
    portal.waiting -= 1
    call.destroy()
  })
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
