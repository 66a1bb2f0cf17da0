import type { Card } from '../../content/card.ts'
import { cmsPath } from '../../content/public-paths.ts'
import type { SearchFilters } from '../../content/search-filters.ts'
import { postOfKey, serviceKey } from '../../content/surrogate-keys.ts'
import type { FailureReason } from '../../observability/host-watch.ts'
import type { Purge } from '../../purge/purge.ts'
import { countOf, type UpdatableIndex } from '../../search/search-index.ts'
import type { UpdatableIndexes } from '../../search/search-indexes.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { createPatience, type IndexedPage, indexedId, type Patience } from '../merged-search.ts'
import { RESULTS_PER_PAGE } from '../source.ts'
import { SourceError } from '../upstream/errors.ts'
import type { Crawl } from './crawl.ts'
import { createFollowing, foundCards, TooManyArticles } from './following.ts'
import { createHolding, LeaseLost } from './holding.ts'
import { createAlarm, createPaced, type Paced, type PaceSettings, USUAL_PACE } from './pace.ts'

export interface BackgroundIndexSettings {
  indexes: UpdatableIndexes
  /** Articles of a service that its index takes. */
  most: number
  leaseSeconds?: number
  onComplete(service: Service, articles: number): void
  /** Called each time the index has followed its CMS. */
  onCurrent?(service: Service): void
  /** Called when the instance that reads the CMS fails. */
  onBehind?(service: Service): void
  onFailure(service: Service, error: unknown): void
  pace?: PaceSettings
}

/** The index of a service whose CMS is elsewhere, made after the first search (SEARCH-21). */
export interface BackgroundIndex {
  isComplete(): boolean
  /**
   * Never rejects.
   * @param page counts from 1
   * @returns undefined: the CMS has to search alone
   */
  search(query: string, filters: SearchFilters, page: number): Promise<IndexedPage | undefined>
  suggest(query: string, count: number): Promise<Card[] | undefined>
  /**
   * Number of articles with all words of a query, undefined while the index is incomplete. Does not start the index.
   */
  countFound(query: string): Promise<number | undefined>
  /** @param purge absent: any article may have changed */
  changed(purge?: Purge): void
  close(): void
  /** The patience with the CMS' search, whose results are added to those of the index. */
  readonly patience: Patience
}

/** Changed articles that are read alone; with more, all lists are read. */
const MOST_CHANGED = 200
const TOO_MUCH: ReadonlySet<FailureReason> = new Set(['too-large', 'timeout'])
/** Milliseconds of searching in the CMS after a failure, so that readers do not wait for the index each time. */
const FAILURE_REST = 10_000

