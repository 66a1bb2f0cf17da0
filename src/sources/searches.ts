import type { Card } from '../content/card.ts'
import { decodeSearch, type FoundPage } from '../content/decode.ts'
import {
  type ContentRepository,
  DEADLINE,
  isMissing,
  type Missing,
  type SearchResults,
  SUGGESTIONS,
} from '../content/repository.ts'
import { filterQuery, type SearchFilters } from '../content/search-filters.ts'
import { isRefusedQuery, MAX_SEARCH_PAGE } from '../content/search-query.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-headers.ts'
import { inTime, orNothing } from '../system/deadline.ts'
import type { BackgroundIndex } from './background-index/background-index.ts'
import { SEARCH_POLICY } from './cache/content-cache.ts'
import type { Decode, FetchWire } from './loading.ts'
import { type CmsSearch, mergedCards, mergedPage } from './merged-search.ts'
import type { ContentSource, Rank } from './source.ts'

/** Milliseconds that results wait for another service's number (SEARCH-30). */
const COUNT_DEADLINE = 300

interface SearchesSettings {
  service: Service
  source: ContentSource
  read(
    key: string,
    fetchWire: FetchWire,
    decode: Decode<FoundPage>,
    rank: Rank,
    policy: (page: FoundPage) => CachePolicy,
  ): Promise<FoundPage | Missing>
  known(key: string): FoundPage | Missing | undefined
  /** Results of a complete index come first, then the source's (SEARCH-21, SEARCH-25). */
  index: BackgroundIndex | undefined
}

type Searches = Pick<ContentRepository, 'search' | 'suggest' | 'filtersSearch' | 'countFound'>

/** While an index reads texts. */
const PARTIAL_POLICY: CachePolicy = { maxAge: 1, staleWhileRevalidate: 0, staleIfError: 0, isUnbounded: true }
const policyOf = ({ isPartial }: FoundPage): CachePolicy => (isPartial ? PARTIAL_POLICY : SEARCH_POLICY)

const NOTHING: FoundPage = { cards: [], hasMore: false }

export function createSearches({ service, source, read, known, index }: SearchesSettings): Searches {
  // Filters contain no space.
  const keyOf = (query: string, page: number, filters: SearchFilters): string =>
    `search ${page} ${filterQuery(filters)} ${query}`
  const results = async (
    query: string,
    page: number,
    rank: 'search' | 'nextSearch',
    filters: SearchFilters = {},
  ): Promise<FoundPage> => {
    const fetchWire: FetchWire = () => source.search(service, query, page, rank, filters)
    const searchResults = await read(keyOf(query, page, filters), fetchWire, decodeSearch, rank, policyOf)
    return isMissing(searchResults) ? NOTHING : searchResults
  }
  const marked = async ({ cards, missing }: FoundPage, query: string): Promise<Card[]> => {
    const { withMarks, wordsOf } = await import('../search/marks.ts')
    return withMarks(cards, query, await wordsOf(service.language), missing)
  }

  /** The source's search next to an index is secondary, and always called (SEARCH-25). */
  const withIndex = ({ patience }: BackgroundIndex, query: string, filters: SearchFilters): CmsSearch => {
    const wait = patience.begin()
    return {
      page: (page, isNeeded) => wait(() => results(query, page, 'nextSearch', filters), isNeeded),
      known(page) {
        const cached = known(keyOf(query, page, filters))
        return cached === undefined || isMissing(cached) ? undefined : cached
      },
    }
  }

  const counts = async (query: string): Promise<number | undefined> => {
    if (index) return index.countFound(query)
    const { countFound } = source
    if (!countFound) return undefined
    const fetchWire: FetchWire = () => countFound(service, query)
    const counted = await read(`count ${query}`, fetchWire, decodeSearch, 'secondary', policyOf)
    return isMissing(counted) ? undefined : counted.count
  }

  const suggestedBySource = async (query: string, rank: 'search' | 'nextSearch'): Promise<Card[]> => {
    const { suggest } = source
    if (!suggest) return (await results(query, 1, rank)).cards
    const fetchWire: FetchWire = () => suggest(service, query, SUGGESTIONS)
    const firstPage = await read(`suggest ${query}`, fetchWire, decodeSearch, rank, policyOf)
    return isMissing(firstPage) ? [] : firstPage.cards
  }

  return {
    filtersSearch: source.filtersSearch === true || index?.isComplete() === true,
    async suggest(query) {
      if (isRefusedQuery(query)) return []
      const indexed = await index?.suggest(query, SUGGESTIONS)
      if (index === undefined || indexed === undefined) {
        return (await suggestedBySource(query, 'search')).slice(0, SUGGESTIONS)
      }
      if (indexed.length >= SUGGESTIONS) return indexed
      const others = await index.patience.begin()(() => suggestedBySource(query, 'nextSearch'), indexed.length === 0)
      return mergedCards(indexed, others ?? []).slice(0, SUGGESTIONS)
    },
    async search(query, page, wanted = {}) {
      if (isRefusedQuery(query)) return { cards: [], hasMore: false, missing: [] }
      const filters = source.filtersSearch ? wanted : {}
      const indexed = await index?.search(query, wanted, page)
      const resultsPage =
        index && indexed
          ? await mergedPage(indexed, withIndex(index, query, filters), wanted, page)
          : await alone((number, rank) => results(query, number, rank, filters), page)
      const hasMore = resultsPage.hasMore && resultsPage.cards.length > 0 && page < MAX_SEARCH_PAGE
      return { ...resultsPage, hasMore, cards: await marked(resultsPage, query) }
    },
    async countFound(query) {
      if (isRefusedQuery(query)) return undefined
      const counted = counts(query).catch(() => undefined)
      return inTime<number | 'late' | undefined>(counted, COUNT_DEADLINE, 'late')
    },
  }
}

async function alone(
  results: (page: number, rank: 'search' | 'nextSearch') => Promise<FoundPage>,
  page: number,
): Promise<SearchResults> {
  const { cards, hasMore, count, missing = [], isPartial } = await results(page, 'search')
  const resultsPage = { cards, missing, count, isIncomplete: isPartial }
  if (cards.length === 0 || page >= MAX_SEARCH_PAGE) return { ...resultsPage, hasMore: false }
  if (hasMore !== undefined) return { ...resultsPage, hasMore }
  // Readers are likely to request it next.
  const next = await orNothing(results(page + 1, 'nextSearch'), DEADLINE.nextSearch)
  // A page that cannot be checked is offered.
  return { ...resultsPage, hasMore: next === undefined || next.cards.length > 0 }
}
