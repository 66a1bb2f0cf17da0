import type { Card } from '../../content/card.ts'
import { cmsPath } from '../../content/links.ts'
import type { SearchFilters } from '../../content/search-filters.ts'
import { postOfKey, serviceKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import { countOf, type UpdatableIndex } from '../../search/search-index.ts'
import type { UpdatableIndexes } from '../../search/search-indexes.ts'
import type { Service } from '../../services/service.ts'
import { createPatience, type IndexedPage, indexedId, type Patience } from '../merged-search.ts'
import { RESULTS_PER_PAGE } from '../page-sizes.ts'
import { type FailureReason, SourceError } from '../upstream/errors.ts'
import { createAlarm } from './alarm.ts'
import type { Crawl } from './crawl.ts'
import { createFollowing, TooManyArticles } from './following.ts'
import { createFoundCards } from './found-cards.ts'
import { createPaced, type PaceSettings, USUAL_PACE } from './pace.ts'

export interface BackgroundIndexSettings {
  indexes: UpdatableIndexes
  /** Articles of a service that its index takes. */
  most: number
  onComplete(service: Service, articles: number): void
  /** The index has followed its CMS: after each time. */
  onCurrent?(service: Service): void
  onFailure(service: Service, error: unknown): void
  /** Absent: `USUAL_PACE`. */
  pace?: PaceSettings
}

/** The index of a service whose CMS is elsewhere. It is made after the first search (SEARCH-21). */
export interface BackgroundIndex {
  isComplete(): boolean
  /** Undefined: the CMS has to search alone. Never rejects. @param page counts from 1 */
  search(query: string, filters: SearchFilters, page: number): Promise<IndexedPage | undefined>
  /** The same. */
  suggest(query: string, count: number): Promise<Card[] | undefined>
  /** Number of articles with all words of a query; undefined while it is not complete, and it is not started by this. */
  countFound(query: string): Promise<number | undefined>
  /** Articles changed. @param purge absent: any may have */
  changed(purge?: Purge): void
  close(): void
  /** With the CMS' search, whose results are added to those of the index. */
  readonly patience: Patience
}

/** Changed articles that are read alone; with more, all lists are read. */
const MOST_CHANGED = 200
const TOO_MUCH: ReadonlySet<FailureReason> = new Set(['too-large', 'timeout'])
/** After a failure the CMS searches for a while, so that readers do not wait for the index each time. Milliseconds. */
const FAILURE_REST = 10_000

export function createBackgroundIndex(
  service: Service,
  crawl: Crawl,
  { indexes, most, onComplete, onCurrent, onFailure, pace = USUAL_PACE }: BackgroundIndexSettings,
): BackgroundIndex {
  const alarm = createAlarm()
  const paced = createPaced(pace, alarm)
  const cards = createFoundCards()
  const changed = new Set<string>()
  let index: UpdatableIndex | undefined
  let isStarted = false
  let isComplete = false
  let restsUntil = 0
  /** Lists with texts cost a slow CMS too much at once: without them, articles are read one by one. */
  let withTexts = true
  /** Moments when lists are read. */
  let [allDue, newestDue] = [0, 0]

  const follow = async (): Promise<void> => {
    index ??= await indexes.openUpdatable(service.name, service.language)
    const following = createFollowing({ crawl, index, cards, most, paced })
    const readChanged = async (): Promise<void> => {
      const paths = [...changed]
      changed.clear()
      try {
        await following.these(paths)
      } catch (error) {
        for (const path of paths) changed.add(path)
        throw error
      }
    }
    if (performance.now() >= allDue) {
      allDue = performance.now() + pace.all
      newestDue = performance.now() + pace.newest
      try {
        await following.all(withTexts && !isComplete, readChanged)
      } catch (error) {
        allDue = 0
        if (error instanceof SourceError && TOO_MUCH.has(error.reason)) withTexts = false
        throw error
      }
      if (!isComplete) onComplete(service, cards.size)
      isComplete = true
    } else if (performance.now() >= newestDue) {
      newestDue = performance.now() + pace.newest
      await following.newest()
    }
    await readChanged()
  }

  const goOn = async (): Promise<void> => {
    await alarm.wait(pace.start)
    let failures = 0
    while (!alarm.isClosed) {
      try {
        await follow()
        failures = 0
        onCurrent?.(service)
        await alarm.wait(Math.max(0, Math.min(allDue, newestDue) - performance.now()), true)
        await alarm.wait(pace.settling)
      } catch (error) {
        if (alarm.isClosed) return
        failures += 1
        onFailure(service, error)
        const isTooMany = error instanceof TooManyArticles
        if (isTooMany) isComplete = false
        await alarm.wait(isTooMany ? pace.all : Math.min(pace.retry * 2 ** (failures - 1), pace.longestRetry))
      }
    }
  }

  /** Of the index, while it is complete; the first question starts it. */
  const fromIndex = async <T>(ask: (index: UpdatableIndex) => Promise<T>): Promise<T | undefined> => {
    if (!isStarted) void goOn()
    isStarted = true
    if (!isComplete || index === undefined || performance.now() < restsUntil) return undefined
    try {
      return await ask(index)
    } catch (error) {
      restsUntil = performance.now() + FAILURE_REST
      onFailure(service, error)
      return undefined
    }
  }

  return {
    isComplete: () => isComplete,
    search: (query, filters, page) =>
      fromIndex(async (one) => {
        const from = (page - 1) * RESULTS_PER_PAGE
        const { ids, total, missing } = await one.find(query, filters, from, RESULTS_PER_PAGE)
        let all: Promise<ReadonlySet<string>> | undefined
        /** Asked for once, and only where the CMS finds what is not on this page. */
        const allIds = (): Promise<ReadonlySet<string>> => {
          all ??= one.find(query, filters, 0, total).then(
            (indexPage) => new Set(indexPage.ids),
            () => new Set(ids),
          )
          return all
        }
        const isElsewhere = total > ids.length
        return {
          cards: cards.cards(ids),
          total,
          missing,
          async without(indexPage) {
            const others = indexPage.filter((card) => !ids.includes(indexedId(card)))
            if (others.length === 0 || !isElsewhere) return others
            const known = await allIds()
            return others.filter((card) => !known.has(indexedId(card)))
          },
        }
      }),
    suggest: (query, count) => fromIndex(async (one) => cards.cards(await one.suggest(query, count))),
    countFound: async (query) =>
      isComplete ? fromIndex(async (one) => countOf(await one.find(query, {}, 0, 1))) : undefined,
    changed(purge) {
      if (!isStarted || purge?.only !== undefined) return
      const tags = purge?.tags ?? []
      const isOwn = purge?.service === service.name
      if (purge === undefined || tags.includes(serviceKey(service.name))) allDue = 0
      for (const path of isOwn ? purge.paths : []) if (cmsPath(path) !== '/') changed.add(cmsPath(path))
      for (const tag of tags) {
        const path = cards.pathOfPost(postOfKey(tag) ?? '')
        if (path !== undefined) changed.add(path)
      }
      if (changed.size > MOST_CHANGED) {
        changed.clear()
        allDue = 0
      }
      if (isOwn) newestDue = 0
      if (isOwn || allDue === 0 || changed.size > 0) alarm.ring()
    },
    close: () => alarm.close(),
    patience: createPatience(),
  }
}
