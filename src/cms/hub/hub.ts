import { DEADLINE } from '../../content/reader.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { SourceError } from '../errors.ts'
import { createJsonClient, type JsonClient } from '../http.ts'
import type { ContentSource, WireAnswer } from '../source.ts'

/** Paths of the hub (spec 7, "Content management endpoints"). The AMP endpoint is known and not called (decision 7). */
const PATHS = {
  home: '/wp-json/hub/v2/page/',
  post: '/wp-json/bb/v2/post',
  plusPost: '/wp-json/hub/v2/plus/post',
  taxonomy: '/wp-json/hub/v2/taxonomy/',
  author: '/wp-json/hub/v2/author/',
  search: '/wp-json/hub/v2/search/',
} as const

/** The publisher's CMS, per `contract/hub.ts`. */
export function createHubSource(
  cmsUrls: Partial<Record<ServiceName, string>>,
  credentials?: { user: string; key: string },
): ContentSource {
  const clients = new Map<string, JsonClient>()
  const clientOf = (service: Service): JsonClient => {
    const url = cmsUrls[service.name] ?? cmsUrls[service.settingsOf]
    if (url === undefined) throw new SourceError(`service ${service.name}`, 'refused', 'no CMS is configured for it')
    const client = clients.get(url) ?? createJsonClient(url, credentials)
    clients.set(url, client)
    return client
  }
  const primary = async (service: Service, path: string): Promise<WireAnswer> =>
    clientOf(service).get(path, DEADLINE.primary)

  return {
    home: async (service) => primary(service, `${PATHS.home}${segment(service.homePageId ?? '')}`),
    article: async (service, path) => {
      const endpoint = service.articleLayout === 'single' ? PATHS.plusPost : PATHS.post
      return primary(service, `${endpoint}${path.split('/').map(segment).join('/')}`)
    },
    archive: async (service, kind, slug, page) => {
      const list = kind === 'author' ? PATHS.author : `${PATHS.taxonomy}${kind}/`
      return primary(service, `${list}${segment(slug)}/${page}`)
    },
    search: async (service, query, page) => primary(service, `${PATHS.search}${segment(query)}/${page}`),
    prepare: async () => {},
  }
}

/**
 * One segment of a path.
 * @throws {SourceError} for "." and "..", which would name another endpoint
 */
function segment(value: string): string {
  if (value === '.' || value === '..') throw new SourceError('a path', 'refused', 'a segment is "." or ".."')
  return encodeURIComponent(value)
}
