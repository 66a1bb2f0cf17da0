import type { z } from 'zod'
import type { Span } from '../../tracing/span.ts'
import { SourceError } from '../errors.ts'
import type { Host } from '../host.ts'
import { createJsonClient } from '../http.ts'
import type { Rank } from '../source.ts'
import type { Query } from './fields.ts'

/** What bounds one question to the source, however many calls it takes. */
export interface Asking {
  rank: Rank
  /** Milliseconds that are left. */
  left(): number
  /** In which the calls stand; absent: they are not traced. */
  span?: Span | undefined
}

/** @param milliseconds from now on, for all calls together */
export function asking(rank: Rank, milliseconds: number, span?: Span): Asking {
  const end = performance.now() + milliseconds
  return { rank, span, left: () => Math.max(1, end - performance.now()) }
}

/** One page of a collection. */
export interface Listed<T> {
  items: T[]
  /** Items of the whole collection (`X-WP-Total`). */
  total: number
  /** The site's clock when it answered, in milliseconds since 1970; the portal's own when it does not say. */
  answeredAt: number
}

/** Where the site itself sends a reader of a path. */
export interface Located {
  status: number
  /** The address that a redirect names. */
  location?: string
  /** The route and the number of what stands there, when the site says it: `wp/v2/categories`, 38. */
  route?: string
  id?: number
}

export interface WordPressClient {
  /** Of the site, as it was configured. */
  url: string
  isAnonymous: boolean
  /** `edit` gives raw content, to those who may have it. */
  context: 'edit' | 'view'
  /**
   * A page of a collection; what is no item is dropped.
   * @param route below `/wp-json/`: `wp/v2/posts`
   * @returns undefined when there is no such collection or page
   * @throws {SourceError}
   */
  list<T extends z.ZodType>(
    route: string,
    query: Query,
    item: T,
    asking: Asking,
  ): Promise<Listed<z.output<T>> | undefined>
  /** One answer; undefined when it is not there or not what it should be. */
  item<T extends z.ZodType>(route: string, query: Query, schema: T, asking: Asking): Promise<z.output<T> | undefined>
  /**
   * What the site answers to a reader of a path, without the page itself.
   * @param path of the site, decoded
   */
  locate(path: string, asking: Asking): Promise<Located>
}

/** Error bodies that mean "not there", whatever their status. */
const MISSING_CODES = ['rest_post_invalid_page_number', 'rest_post_invalid_id', 'rest_term_invalid', 'rest_no_route']
const ROUTE = /<[^<>]*\/(wp\/v2\/[a-z_-]+)\/(\d+)>;\s*rel="alternate";\s*type="application\/json"/

/** The REST API of one site. */
export function createWordPressClient(
  url: string,
  credentials: { user: string; key: string } | undefined,
  host: Host | undefined,
): WordPressClient {
  const http = createJsonClient(url, credentials, host)
  const folder = new URL(url).pathname.replace(/\/+$/, '')
  const get = (route: string, query: Query, { rank, left, span }: Asking) => {
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''
    return http.get(`/wp-json/${route}${search}`, left(), { rank, missingCodes: MISSING_CODES, span })
  }

  return {
    url,
    isAnonymous: credentials === undefined,
    context: credentials === undefined ? 'view' : 'edit',
    async list(route, query, item, about) {
      const { call, json, headers } = await get(route, query, about)
      if (json === undefined) return undefined
      if (!Array.isArray(json)) throw new SourceError(call, 'not-json', 'no list')
      const items = json.flatMap((candidate) => {
        const parsed = item.safeParse(candidate)
        return parsed.success ? [parsed.data] : []
      })
      const total = totalOf(headers['x-wp-total'])
      const date = Date.parse(headers.date ?? '')
      return { items, total: total ?? items.length, answeredAt: Number.isNaN(date) ? Date.now() : date }
    },
    async item(route, query, schema, about) {
      const { json } = await get(route, query, about)
      const parsed = schema.safeParse(json)
      return parsed.success ? parsed.data : undefined
    },
    async locate(path, { rank, left, span }) {
      // A site in a folder has it in all its addresses, and in its own.
      const below = folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length) : path
      const written = below.split('/').map(encodeURIComponent).join('/')
      const asked = written.endsWith('/') ? written : `${written}/`
      const { headers, status } = await http.head(asked, left(), { rank, span })
      const [, route, id] = (status === 200 && ROUTE.exec(headers.link ?? '')) || []
      return {
        status,
        ...(headers.location && { location: headers.location }),
        ...(route && { route, id: Number(id) }),
      }
    },
  }
}

/** `X-WP-Total`: digits. What is no count is as good as none; one that nobody can believe is told of by its decoder. */
function totalOf(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Math.min(Number(header), Number.MAX_SAFE_INTEGER) : undefined
}
