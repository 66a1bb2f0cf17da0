import { DEFAULT_MOST_READ } from '../../src/content/most-read.ts'
import type { SearchResults } from '../../src/content/repository.ts'
import { searchFilters } from '../../src/content/search-filters.ts'
import { isRefusedQuery, MAX_SEARCH_PAGE, searchQuery } from '../../src/content/search-query.ts'
import { buildHead } from '../../src/seo/head.ts'
import { hasUrl, sistersOf } from '../../src/services/registry.ts'
import type { Portal } from '../context.ts'
import type { LoaderArgs, PageDataOf } from '../page-data.ts'
import { pageNumberOf } from './archive.ts'
import { hostOf, redirectUnlessCanonical } from './missing.ts'
import { mostRead } from './most-read.ts'

const OFFERED_CARDS = 4
const NOTHING_FOUND: SearchResults = { cards: [], hasMore: false, missing: [] }

/** An empty query shows the form; "." and ".." are refused (SEARCH-10). */
export async function searchLoader({ portal, url }: LoaderArgs): Promise<PageDataOf<'search'>> {
  const { service } = portal
  redirectUnlessCanonical(url, '/search')
  const query = searchQuery(url.searchParams.get('s'))
  const pageNumber = Math.min(
    Math.max(pageNumberOf(url.searchParams.get('page') ?? undefined) ?? 1, 1),
    MAX_SEARCH_PAGE,
  )
  const isRefused = isRefusedQuery(query)
  const reader = portal.reader(service)
  const asksNothing = query === '' || isRefused
  const { filtersSearch } = reader
  const filters = filtersSearch ? searchFilters(url.searchParams) : {}
  const results = asksNothing ? NOTHING_FOUND : await reader.search(query, pageNumber, filters)
  const { cards } = results
  // Counting may build indexes.
  const others = asksNothing || pageNumber > 1 ? [] : await countsElsewhere(portal, query)
  const elsewhere = others.flatMap(({ count, ...other }) =>
    typeof count === 'number' && count > 0 ? { ...other, count } : [],
  )
  const isIncomplete = results.isIncomplete === true || others.some(({ count }) => count === 'late')
  const newest = asksNothing || cards.length > 0 ? [] : (await reader.newest()).slice(0, OFFERED_CARDS)
  const popular = query === '' ? await mostRead(portal, service, DEFAULT_MOST_READ) : []
  const { search } = service.messages
  const title = query === '' ? search.title : search.heading({ query })
  const path = query === '' ? '/search' : `/search?s=${encodeURIComponent(query)}`
  const head = buildHead({ service, path, title, isNoindex: true })
  return {
    ...{ page: 'search', service, head, query, filters, filtersSearch },
    ...{
      ...results,
      elsewhere,
      newest,
      mostRead: popular,
      pageNumber,
      isRefused,
      isIncomplete: isIncomplete || undefined,
    },
  }
}

/** Leaves out hosts of this service (SEARCH-30). */
async function countsElsewhere({ service, services, reader }: Portal, query: string) {
  const others = sistersOf(service, services)
    .filter(hasUrl)
    .filter((other) => hostOf(other) !== hostOf(service))
  return Promise.all(
    others.map(async (other) => ({
      title: other.title,
      link: `${other.serviceUrl}/search?s=${encodeURIComponent(query)}`,
      count: await reader(other).countFound(query),
    })),
  )
}
