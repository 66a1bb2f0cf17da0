import { isNewsletterNotice, NOTICE_PARAMETER } from '../content/newsletter.ts'
import { FILTER_NAMES, isFilterValue } from '../content/search-filters.ts'
import { AMP_PARAMETER, wordPressParameter } from '../content/wordpress-paths.ts'

const LIVE = /^\/fragment\/live\//
/** What a reader of a coverage has seen: an id and a hash; any other value asks for the first page of updates. */
const SEEN = /^[\p{L}\p{N}_:.-]{1,100}$/u
/** Query parameters that select another page, by path. All others are left out of the key. */
const KEY_PARAMETERS: ReadonlyArray<{ path: RegExp; names: readonly string[] }> = [
  { path: /^\/search$/, names: ['s', ...FILTER_NAMES, 'page'] },
  { path: /^\/search\/[^/]+\/\d+$/, names: FILTER_NAMES },
  { path: LIVE, names: ['since'] },
  { path: /^\/api\/most-read$/, names: ['window'] },
  { path: /^\/api\/feed\//, names: ['cat', 'tag', 'author', 'series', 'list', 'article', 'page'] },
]
/** Paths without a notice: not pages of the site, or pages without a newsletter form (COST-65). */
const WITHOUT_NOTICE =
  /^\/(?:api|wp-json|amp|fragment|search\/[^/]+)\/|^\/(?:offline|[^/]+\.(?:xml|txt|js|webmanifest|svg|ico))$/
/** The page of results, and those that it fetches. */
const SEARCH = /^\/search(?:\/|$)/
/** Page 2 or a later one; any other value means the first page. */
const FURTHER_PAGE = /^(?!0*1?$)\d{1,6}$/

/** A normalised URL: has only what the cache key has, so that all requests with one key get one page. */
export interface Target {
  /** Path and key parameters, in a fixed order. */
  url: string
  /** False: the requested URL has other parameters. */
  isWhole: boolean
}

export function targetOf(url: string): Target {
  const mark = url.indexOf('?')
  if (mark === -1) return { url, isWhole: true }
  const path = url.slice(0, mark)
  const query = new URLSearchParams(url.slice(mark))
  const names = KEY_PARAMETERS.find((known) => known.path.test(path))?.names ?? []
  const counted = names.flatMap((name) =>
    valuesOf(query, name, path).map((value) => `${name}=${encodeURIComponent(value)}`),
  )
  const old = path === '/' ? wordPressParameter(query) : undefined
  if (old) counted.push(`${old[0]}=${encodeURIComponent(old[1])}`)
  if (query.has(AMP_PARAMETER) && !WITHOUT_NOTICE.test(path)) counted.push(AMP_PARAMETER)
  // Known notices only: any others would be unbounded cache keys.
  const notice = WITHOUT_NOTICE.test(path) ? null : query.get(NOTICE_PARAMETER)
  if (isNewsletterNotice(notice)) counted.push(`${NOTICE_PARAMETER}=${notice}`)
  return { url: counted.length === 0 ? path : `${path}?${counted.join('&')}`, isWhole: query.size === counted.length }
}

/** A search and a live page read the first value of a parameter only (COST-66). A feed with two categories is 404, so both count. */
function valuesOf(query: URLSearchParams, name: string, path: string): string[] {
  const values = query.getAll(name)
  if (LIVE.test(path)) return values.slice(0, 1).filter((id) => SEEN.test(id))
  if (!SEARCH.test(path)) return values
  const [first = ''] = values
  const isLeftOut =
    values.length === 0 ||
    (name === 'page' && !FURTHER_PAGE.test(first)) ||
    FILTER_NAMES.some((filter) => filter === name && !isFilterValue(filter, first))
  return isLeftOut ? [] : [first]
}
