import { type ListName, NEWEST_CATEGORY } from '../services/list-kind.ts'
import type { Service } from '../services/service.ts'
import { ampPath, articlePath, isListFolder, listAt, listPagePath, listPath, writtenPath } from './links.ts'
import { SHORT_LINKS } from './public-paths.ts'

export type WordPressTarget =
  /** One redirect leads to the final form. */
  | { to: 'path'; path: string }
  | { to: 'feed'; format: 'atom' | 'rss'; list?: ListName }
  /** `otherwise`: without comments. */
  | { to: 'comments'; format: 'atom' | 'rss'; article?: string; otherwise: WordPressTarget }
  /** WordPress' screens, on the CMS' host. */
  | { to: 'cms'; path: string }

export type WordPressQueryTarget =
  | Extract<WordPressTarget, { to: 'path' | 'feed' }>
  /** Only WordPress knows; `p=12`. */
  | { to: 'lookup'; query: string }

/**
 * @param route `wp/v2/posts`; empty: the index
 * @param isPlain without paths (SRC-64)
 */
export function restPath(route: string, query: string, isPlain: boolean): string {
  if (!isPlain) return `/wp-json/${route}${query === '' ? '' : `?${query}`}`
  return `/?rest_route=${encodeURIComponent(`/${route}`)}${query === '' ? '' : `&${query}`}`
}

export function wordPressParameter(query: URLSearchParams): [name: string, value: string] | undefined {
  for (const [name, form] of Object.entries(SHORT_LINKS)) {
    const value = query.get(name)
    if (value !== null && form.test(value)) return [name, value]
  }
  return undefined
}

export function wordPressQueryTarget(query: URLSearchParams, service: Service): WordPressQueryTarget | undefined {
  const [name, value = ''] = wordPressParameter(query) ?? []
  switch (name) {
    case undefined:
      return undefined
    case 'tag':
      return { to: 'path', path: listPath('tag', value, service) }
    case 's':
      return { to: 'path', path: `/search?s=${encodeURIComponent(value)}` }
    case 'paged':
      return { to: 'path', path: frontPagePath(Number(value), service) }
    case 'feed':
      return { to: 'feed', format: FEED_FORMATS[value] ?? 'rss' }
    default:
      return { to: 'lookup', query: `${name}=${value}` }
  }
}

/** For the newest articles. */
function frontPagePath(page: number, service: Service): string {
  return page === 1 ? '/' : listPagePath(listPath('category', NEWEST_CATEGORY, service), page)
}

/** Below any page: `/feed/`, `/feed/atom/`. */
const FEED_FORMATS: Readonly<Record<string, 'atom' | 'rss'>> = { rss: 'rss', rss2: 'rss', rdf: 'rss', atom: 'atom' }
/** Of WordPress and common plugins. */
const SITEMAP = /^(?:wp-sitemap(?:-[a-z0-9_-]+)?|sitemap_index|[a-z0-9_-]+-sitemap\d*)\.xml$/
const PAGE = /^[1-9]\d{0,5}$/
/**
 * For feeds, maps, AMP documents, the front page's pages and editors' screens (SRC-22).
 * @param segments decoded parts of the path, without empty ones
 */
export function wordPressTarget(segments: readonly string[], service: Service): WordPressTarget | undefined {
  const [first = '', second] = segments
  if (segments.length === 0) return undefined
  if (segments.length === 1 && SITEMAP.test(first)) return { to: 'path', path: '/sitemap.xml' }
  if (first === 'wp-login.php' || first === 'wp-admin') return { to: 'cms', path: writtenPath(segments) }
  if (first === 'page' && segments.length === 2 && second !== undefined && PAGE.test(second)) {
    return { to: 'path', path: frontPagePath(Number(second), service) }
  }
  return feedTarget(segments, service) ?? ampTarget(segments, service)
}

function feedTarget(segments: readonly string[], service: Service): WordPressTarget | undefined {
  const last = segments.at(-1) ?? ''
  const named = segments.at(-2) === 'feed' ? FEED_FORMATS[last] : undefined
  const format = named ?? (last === 'feed' ? 'rss' : undefined)
  if (format === undefined) return undefined
  const below = segments.slice(0, named ? -2 : -1)
  // The portal's own are spelled in one way.
  if (isListFolder(below, service) || below[0] === 'api') return undefined
  if (below.length === 0) return { to: 'feed', format }
  if (below.length === 1 && below[0] === 'comments')
    return { to: 'comments', format, otherwise: { to: 'feed', format } }
  const list = listAt(below, service)
  if (list) return { to: 'feed', format, list }
  const article = articlePath(writtenPath(below), service)
  return { to: 'comments', format, article, otherwise: { to: 'path', path: article } }
}

function ampTarget(segments: readonly string[], service: Service): WordPressTarget | undefined {
  if (segments.at(-1) !== 'amp') return undefined
  const below = segments.slice(0, -1)
  if (isListFolder(below, service)) return undefined
  if (below.length === 0) return { to: 'path', path: '/' }
  const list = listAt(below, service)
  if (list) return { to: 'path', path: listPath(list.kind, list.slug, service) }
  const path = writtenPath(below)
  return { to: 'path', path: service.hasAmp ? ampPath(path) : articlePath(path, service) }
}
