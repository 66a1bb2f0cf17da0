import { z } from 'zod'

/** The REST API of a WordPress, as an editor with an application password uses it. */
export interface Rest {
  /**
   * GETs all pages of a list.
   * @param path below `/wp-json/wp/v2`, with its query
   */
  all(path: string): Promise<Record<string, unknown>[]>
  get(path: string): Promise<unknown>
  /**
   * Sends a request.
   * @returns the response of WordPress
   */
  ask(path: string, fields: object): Promise<unknown>
  /**
   * Creates something.
   * @returns its id; for an existing term the id of that
   */
  make(path: string, fields: object): Promise<number>
  change(path: string, fields: object): Promise<void>
  remove(path: string): Promise<void>
  /** Uploads a file into the media library. */
  upload(name: string, type: string, bytes: Buffer): Promise<number>
}

const API = '/wp-json/wp/v2'
const PER_PAGE = 100

const made = z.object({ id: z.number() })
const existing = z.object({ code: z.literal('term_exists'), data: z.object({ term_id: z.number() }) })
const list = z.array(z.record(z.string(), z.unknown()))

/** @throws {Error} from every method, with WordPress' message */
export function restClient(origin: string, user: string, password: string): Rest {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const ask = async (path: string, init: RequestInit = {}): Promise<{ json: unknown; headers: Headers }> => {
    const headers = { authorization, ...init.headers }
    const response = await fetch(`${origin}${API}${path}`, { ...init, headers })
    const text = await response.text()
    const json: unknown = parse(text)
    if (!response.ok && !existing.safeParse(json).success) {
      throw new Error(`${init.method ?? 'GET'} ${path}: HTTP ${response.status} ${text.slice(0, 400)}`)
    }
    return { json, headers: response.headers }
  }
  const idOf = (json: unknown): number => {
    const known = existing.safeParse(json)
    return known.success ? known.data.data.term_id : made.parse(json).id
  }
  const send = async (path: string, fields: object): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' }
    return (await ask(path, { method: 'POST', headers, body: JSON.stringify(fields) })).json
  }
  return {
    get: async (path) => (await ask(path)).json,
    ask: send,
    async all(path) {
      const items: Record<string, unknown>[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const separator = path.includes('?') ? '&' : '?'
        const { json, headers } = await ask(`${path}${separator}per_page=${PER_PAGE}&page=${page}`)
        items.push(...list.parse(json))
        pages = Number(headers.get('x-wp-totalpages'))
      }
      return items
    },
    make: async (path, fields) => idOf(await send(path, fields)),
    change: async (path, fields) => void (await send(path, fields)),
    async remove(path) {
      await ask(path, { method: 'DELETE' })
    },
    async upload(name, type, bytes) {
      const headers = { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` }
      return idOf((await ask('/media', { method: 'POST', headers, body: new Uint8Array(bytes) })).json)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
