import { listedAuthor, longAuthor } from '../../content/author-forms.ts'
import { DEADLINE } from '../../content/repository.ts'
import type { Span } from '../../observability/tracing/span.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { isRecord } from '../../system/record.ts'
import type { ContentSource, Rank, Validator, WireResponse } from '../source.ts'
import { byService, type CmsUrls, type CredentialsByService, cmsAccounts } from '../upstream/accounts.ts'
import { SourceError } from '../upstream/errors.ts'
import { createHosts } from '../upstream/host.ts'
import { createJsonClient, type JsonClient, validatorOf } from '../upstream/http.ts'
import { type ArticleEndpoints, createArticleEndpoints } from './article-endpoints.ts'
import { hubSeries } from './series.ts'

export const HUB_ADS_PATH = '/wp-json/ad-menager/v2/ads/all'

/** (WIRE-1) The AMP endpoint is deliberately not called (AMP-2). */
const PATHS = {
  home: '/wp-json/hub/v2/page/',
  post: '/wp-json/bb/v2/post',
  plainPost: '/wp-json/hub/v2/post',
  plusPost: '/wp-json/hub/v2/plus/post',
  taxonomy: '/wp-json/hub/v2/taxonomy/',
  author: '/wp-json/hub/v2/author/',
  search: '/wp-json/hub/v2/search/',
  block: '/wp-json/hub/v2/block/',
  ads: HUB_ADS_PATH,
} as const

export function createHubSource(
  cmsUrls: CmsUrls,
  credentials?: CredentialsByService,
  hostOf = createHosts(),
): ContentSource {
  const clients = byService(cmsAccounts(cmsUrls, credentials), (account) =>
    createJsonClient(account.url, account.credentials, hostOf(account.url)),
  )
  const endpoints = byService(cmsAccounts(cmsUrls, credentials), () =>
    createArticleEndpoints(PATHS.post, PATHS.plainPost),
  )
  return sourceFrom(clients, endpoints, createLastPageMarker())
}

function sourceFrom(
  clients: (service: Service) => JsonClient | undefined,
  endpoints: (service: Service) => ArticleEndpoints | undefined,
  markLastPage: ReturnType<typeof createLastPageMarker>,
  span?: Span,
): ContentSource {
  const clientOf = (service: Service): JsonClient => {
    const client = clients(service)
    if (!client) throw new SourceError(`service ${service.name}`, 'refused', 'no CMS is configured for it')
    return client
  }
  const fetchContent = async (
    service: Service,
    endpoint: string,
    names: readonly string[],
    rank: Rank = 'primary',
    deadline: number = DEADLINE.primary,
    known?: Validator,
  ): Promise<WireResponse> => {
    // "." and ".." would name another endpoint.
    if (names.some((name) => name === '.' || name === '..')) return { call: `GET ${endpoint}`, json: undefined }
    const path = `${endpoint}${names.map(encodeURIComponent).join('/')}`
    const response = await clientOf(service).get(path, deadline, { rank, span, known })
    const { call, json, isUnchanged } = response
    const validator = validatorOf(response)
    return { call, json, validator, isUnchanged }
  }

  const article = async (
    service: Service,
    path: string,
    rank: Rank | undefined,
    isPlain: boolean,
    known: Validator | undefined,
  ): Promise<WireResponse> => {
    const names = path.split('/')
    const end = performance.now() + DEADLINE.primary
    const read = (endpoint: string): Promise<WireResponse> =>
      fetchContent(service, endpoint, names, rank, Math.max(1, end - performance.now()), known)
    const own = service.articleLayout === 'single' ? undefined : endpoints(service)
    return own ? own.read(isPlain, read) : read(PATHS.plusPost)
  }

  return {
    needsHomeId: true,
    home: (service, known) =>
      fetchContent(service, PATHS.home, [service.homePageId ?? ''], 'primary', DEADLINE.primary, known),
    article: (service, path, rank, known) => article(service, path, rank, false, known),
    plainArticle: (service, path, rank, known) => article(service, path, rank, true, known),
    hasPlainArticles: (service) => service.articleLayout !== 'single' && endpoints(service)?.hasPlain === true,
    archive: async (service, kind, slug, page, rank, known) => {
      // The hub's lists have no paths of their own.
      const call = `${service.name} ${slug}`
      if (kind === 'path' || (kind === 'series' && page > 1)) return { call, json: undefined }
      if (kind === 'series') {
        const read = async (tagPage: number) =>
          (await fetchContent(service, `${PATHS.taxonomy}tag/`, [slug, String(tagPage)], rank)).json
        return { call, json: await hubSeries(slug, service.series, read) }
      }
      if (kind !== 'author') {
        const names = [slug, String(page)]
        return fetchContent(service, `${PATHS.taxonomy}${kind}/`, names, rank, DEADLINE.primary, known)
      }
      const list = await fetchContent(service, PATHS.author, [slug, String(page)], rank)
      const read = async () => (await fetchContent(service, PATHS.author, [slug], 'secondary', DEADLINE.secondary)).json
      // No validator stands for two responses.
      return { call: list.call, json: await withBiography(list.json, { slug, page, read }) }
    },
    search: async (service, query, page, rank = 'search') => {
      const { call, json } = await fetchContent(service, PATHS.search, [query, String(page)], rank, DEADLINE[rank])
      return { call, json: markLastPage(service.name, json) }
    },
    block: (service, ref) => fetchContent(service, PATHS.block, [ref], 'secondary', DEADLINE.secondary),
    ads: (service) => fetchContent(service, PATHS.ads, [], 'secondary', DEADLINE.secondary),
    prepare: async () => {},
    under: (below) => sourceFrom(clients, endpoints, markLastPage, below),
  }
}

/**
 * Adds the biography to an author's list (PAGE-13); a failure leaves the list as it is.
 * @param json undefined: there is no list
 */
export async function withBiography(
  json: unknown,
  { slug, page, read }: { slug: string; page: number; read(): Promise<unknown> },
): Promise<unknown> {
  if (json !== undefined && !isRecord(json)) return json
  const own = json && listedAuthor(json)
  const isList = json !== undefined && hasPosts(json)
  if (json?.errors || (isList && own?.description) || (!isList && page > 1)) return json
  const biography = await read().catch(() => undefined)
  const author = isRecord(biography) ? longAuthor(own, biography.author, biography) : own
  if (isList) return { ...json, author }
  return author?.name === undefined ? json : { ...emptyList(slug), author }
}

function hasPosts({ posts, blocks }: Readonly<Record<string, unknown>>): boolean {
  return posts !== undefined || blocks !== undefined
}

function emptyList(slug: string): object {
  return { type: 'author', name: slug, blocks: [], posts: [], sumOfPosts: 0, postPerPage: 1, ad_slots: [] }
}

/** Of a full page; the last page of a search has fewer results. */
const LAST_PAGE_SHARE = 1 / 2

/**
 * The hub gives neither number of results nor page size (SEARCH-1). The limit is half of the service's largest page,
 * as a CMS may filter after the query.
 */
export function createLastPageMarker(): (service: ServiceName, json: unknown) => unknown {
  const fullest = new Map<ServiceName, number>()
  return (service, json) => {
    if (!isRecord(json) || !Array.isArray(json.posts)) return json
    const count = json.posts.length
    const most = Math.max(count, fullest.get(service) ?? 0)
    fullest.set(service, most)
    return count < most * LAST_PAGE_SHARE ? { ...json, hasMore: false } : json
  }
}
