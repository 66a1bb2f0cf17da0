import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** Response of the hub to one call, in place of its file. */
export interface Behaviour {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer
  /** Responds with a redirect to this URL. */
  location?: string
  /** Milliseconds before anything is sent. */
  delay?: number
  /**
   * `hang`: never responds. `cut`: closes the connection without a response. `truncate`: closes it after half of the
   * body. `stall`: sends half of the body and nothing more. `drip`: sends a byte at intervals. `flood`: sends the body
   * repeatedly, without an end. `babble`: sends something that is not HTTP.
   */
  manner?: 'hang' | 'cut' | 'truncate' | 'stall' | 'drip' | 'flood' | 'babble'
  /** Milliseconds between two bytes of a `drip`. */
  interval?: number
}

/** One received call, its path decoded. */
export interface HubCall {
  path: string
  headers: IncomingHttpHeaders
}

/** Decides the response to a call; `undefined`: the file. `nth` counts the calls of that path from 1. */
export type Behave = (call: HubCall, nth: number) => Behaviour | undefined

export interface HubServer {
  /** Origin, without a trailing slash. */
  url: string
  calls: HubCall[]
  /** The maximum number of parallel calls. */
  readonly mostAtOnce: number
  countOf(path: string): number
  /** From now on, the path responds like this, to every call or by a function of its number. */
  misbehave(path: string, behaviour: Behaviour | ((nth: number) => Behaviour | undefined)): void
  /** From now on, every path without a behaviour of its own responds like this. */
  misbehaveAll(behaviour: Behaviour | Behave): void
  /** Delays every response from now on. Milliseconds. */
  slowDown(delay: number): void
  /** From now on, every path responds with its file again, without a delay. */
  recover(): void
  /** Closes the port: new connections are refused, open ones are cut off. */
  refuse(): Promise<void>
  /** Opens the same port again. */
  accept(): Promise<void>
  close(): Promise<void>
}

const SEARCH = /^\/wp-json\/hub\/v2\/search\/([^/]+)\/(\d+)$/
const POSTS_FOLDER = 'wp-json/bb/v2/post'
const RESULTS_PER_PAGE = 10
const DRIP_INTERVAL_MS = 20
const MISSING: Behaviour = { status: 404, body: '{"code":"rest_no_route","data":{"status":404}}' }

/**
 * Simulates the CMS on a free loopback port: JSON files of a folder at the hub's own paths, search by title, 404
 * otherwise.
 * @param folder absolute path; absent: every path is missing until `misbehave` overrides it
 */
export async function startHub(folder?: string, behave?: Behave): Promise<HubServer> {
  const calls: HubCall[] = []
  const counts = new Map<string, number>()
  const overrides = new Map<string, (nth: number) => Behaviour | undefined>()
  let general: Behave | undefined
  let slowness = 0
  let underWay = 0
  let mostAtOnce = 0
  const countOf = (path: string): number => counts.get(path) ?? 0

  const responseOf = async (call: HubCall, segments: string[] | undefined): Promise<Behaviour> => {
    const nth = countOf(call.path)
    const chosen = overrides.get(call.path)?.(nth) ?? general?.(call, nth) ?? behave?.(call, nth)
    if (chosen) return chosen
    if (!folder || !segments) return MISSING
    const search = SEARCH.exec(call.path)
    if (search) return { body: JSON.stringify(await foundIn(folder, search[1] ?? '', Number(search[2]))) }
    return readFile(`${join(folder, ...segments)}.json`).then(
      (body) => ({ body }),
      () => MISSING,
    )
  }

  const server = createServer((request, response) => {
    const segments = segmentsOf(request.url ?? '/')
    const call = { path: segments ? `/${segments.join('/')}` : (request.url ?? ''), headers: request.headers }
    calls.push(call)
    underWay += 1
    mostAtOnce = Math.max(mostAtOnce, underWay)
    response.on('close', () => {
      underWay -= 1
    })
    counts.set(call.path, countOf(call.path) + 1)
    responseOf(call, segments).then(
      (behaviour) => void send(response, { ...behaviour, delay: (behaviour.delay ?? 0) + slowness }),
      () => response.destroy(),
    )
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    get mostAtOnce() {
      return mostAtOnce
    },
    countOf,
    misbehave(path, behaviour) {
      const first = countOf(path)
      overrides.set(path, typeof behaviour === 'function' ? (nth) => behaviour(nth - first) : () => behaviour)
    },
    misbehaveAll(behaviour) {
      general = typeof behaviour === 'function' ? behaviour : () => behaviour
    },
    slowDown(delay) {
      slowness = delay
    },
    recover() {
      overrides.clear()
      general = undefined
      slowness = 0
    },
    refuse: close,
    accept: () => listen(port),
    close,
  }
}

/** Serves some paths with their files and replaced fields. */
export function withFields(folder: string, fields: Readonly<Record<string, object>>): Behave {
  return ({ path }) => {
    const own = fields[path]
    if (!own) return undefined
    const file = JSON.parse(readFileSync(`${join(folder, ...path.split('/'))}.json`, 'utf8')) as object
    return { body: JSON.stringify({ ...file, ...own }) }
  }
}

/** Decoded segments of a path; undefined for one that would leave the folder or is malformed. */
function segmentsOf(url: string): string[] | undefined {
  try {
    const segments = (url.split('?', 1)[0] ?? '').split('/').slice(1).map(decodeURIComponent)
    const isInside = segments.every((segment) => !/^\.{0,2}$|[/\\\0]/.test(segment))
    return isInside ? segments : undefined
  } catch {
    return undefined
  }
}

async function foundIn(folder: string, query: string, page: number): Promise<{ posts: object[] }> {
  const root = join(folder, POSTS_FOLDER)
  const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.json')).sort()
  const articles = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(root, name), 'utf8')) as { title: string }),
  )
  const matches = articles.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
  return { posts: matches.slice((page - 1) * RESULTS_PER_PAGE, page * RESULTS_PER_PAGE) }
}

async function send(response: ServerResponse, behaviour: Behaviour): Promise<void> {
  const { manner, location, delay = 0 } = behaviour
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
  if (manner === 'hang') return
  if (manner === 'cut') return void response.destroy()
  if (manner === 'babble') return void response.socket?.end('to nie jest HTTP\r\n\r\n')
  const body = Buffer.from(behaviour.body ?? '')
  response.writeHead(behaviour.status ?? (location === undefined ? 200 : 302), {
    'content-type': 'application/json',
    ...(manner !== 'flood' && { 'content-length': String(body.length) }),
    ...(location !== undefined && { location }),
    ...behaviour.headers,
  })
  if (manner === undefined) return void response.end(body)
  if (manner === 'drip') return drip(response, body, behaviour.interval ?? DRIP_INTERVAL_MS)
  if (manner === 'flood') return flood(response, body)
  response.write(body.subarray(0, body.length / 2), () => {
    if (manner === 'truncate') response.destroy()
  })
}

async function drip(response: ServerResponse, body: Buffer, interval: number): Promise<void> {
  for (let sent = 0; sent < body.length && !response.destroyed; sent++) {
    response.write(body.subarray(sent, sent + 1))
    await new Promise((resolve) => setTimeout(resolve, interval).unref())
  }
  response.end()
}

/** As fast as the other side reads. */
function flood(response: ServerResponse, body: Buffer): void {
  const pour = (): void => {
    while (!response.destroyed && response.write(body)) {}
  }
  response.on('drain', pour)
  pour()
}
