import { setTimeout as wait } from 'node:timers/promises'
import type { z } from 'zod'
import { withoutTrailingSlashes } from '../../../src/content/trailing-slashes.ts'
import type { WireResponse } from '../../../src/sources/source.ts'
import { SourceError } from '../../../src/sources/upstream/errors.ts'
import { createJsonClient, type JsonClient, type ResponseHead } from '../../../src/sources/upstream/http.ts'
import { missingCapabilities } from '../../../src/sources/wordpress/check.ts'
import { restMe } from '../../../src/sources/wordpress/wire.ts'
import { type ImportSource, ImportSourceError, type SourcePart, type SourceTerm } from '../source.ts'
import { restMedia, restPostOf, restRoot, restTerm, restUser } from './wire.ts'

/** Fifty long articles take a small server a while. */
const DEADLINE_MS = 30_000
const PER_PAGE = 50
const PAUSES_MS = [1000, 4000, 15_000]
/** Ends a site without end (COST-40). */
const MAX_PAGES = 20_000
const NO_SUCH_PAGE = 'rest_post_invalid_page_number'
const HEAD_FIELDS = 'id,guid,slug,status,type,link,date_gmt,modified_gmt,title,author,sticky,categories,tags'
const POST_FIELDS = `${HEAD_FIELDS},content,excerpt,password,featured_media,comment_status`

/**
 * Original texts need credentials.
 * @param siteUrl its API is below it
 */
export function restSource(
  siteUrl: string,
  credentials: { user: string; key: string } | undefined,
  signal: AbortSignal,
): ImportSource {
  const client = createJsonClient(withoutTrailingSlashes(siteUrl), credentials)
  const context = credentials ? '&context=edit' : ''
  const users = new Map<string, string>()
  const terms = new Map<string, SourceTerm>()
  let routeOf: RouteOf | undefined

  const get = async (route: string, query: string): Promise<JsonResponse> => {
    routeOf ??= await findApi(client, signal)
    return getWithRetries(client, routeOf(route, query), signal)
  }
  const list = (route: string, query = '') => itemsOf(get, route, query)

  async function* termsOf(route: string, kind: SourceTerm['kind']): AsyncGenerator<SourcePart> {
    for await (const item of list(route, '&_fields=id,slug,name,description')) {
      const { success, data } = restTerm.safeParse(item)
      if (!success) continue
      const term = { kind, nicename: data.slug, name: data.name, description: data.description }
      terms.set(data.id, term)
      yield { kind: 'term', term }
    }
  }

  async function* postsOf(kind: 'head' | 'post'): AsyncGenerator<SourcePart> {
    const fields = kind === 'head' ? HEAD_FIELDS : POST_FIELDS
    // Only editors may read reusable blocks.
    for (const type of ['posts', 'pages', ...(credentials ? ['blocks'] : [])]) {
      for await (const item of list(type, `&orderby=id&order=asc&_fields=${fields}${context}`)) {
        const post = restPostOf(item, { users, terms })
        if (post) yield { kind, post }
        else yield { kind: 'unreadable', name: nameOf(item), reason: 'it is no post as WordPress sends them' }
      }
    }
  }

  return {
    async *outline() {
      if (credentials) await checkCredentials(get)
      const root = parsed(restRoot, (await get('', '_fields=name,url,home')).json, 'its API')
      yield { kind: 'site', site: { title: root.name, url: withoutTrailingSlashes(root.home ?? root.url ?? siteUrl) } }
      for await (const item of list('/wp/v2/users', '&_fields=id,slug,name')) {
        const { success, data } = restUser.safeParse(item)
        if (!success) continue
        users.set(data.id, data.slug)
        yield { kind: 'author', author: { login: data.slug, name: data.name } }
      }
      yield* termsOf('/wp/v2/categories', 'category')
      yield* termsOf('/wp/v2/tags', 'tag')
      for await (const item of list('/wp/v2/media', '&_fields=id,source_url,title,alt_text,caption,post,menu_order')) {
        const { success, data } = restMedia.safeParse(item)
        if (success) yield { kind: 'attachment', attachment: data }
      }
      yield* postsOf('head')
    },
    posts: () => postsOf('post'),
  }
}

