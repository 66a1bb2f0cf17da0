import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

/** A post that a receiver got. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Receiver {
  /** Origin, without a trailing slash. */
  url: string
  port: number
  received: Received[]
  /** From now on posts get this response; `hang`: none. */
  respond(how: number | 'hang'): void
  close(): Promise<void>
}

/** Receives posts on a free loopback port: telemetry and error reports of tests. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const hanging = new Set<ServerResponse>()
  let how: number | 'hang' = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      received.push({ path: request.url ?? '', headers: request.headers, body })
      if (how === 'hang') return void hanging.add(response)
      response.writeHead(how, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    respond(wanted) {
      how = wanted
      if (wanted === 'hang') return
      for (const response of hanging) response.writeHead(wanted).end('{}')
      hanging.clear()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