export function createBackgroundIndex(
  service: Service,
  crawl: Crawl,
  {
    indexes,
    most,
    leaseSeconds,
    onComplete,
    onCurrent,
    onBehind,
    onFailure,
    pace = USUAL_PACE,
  }: BackgroundIndexSettings,
): BackgroundIndex {
  const alarm = createAlarm()
  const holding = createHolding(leaseSeconds)
  const calls = createPaced(pace, alarm)
  const paced: Paced = async (call) => {
    if (holding.isLost()) throw new LeaseLost('another instance reads the CMS')
    return calls(call)
  }
  let opening: Promise<UpdatableIndex> | undefined
  let index: UpdatableIndex | undefined
  let isStarted = false
  let isComplete = false
  let restsUntil = 0
  /** A slow CMS may not manage lists with texts; then articles are read one by one. */
  let takesTexts = true

  const opened = async (): Promise<UpdatableIndex> => {
    opening ??= indexes.openUpdatable(service.name, service.language).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    index = await opening
    return index
  }

  const follow = async (one: UpdatableIndex): Promise<void> => {
    const { records } = one
    const following = createFollowing({ crawl, index: one, most, paced })
    const readChanged = async (): Promise<void> => {
      const { paths, token } = await records.noted(MOST_CHANGED + 1)
      if (paths.length === 0) return
      if (paths.length > MOST_CHANGED) {
        await records.demand(['all'])
        return records.forget(paths, token)
      }
      const failed = new Set(await following.these(paths))
      await records.forget(
        paths.filter((path) => !failed.has(path)),
        token,
      )
      if (failed.size > 0) throw new Error(`${failed.size} changed articles could not be read`)
    }
    const readNewest = async (): Promise<void> => {
      await records.save({}, ['newest'])
      await following.newest()
    }
    let state = await records.state()
    if (state.page === 0 && state.ages.all >= pace.all) {
      const change = { round: state.round + 1, page: 1, withTexts: takesTexts && !state.isComplete }
      await records.save(change, ['all', 'newest'])
      state = { ...state, ...change }
    }
    if (state.page > 0) {
      try {
        await following.all(state, async () => {
          await readChanged()
          if ((await records.state()).ages.newest >= pace.newest) await readNewest()
        })
      } catch (error) {
        if (state.withTexts && error instanceof SourceError && TOO_MUCH.has(error.reason)) {
          takesTexts = false
          await records.save({ withTexts: false, page: 1 })
        }
        throw error
      }
      await records.save({ page: 0, isComplete: true })
      if (!state.isComplete) onComplete(service, await records.count())
      isComplete = true
    } else if (state.ages.newest >= pace.newest) await readNewest()
    await readChanged()
    if (state.isFailing) await records.save({ isFailing: false })
  }

  /** Reads the state that another instance, or a former run of this one, has left. */
  const glance = async (one: UpdatableIndex): Promise<void> => {
    const state = await one.records.state()
    isComplete = state.isComplete
    if (state.isFailing) onBehind?.(service)
    else if (state.isComplete) onCurrent?.(service)
  }

  const look = async (): Promise<void> => {
    const one = await opened()
    await glance(one)
    if (!(await holding.during(one.records, () => follow(one)))) return
    onCurrent?.(service)
  }

  const goOn = async (): Promise<void> => {
    await opened()
      .then(glance)
      .catch((error: unknown) => onFailure(service, error))
    await alarm.wait(pace.start)
    let failures = 0
    while (!alarm.isClosed) {
      try {
        await look()
        failures = 0
        await alarm.wait(pace.look, true)
        await alarm.wait(pace.settling)
      } catch (error) {
        if (alarm.isClosed) return
        if (error instanceof LeaseLost) continue
        failures += 1
        onFailure(service, error)
        const isTooMany = error instanceof TooManyArticles
        if (isTooMany) isComplete = false
        await index?.records.save({ isFailing: true, ...(isTooMany && { isComplete }) }).catch(() => {})
        await alarm.wait(isTooMany ? pace.all : Math.min(pace.retry * 2 ** (failures - 1), pace.longestRetry))
      }
    }
  }

  const note = async (purge: Purge | undefined): Promise<void> => {
    const { records } = await opened()
    const tags = purge?.tags ?? []
    const isOwn = purge?.service === service.name
    const isAll = purge === undefined || tags.includes(serviceKey(service.name))
    const posts = tags.flatMap((tag) => postOfKey(tag) ?? [])
    const named = isOwn ? purge.paths.map(cmsPath).filter((path) => path !== '/') : []
    const paths = [...named, ...(await records.idsOfPosts(posts))]
    await records.note(paths)
    await records.demand([...(isAll ? (['all'] as const) : []), ...(isOwn ? (['newest'] as const) : [])])
    if (isOwn || isAll || paths.length > 0) alarm.ring()
  }

  /** Undefined while the index is incomplete; the first question starts it. */
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
        /** One call, and only where the CMS has something that is not on this page. */
        const allIds = (): Promise<ReadonlySet<string>> => {
          all ??= one.find(query, filters, 0, total).then(
            (indexPage) => new Set(indexPage.ids),
            () => new Set(ids),
          )
          return all
        }
        const isElsewhere = total > ids.length
        return {
          cards: foundCards(await one.records.cards(ids)),
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
    suggest: (query, count) =>
      fromIndex(async (one) => foundCards(await one.records.cards(await one.suggest(query, count)))),
    countFound: async (query) =>
      isComplete ? fromIndex(async (one) => countOf(await one.find(query, {}, 0, 1))) : undefined,
    changed(purge) {
      // Another instance may be the one that reads.
      if (purge?.only !== undefined || (!isStarted && !indexes.areShared)) return
      note(purge).catch((error: unknown) => onFailure(service, error))
    },
    close() {
      alarm.close()
      if (index) void holding.release(index.records)
    },
    patience: createPatience(),
  }
}

export interface BackgroundIndexes {
  of(service: Service): BackgroundIndex
  /** @param purge absent: any article may have changed */
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
