import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One received call. */
export interface RestCall {
  method: string
  /** Decoded, without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
}

export interface RestResponse {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as it is, in place of JSON. */
  body?: string | Buffer
}

export interface WordPressServer {
  /** Origin, without a trailing slash. */
  url: string
  calls: RestCall[]
  /** Paths that were called, in order, as `GET wp/v2/posts` or `HEAD /path/`. */
  requested(): string[]
  /** From now on, a path gets this response; others have nothing: an empty list, or 404 below a route. */
  on(path: string, reply: RestResponse | ((call: RestCall) => RestResponse | undefined)): void
  /** The same for all other paths. */
  onOthers(reply: (call: RestCall) => RestResponse | undefined): void
  close(): Promise<void>
}

/** The REST API of a WordPress with responses set by the test, on a free loopback port. */
export async function startWordPress(): Promise<WordPressServer> {
  const calls: RestCall[] = []
  const responses = new Map<string, (call: RestCall) => RestResponse | undefined>()
  let others: (call: RestCall) => RestResponse | undefined = () => undefined
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const { method = '', headers } = request
    const call = { method, path: decodeURIComponent(url.pathname), query: url.searchParams, headers }
    calls.push(call)
    const {
      status = 200,
      headers: own = {},
      json,
      body,
    } = (responses.get(call.path) ?? others)(call) ?? nothing(call.path)
    const counted = Array.isArray(json) && { 'x-wp-total': String(json.length), 'x-wp-totalpages': '1' }
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...counted, ...own })
    response.end(method === 'HEAD' ? undefined : (body ?? JSON.stringify(json)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    requested: () => calls.map(({ method, path }) => `${method} ${path.replace('/wp-json/', '')}`),
    on: (path, reply) => void responses.set(path, typeof reply === 'function' ? reply : () => reply),
    onOthers: (reply) => {
      others = reply
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Collections are empty; anything else is missing. */
function nothing(path: string): RestResponse {
  if (/^\/wp-json\/wp\/v2\/[a-z-]+$/.test(path)) return { json: [] }
  return { status: 404, json: { code: 'rest_no_route', message: '', data: { status: 404 } } }
}