type JsonResponse = WireResponse & ResponseHead
type RouteOf = (route: string, query: string) => string
type Get = (route: string, query: string) => Promise<JsonResponse>

/** The root is below `/wp-json` or behind `?rest_route=`. */
async function findApi(client: JsonClient, signal: AbortSignal): Promise<RouteOf> {
  const ways: RouteOf[] = [
    (route, query) => `/wp-json${route || '/'}?${query}`,
    (route, query) => `/?rest_route=${encodeURIComponent(route || '/')}&${query}`,
  ]
  for (const way of ways) {
    const response = await getWithRetries(client, way('', '_fields=name'), signal).catch((error: unknown) => {
      const isOther = error instanceof SourceError && (error.reason === 'not-json' || error.reason === 'status')
      if (!isOther) throw error
    })
    if (response?.json !== undefined && restRoot.safeParse(response.json).success) return way
  }
  throw new ImportSourceError('there is no WordPress REST API at this URL: neither /wp-json nor ?rest_route=')
}

/** WordPress ignores a wrong password, and hides other people's texts. */
async function checkCredentials(get: Get): Promise<void> {
  const response = await get('/wp/v2/users/me', 'context=edit').catch((error: unknown) => {
    if (error instanceof SourceError && (error.facts.status === 401 || error.facts.status === 403)) return undefined
    throw error
  })
  if (!response)
    throw new ImportSourceError('WordPress refuses CMS_USER and CMS_KEY: an application password is needed')
  const missing = missingCapabilities(parsed(restMe, response.json, 'the account'))
  if (missing.length === 0) return
  throw new ImportSourceError(`CMS_USER may not ${missing.join(', ')}, and so not read all texts: it must be an editor`)
}

async function* itemsOf(get: Get, route: string, query: string): AsyncGenerator<unknown> {
  const path = route.startsWith('/') ? route : `/wp/v2/${route}`
  const fetchPage = (page: number) => {
    const response = get(path, `per_page=${PER_PAGE}&page=${page}${query}`)
    // Nobody may await it.
    response.catch(() => {})
    return response
  }
  let next: Promise<JsonResponse> | undefined = fetchPage(1)
  for (let page = 1; next; page++) {
    const response: JsonResponse = await next
    const { json } = response
    if (json === undefined && page > 1) return
    if (!Array.isArray(json)) throw new ImportSourceError(`${response.call}: no list`)
    const hasNext = hasNextPage(response, page, json.length)
    if (hasNext && page === MAX_PAGES) throw new ImportSourceError(`${response.call}: more than ${MAX_PAGES} pages`)
    next = hasNext ? fetchPage(page + 1) : undefined
    yield* json
  }
}

/** Otherwise a full page has a successor. */
function hasNextPage({ headers }: JsonResponse, page: number, items: number): boolean {
  const pages = headers['x-wp-totalpages']
  if (pages === undefined || !/^\d+$/.test(pages)) return pages !== undefined && items === PER_PAGE
  return page < Number(pages) && items > 0
}

async function getWithRetries(client: JsonClient, path: string, signal: AbortSignal): Promise<JsonResponse> {
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await client.get(path, DEADLINE_MS, { missingCodes: [NO_SUCH_PAGE] })
    } catch (error) {
      signal.throwIfAborted()
      if (pause === undefined || !isPassing(error)) throw error
      await wait(pause, undefined, { signal })
    }
  }
  throw new ImportSourceError(`${path}: no response`)
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof SourceError)) return false
  if (error.reason !== 'status') return ['timeout', 'unreachable', 'incomplete', 'open', 'busy'].includes(error.reason)
  return error.facts.status === 429 || (error.facts.status ?? 0) >= 500
}

function parsed<T extends z.ZodType>(schema: T, json: unknown, what: string): z.output<T> {
  const { success, data, error } = schema.safeParse(json)
  if (!success) throw new ImportSourceError(`${what} does not answer as a WordPress does: ${error.issues[0]?.message}`)
  return data
}

function nameOf(item: unknown): string {
  return typeof item === 'object' && item !== null && 'link' in item ? String(item.link) : 'a post'
}
