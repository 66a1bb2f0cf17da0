import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** A call as it came. */
export interface ReceivedCall {
  method: string
  path: string
  authorization: string | undefined
  body: unknown
}

/** A reply; `body` other than a text is JSON. `hang`: never. */
export interface ProviderReply {
  status: number
  body: unknown
  isHanging?: boolean
}

export interface ProviderServer {
  origin: string
  calls: ReceivedCall[]
  close(): Promise<void>
}

/** An interface of HTTP on loopback that knows its documented calls, and nothing else. */
export async function startProvider(respond: (call: ReceivedCall) => ProviderReply): Promise<ProviderServer> {
  const calls: ReceivedCall[] = []
  const server = createServer((request, response) => void handle(request, response))
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url = '', headers } = request
    const isJson = headers['content-type'] === 'application/json'
    const body: unknown = text === '' ? undefined : isJson ? JSON.parse(text) : 'not JSON'
    const call = { method, path: url, authorization: headers.authorization, body }
    calls.push(call)
    const reply = respond(call)
    if (reply.isHanging) return
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  const port = typeof place === 'object' && place !== null ? place.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
