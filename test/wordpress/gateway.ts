import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in front of a WordPress under test: forwards everything, counts the calls, and can be taken offline. */
export interface Gateway {
  /** Origin, without a trailing slash. */
  url: string
  /** Methods and paths with their queries, in order, since the last `forget`. */
  calls: string[]
  /** Those of one trace: what a reader waited for, whatever runs in the background at the same time. */
  callsOf(traceId: string): string[]
  /** Headers of the last call with this method and path. */
  headersOf(call: string): IncomingHttpHeaders
  /** The call whose response took longest to begin. */
  slowest(): { call: string; ms: number }
  forget(): void
  /** From now on new connections are refused, and open ones are cut off. */
  refuse(): Promise<void>
  /** Serves the same origin again. */
  accept(): Promise<void>
}

/** @param port where WordPress listens, on loopback */
export async function startGateway(port: number): Promise<Gateway> {
  const calls: string[] = []
  const byTrace = new Map<string, string[]>()
  const headersByCall = new Map<string, IncomingHttpHeaders>()
  let slowest = { call: '', ms: 0 }
  const server = createServer((incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming
    calls.push(`${method} ${path}`)
    headersByCall.set(`${method} ${path}`, headers)
    const traceId = String(headers.traceparent ?? '').split('-')[1]
    if (traceId) byTrace.set(traceId, [...(byTrace.get(traceId) ?? []), `${method} ${path}`])
    const since = performance.now()
    const call = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      const ms = Math.round(performance.now() - since)
      if (ms > slowest.ms) slowest = { call: `${method} ${path}`, ms }
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    outgoing.on('close', () => call.destroy())
    incoming.pipe(call)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    calls,
    callsOf: (traceId) => byTrace.get(traceId) ?? [],
    headersOf: (call) => headersByCall.get(call) ?? {},
    slowest: () => slowest,
    forget() {
      calls.splice(0)
      byTrace.clear()
      headersByCall.clear()
    },
    async refuse() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
    async accept() {
      server.listen(own, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
