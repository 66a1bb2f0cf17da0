import type { z } from 'zod'
import { SourceError } from '../upstream/errors.ts'
import type { Host } from '../upstream/host.ts'
import { createJsonClient } from '../upstream/http.ts'
import type { Query } from './fields.ts'
import { type CallBudget, createRestCalls } from './rest-calls.ts'
import { createTotals } from './totals.ts'

export interface Listed<T> {
  items: T[]
  total: number
  /** By the site's clock, or the portal's own; milliseconds since 1970. */
  answeredAt: number
}

export interface Located {
  status: number
  /** The target of a redirect. */
  location?: string
  /** Where the site names route and id at the path: `wp/v2/categories`, 38. */
  route?: string
  id?: number
}

export interface FeedState {
  changedAt?: number
  answeredAt: number
}

export interface WordPressClient {
  url: string
  isAnonymous: boolean
  isPlain(): boolean
  /** `edit` returns raw content, to users who may edit it. */
  context: 'edit' | 'view'
  /**
   * Leaves out invalid items.
   * @param route below `/wp-json/`: `wp/v2/posts`
   * @returns undefined without the collection or the page
   * @throws {SourceError}
   */
  list<T extends z.ZodType>(
    route: string,
    query: Query,
    item: T,
    budget: CallBudget,
  ): Promise<Listed<z.output<T>> | undefined>
  /** Undefined: it does not exist or has the wrong shape. */
  item<T extends z.ZodType>(
    route: string,
    query: Query,
    schema: T,
    budget: CallBudget,
  ): Promise<z.output<T> | undefined>
  /** When anything public last changed: milliseconds since 1970; undefined: the site does not say so. */
  feedState(budget: CallBudget): Promise<FeedState>
  /**
   * The site's response to a reader, without the page.
   * @param path decoded
   * @param query `p=12`
   */
  locate(path: string, budget: CallBudget, query?: string): Promise<Located>
}

/** Newer versions of WordPress give the link a title; plain permalinks have the route in a parameter. */
const ROUTE =
  /<[^<>]*\/(wp\/v2\/[a-z_-]+)\/(\d+)>;\s*rel="alternate";(?:\s*title="[^"<>]*";)?\s*type="application\/json"/

export function createWordPressClient(
  url: string,
  credentials: { user: string; key: string } | undefined,
  host: Host | undefined,
): WordPressClient {
  const http = createJsonClient(url, credentials, host)
  const folder = new URL(url).pathname.replace(/\/+$/, '')
  const get = createRestCalls(http)
  const totals = createTotals(async (route, query, about) => {
    const { json } = await get(route, query, about)
    return Array.isArray(json) ? json.length : 0
  })

  return {
    url,
    isAnonymous: credentials === undefined,
    isPlain: get.isPlain,
    context: credentials === undefined ? 'view' : 'edit',
    async list(route, query, item, about) {
      const { call, json, headers } = await get(route, query, about)
      if (json === undefined) return undefined
      if (!Array.isArray(json)) throw new SourceError(call, 'not-json', 'no list')
      const items = json.flatMap((candidate) => {
        const parsed = item.safeParse(candidate)
        return parsed.success ? [parsed.data] : []
      })
      const stated = totalOf(headers['x-wp-total'])
      const pages = totalOf(headers['x-wp-totalpages'])
      const total = stated ?? (await totals({ route, query, items: json.length, pages }, about))
      return { items, total, answeredAt: clockOf(headers) }
    },
    async item(route, query, schema, about) {
      const { json } = await get(route, query, about)
      const parsed = schema.safeParse(json)
      return parsed.success ? parsed.data : undefined
    },
    async feedState({ rank, left, span }) {
      const { headers, status } = await http.head(get.isPlain() ? '/?feed=rss2' : '/feed/', left(), { rank, span })
      const changedAt = Date.parse(headers['last-modified'] ?? '')
      // With an age the head comes from a cache.
      const isOwn = status === 200 && (headers.age === undefined || headers.age === '0')
      return { answeredAt: clockOf(headers), changedAt: isOwn && !Number.isNaN(changedAt) ? changedAt : undefined }
    },
    async locate(path, { rank, left, span }, query) {
      // All URLs of a site in a folder include it.
      const below = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length) : path
      const written = below.split('/').map(encodeURIComponent).join('/')
      const requestPath = written.endsWith('/') ? written : `${written}/`
      const { headers, status } = await http.head(
        query === undefined ? requestPath : `${requestPath}?${query}`,
        left(),
        { rank, span },
      )
      const [, route, id] = (status === 200 && ROUTE.exec(headers.link ?? '')) || []
      return { status, location: headers.location || undefined, route, id: route ? Number(id) : undefined }
    },
  }
}

function clockOf(headers: Readonly<Record<string, string>>): number {
  const date = Date.parse(headers.date ?? '')
  return Number.isNaN(date) ? Date.now() : date
}

/** Invalid counts are absent; decoders report implausible ones. */
function totalOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Math.min(Number(header), Number.MAX_SAFE_INTEGER) : undefined
}
