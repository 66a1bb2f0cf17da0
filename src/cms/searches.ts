import type { Card } from '../content/card.ts'
import { decodeSearch, type FoundPage } from '../content/decode.ts'
import { isMissing, type Missing } from '../content/missing.ts'
import { type ContentRepository, DEADLINE, SUGGESTIONS } from '../content/repository.ts'
import { filterQuery, type SearchFilters } from '../content/search-filters.ts'
import { isRefusedQuery, MAX_SEARCH_PAGE } from '../content/search-query.ts'
import { withMarks } from '../search/marks.ts'
import { wordsOf } from '../search/words/words.ts'
import type { Service } from '../services/service.ts'
import type { CachePolicy } from '../system/cache-policy.ts'
import { orNothing } from '../system/deadline.ts'
import type { BackgroundIndex } from './background-index/background-index.ts'
import { SEARCH_POLICY } from './cache/content-cache.ts'
import type { Decode, FetchWire } from './loading.ts'
import type { ContentSource, Rank } from './source.ts'

interface SearchesSettings {
  service: Service
  source: ContentSource
  /** Through the cache. */
  read(
    key: string,
    fetchWire: FetchWire,
    decode: Decode<FoundPage>,
    rank: Rank,
    policy: CachePolicy,
  ): Promise<FoundPage | Missing>
  /** Searches instead of the source while it is complete (SEARCH-21). */
  index: BackgroundIndex | undefined
}

type Searches = Pick<ContentRepository, 'search' | 'suggest' | 'filtersSearch'>

export function createSearches({ service, source, read, index }: SearchesSettings): Searches {
  const results = async (
    query: string,
    page: number,
    rank: 'search' | 'nextSearch',
    filters: SearchFilters = {},
  ): Promise<FoundPage> => {
    const fetchWire: FetchWire = () => source.search(service, query, page, rank, filters)
    // A space stands in no filter.
    const key = `search ${page} ${filterQuery(filters)} ${query}`
    const searchResults = await read(key, fetchWire, decodeSearch, rank, SEARCH_POLICY)
    return isMissing(searchResults) ? { cards: [], hasMore: false } : searchResults
  }
  const marked = async (cards: readonly Card[], query: string): Promise<Card[]> =>
    withMarks(cards, query, await wordsOf(service.language))

  return {
    filtersSearch: source.filtersSearch === true || index?.isComplete() === true,
    async suggest(query) {
      if (isRefusedQuery(query)) return []
      const indexed = await index?.suggest(query, SUGGESTIONS)
      if (indexed) return indexed
      const { suggest } = source
      if (!suggest) return (await results(query, 1, 'search')).cards.slice(0, SUGGESTIONS)
      const fetchWire: FetchWire = () => suggest(service, query, SUGGESTIONS)
      const firstPage = await read(`suggest ${query}`, fetchWire, decodeSearch, 'search', SEARCH_POLICY)
      return isMissing(firstPage) ? [] : firstPage.cards
    },
    async search(query, page, wanted = {}) {
      if (isRefusedQuery(query)) return { cards: [], hasMore: false }
      const indexed = await index?.search(query, wanted, page)
      const filters = source.filtersSearch ? wanted : {}
      const resultsPage = indexed ?? (await results(query, page, 'search', filters))
      const cards = await marked(resultsPage.cards, query)
      const { hasMore } = resultsPage
      if (cards.length === 0 || page >= MAX_SEARCH_PAGE) return { cards, hasMore: false }
      if (hasMore !== undefined) return { cards, hasMore }
      // Prefetches the page that the reader is likely to request next.
      const next = await orNothing(results(query, page + 1, 'nextSearch', filters), DEADLINE.nextSearch)
      // A next page that cannot be checked now is offered anyway.
      return { cards, hasMore: next === undefined || next.cards.length > 0 }
    },
  }
}
