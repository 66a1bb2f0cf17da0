import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { ROOT } from './portal.ts'

/** Two seconds of colours and a tone: VP9 and Opus, as a browser records a canvas. */
export const FILM = readFileSync(join(ROOT, 'test/support/fixtures/film.mp4'))

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Plays Giphy on a free loopback port: its interface, and the films that it names. */
export interface GiphyServer {
  /** Origin, without a trailing slash. */
  url: string
  /** Paths with their queries, in the order asked for. */
  calls: string[]
  /** How often something was asked for whose path begins so. */
  countOf(path: string): number
  /** From now on, what begins with the path is answered like this; the latest rule wins. */
  on(path: string, answer: Handler | object | string): void
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
    on: (path, answer) => void rules.push([path, typeof answer === 'function' ? (answer as Handler) : sends(answer)]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function sends(answer: object | string): Handler {
  const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return (_request, response) => void response.setHeader('content-type', 'application/json').end(body)
}

/** Sends a film as servers of films do: the part of it that is asked for. */
export function film(bytes: Buffer = FILM, type = 'video/mp4'): Handler {
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

/** What Giphy answers for an item; the rest of it, which is long, is of no use here. */
export function giphyItem(images: object, id = 'l0KlosZboze', more: object = {}): object {
  return { data: { type: 'gif', id, rating: 'g', images, ...more }, meta: { status: 200, msg: 'OK', response_id: 'x' } }
}
