import { MOST_READ_API } from '../../content/most-read.ts'
import { isNewsletterNotice, NOTICE_NAMES, NOTICE_PARAMETER } from '../../content/newsletter.ts'
import {
  AMP_NEXT_PATH,
  AMP_PARAMETER,
  AMP_SOURCE_PARAMETER,
  OEMBED_PATH,
  QUERY_PARAMETER,
  REMOTE_FOLDER,
  SHORT_LINKS,
} from '../../content/public-paths.ts'
import { SCROLL_POSTS_API } from '../../content/scroll-posts.ts'
import { FILTER_FORMS, FILTER_NAMES, isFilterValue } from '../../content/search-filters.ts'
import {
  ARTICLE_PARAMETER,
  CHAPTERS_PATH,
  COMMENTS_FEED_PATHS,
  FEED_PARAMETERS,
  FEED_PATHS,
  PODCAST_PATH,
  TRANSCRIPT_PATH,
} from '../../seo/feed-path.ts'

/** A query parameter that selects another response. */
export interface Parameter {
  name: string
  /** Of values that count. ASCII that no URL escapes, and the same pattern to PCRE: Varnish tests it too. */
  form?: RegExp
  /** Of a value with that form; absent: each counts. */
  isValue?: (value: string) => boolean
  /** Few values lead to a response that is stored; the others are unbounded cache keys. */
  isBounded?: true
}

/** The paths of a route: one, those that begin with one, or those like a pattern, which PCRE knows too. */
export type Place = { at: string } | { below: string } | { like: RegExp }

export interface Route {
  place: Place
  /** In the order of the key. */
  parameters: readonly Parameter[]
  /**
   * `first`: the first value of each. `two`: two values are not one, a feed with two categories is 404, and further ones
   * change nothing. `choice`: the first parameter whose value counts, and no other.
   */
  counts: 'first' | 'two' | 'choice'
}

const named = (...names: readonly string[]): Parameter[] => names.map((name) => ({ name }))
const filters: readonly Parameter[] = FILTER_NAMES.map((name) => ({
  name,
  form: FILTER_FORMS[name],
  isValue: (value: string) => isFilterValue(name, value),
}))
/** Page 2 or a later one; any other value means the first page. */
const furtherPage: Parameter = { name: 'page', form: /^(?!0*1?$)[0-9]{1,6}$/ }
/** What a reader of a coverage has seen: an id and a hash; any other value asks for the first page of updates. */
const SEEN = /^[\p{L}\p{N}_:.-]{1,100}$/u
const shortLinks = Object.entries(SHORT_LINKS).map(
  ([name, form]): Parameter =>
    form.flags === '' ? { name, form } : { name, isValue: (value: string) => form.test(value) },
)
const { series, tag, category } = FEED_PARAMETERS

/**
 * Which query parameters count, by route; no others do. The page cache's key (`key.ts`), what handlers read
 * (`counted-query.ts` in `src/http/middleware`) and the configuration of Varnish (`vcl.ts`) follow from this table.
 */
export const ROUTES: readonly Route[] = [
  { place: { at: '/' }, parameters: shortLinks, counts: 'choice' },
  { place: { at: '/search' }, parameters: [...named('s'), ...filters, furtherPage], counts: 'first' },
  { place: { like: /^\/search\/[^/]+\/[0-9]+$/ }, parameters: filters, counts: 'first' },
  {
    place: { below: '/fragment/live/' },
    parameters: [{ name: 'since', isValue: (value) => SEEN.test(value) }],
    counts: 'first',
  },
  ...Object.values(FEED_PATHS).map(
    (at): Route => ({
      place: { at },
      parameters: named(...Object.values(FEED_PARAMETERS), 'page'),
      counts: 'two',
    }),
  ),
  ...[...Object.values(COMMENTS_FEED_PATHS), CHAPTERS_PATH, TRANSCRIPT_PATH].map(
    (at): Route => ({ place: { at }, parameters: named(ARTICLE_PARAMETER), counts: 'two' }),
  ),
  { place: { at: PODCAST_PATH }, parameters: named(series, tag, category), counts: 'two' },
  { place: { at: MOST_READ_API }, parameters: named('window'), counts: 'two' },
  { place: { at: OEMBED_PATH }, parameters: named('url', 'format', 'maxwidth', 'maxheight'), counts: 'two' },
  { place: { at: SCROLL_POSTS_API }, parameters: [], counts: 'first' },
  { place: { below: `${AMP_NEXT_PATH}/` }, parameters: named('from', AMP_SOURCE_PARAMETER), counts: 'two' },
  {
    place: { below: `${REMOTE_FOLDER}/` },
    parameters: [{ name: 'w', isBounded: true }, { name: 'h', isBounded: true }, ...named(QUERY_PARAMETER)],
    counts: 'two',
  },
  { place: { like: /^\/(?:assets|icons)\// }, parameters: [], counts: 'first' },
]

/** Parameters of pages: the AMP document of one, and the notice of a newsletter form that was sent without a script. */
export const PAGE_PARAMETERS = {
  amp: AMP_PARAMETER,
  notice: { name: NOTICE_PARAMETER, values: NOTICE_NAMES },
}
/** Paths without a notice: not pages of the site, or pages without a newsletter form (CACHE-13). */
export const WITHOUT_NOTICE =
  /^\/(?:api|assets|icons|media|wp-json|amp|fragment|search\/[^/]+)\/|^\/(?:offline|[^/]+\.(?:xml|txt|js|webmanifest|svg|ico))$/

/** @param path as in the request line */
export function routeAt(path: string): Route | undefined {
  return ROUTES.find(({ place }) => {
    if ('at' in place) return path === place.at
    return 'below' in place ? path.startsWith(place.below) : place.like.test(path)
  })
}

/** The parameters of a query that count, in the order and the spelling of the key. */
export function countedIn(path: string, query: URLSearchParams): string[] {
  const route = routeAt(path)
  const all = (route?.parameters ?? []).flatMap((parameter) => valuesOf(parameter, query, route?.counts))
  const counted = route?.counts === 'choice' ? all.slice(0, 1) : all
  if (WITHOUT_NOTICE.test(path)) return counted
  const notice = query.get(NOTICE_PARAMETER)
  return [
    ...counted,
    ...(query.has(AMP_PARAMETER) ? [AMP_PARAMETER] : []),
    // Known notices only: any others would be unbounded cache keys.
    ...(isNewsletterNotice(notice) ? [`${NOTICE_PARAMETER}=${notice}`] : []),
  ]
}

function valuesOf({ name, form, isValue }: Parameter, query: URLSearchParams, counts: Route['counts'] = 'first') {
  const values = query.getAll(name).slice(0, counts === 'two' ? 2 : 1)
  return values
    .filter((value) => (form?.test(value) ?? true) && (isValue?.(value) ?? true))
    .map((value) => `${name}=${encodeURIComponent(value)}`)
}
