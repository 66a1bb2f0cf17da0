import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROOT } from './root.ts'

/** Two seconds of colours and a tone: VP9 and Opus, as a browser records a canvas. */
export const VIDEO = readFileSync(join(ROOT, 'test/support/fixtures/film.mp4'))

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Simulates Giphy on a free loopback port: its API, and the videos that it names. */
export interface GiphyServer {
  /** Origin, without a trailing slash. */
  url: string
  /** Requested paths with their queries, in order. */
  calls: string[]
  /** Number of requests for paths with this prefix. */
  countOf(path: string): number
  /** From now on, what begins with the path is answered like this; the latest rule wins. */
  on(path: string, reply: Handler | object | string): void
  close(): Promise<void>
}

export async function startGiphy(): Promise<GiphyServer> {
  const calls: string[] = []
  const rules: Array<[string, Handler]> = [['/', (_request, response) => void response.writeHead(404).end()]]
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    calls.push(path)
    rules.findLast(([start]) => path.startsWith(start))?.[1](request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    countOf: (path) => calls.filter((call) => call.startsWith(path)).length,
    on: (path, reply) => void rules.push([path, typeof reply === 'function' ? (reply as Handler) : sends(reply)]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sends(reply: object | string): Handler {
  const body = typeof reply === 'string' ? reply : JSON.stringify(reply)
  return (_request, response) => void response.setHeader('content-type', 'application/json').end(body)
}

/** Sends a video as video servers do: the requested range. */
export function clip(bytes: Buffer = VIDEO, type = 'video/mp4'): Handler {
  return (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const [start, end] = [Number(first ?? 0), last ? Number(last) : bytes.length - 1]
    response.writeHead(first === undefined ? 200 : 206, {
      'content-type': type,
      'accept-ranges': 'bytes',
      'content-length': String(end - start + 1),
      ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${bytes.length}` }),
    })
    response.end(bytes.subarray(start, end + 1))
  }
}

/** Giphy's response for an item, without the fields that the portal ignores. */
export function giphyItem(images: object, id = 'l0KlosZboze', more: object = {}): object {
  return { data: { type: 'gif', id, rating: 'g', images, ...more }, meta: { status: 200, msg: 'OK', response_id: 'x' } }
}
