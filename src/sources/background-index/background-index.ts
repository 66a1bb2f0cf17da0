import type { Card } from '../../content/card.ts'
import type { SearchFilters } from '../../content/search-filters.ts'
import type { Purge } from '../../purge/purge.ts'
import { countOf, type UpdatableIndex } from '../../search/search-index.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { createPatience, type IndexedPage, indexedId, type Patience } from '../merged-search.ts'
import { RESULTS_PER_PAGE } from '../source.ts'
import type { Crawl } from './crawl.ts'
import { foundCards } from './queue.ts'
import { type BackgroundIndexSettings, createUpkeep } from './upkeep.ts'

/** Begun after the first search of a service whose CMS is elsewhere (SEARCH-21). */
export interface BackgroundIndex {
  isComplete(): boolean
  /**
   * Never rejects.
   * @param page counts from 1
   * @returns undefined: the CMS has to search alone
   */
  search(query: string, filters: SearchFilters, page: number): Promise<IndexedPage | undefined>
  suggest(query: string, count: number): Promise<Card[] | undefined>
  /** Undefined while the index is incomplete; does not start it. */
  countFound(query: string): Promise<number | undefined>
  /** @param purge absent: any article may have changed */
  changed(purge?: Purge): void
  close(): void
  /** For the CMS' search, whose results are added to those of the index. */
  readonly patience: Patience
}

/** Milliseconds after a failure in which the CMS alone searches. */
const FAILURE_REST = 10_000

function createBackgroundIndex(service: Service, crawl: Crawl, settings: BackgroundIndexSettings): BackgroundIndex {
  const { indexes, onFailure } = settings
  const upkeep = createUpkeep(service, crawl, settings)
  let isStarted = false
  let restsUntil = 0

  /** Undefined while the index is incomplete; the first call starts it. */
  const fromIndex = async <T>(ask: (index: UpdatableIndex) => Promise<T>): Promise<T | undefined> => {
    if (!isStarted) void upkeep.run()
    isStarted = true
    const { index } = upkeep
    if (!upkeep.isComplete || index === undefined || performance.now() < restsUntil) return undefined
    try {
      return await ask(index)
    } catch (error) {
      restsUntil = performance.now() + FAILURE_REST
      onFailure(service, error)
      return undefined
    }
  }

  return {
    isComplete: () => upkeep.isComplete,
    search: (query, filters, page) => fromIndex((index) => searched(index, query, filters, page)),
    suggest: (query, count) =>
      fromIndex(async (one) => foundCards(await one.records.cards(await one.suggest(query, count)))),
    countFound: async (query) =>
      upkeep.isComplete ? fromIndex(async (one) => countOf(await one.find(query, {}, 0, 1))) : undefined,
    changed(purge) {
      // Another instance may read.
      if (purge?.only !== undefined || (!isStarted && !indexes.areShared)) return
      upkeep.note(purge).catch((error: unknown) => onFailure(service, error))
    },
    close: () => upkeep.close(),
    patience: createPatience(),
  }
}

async function searched(
  index: UpdatableIndex,
  query: string,
  filters: SearchFilters,
  page: number,
): Promise<IndexedPage> {
  const from = (page - 1) * RESULTS_PER_PAGE
  const { ids, total, missing } = await index.find(query, filters, from, RESULTS_PER_PAGE)
  let all: Promise<ReadonlySet<string>> | undefined
  /** One call, where the CMS has something that is not on this page. */
  const allIds = (): Promise<ReadonlySet<string>> => {
    all ??= index.find(query, filters, 0, total).then(
      (indexPage) => new Set(indexPage.ids),
      () => new Set(ids),
    )
    return all
  }
  const isElsewhere = total > ids.length
  return {
    cards: foundCards(await index.records.cards(ids)),
    total,
    missing,
    async without(indexPage) {
      const others = indexPage.filter((card) => !ids.includes(indexedId(card)))
      if (others.length === 0 || !isElsewhere) return others
      const known = await allIds()
      return others.filter((card) => !known.has(indexedId(card)))
    },
  }
}

export interface BackgroundIndexes {
  of(service: Service): BackgroundIndex
  changed(purge?: Purge): void
  close(): void
}

export function createBackgroundIndexes(
  settings: BackgroundIndexSettings,
  crawlOf: (service: Service) => Crawl,
): BackgroundIndexes {
  const indexes = new Map<ServiceName, BackgroundIndex>()
  return {
    of(service) {
      const index = indexes.get(service.name) ?? createBackgroundIndex(service, crawlOf(service), settings)
      indexes.set(service.name, index)
      return index
    },
    changed(purge) {
      for (const index of indexes.values()) index.changed(purge)
    },
    close() {
      for (const index of indexes.values()) index.close()
    },
  }
}
