import { cmsPath } from '../../content/public-paths.ts'
import { postOfKey, serviceKey } from '../../content/surrogate-keys.ts'
import type { Purge } from '../../purge/purge.ts'
import type { UpdatableIndex } from '../../search/search-index.ts'
import type { UpdatableIndexes } from '../../search/search-indexes.ts'
import type { Service } from '../../services/service.ts'
import type { Crawl } from './crawl.ts'
import { TooManyArticles } from './following.ts'
import { createHolding, LeaseLost } from './holding.ts'
import { createAlarm, createPaced, type Paced, type PaceSettings, USUAL_PACE } from './pace.ts'
import { createRounds } from './rounds.ts'

export interface BackgroundIndexSettings {
  indexes: UpdatableIndexes
  most: number
  leaseSeconds?: number
  onComplete(service: Service, articles: number): void
  onCurrent?(service: Service): void
  onBehind?(service: Service): void
  onFailure(service: Service, error: unknown): void
  pace?: PaceSettings
}

export interface Upkeep {
  /** Never rejects; resolves when it is closed. */
  run(): Promise<void>
  readonly index: UpdatableIndex | undefined
  readonly isComplete: boolean
  note(purge: Purge | undefined): Promise<void>
  close(): void
}

export function createUpkeep(service: Service, crawl: Crawl, settings: BackgroundIndexSettings): Upkeep {
  const { indexes, most, leaseSeconds, onComplete, onCurrent, onBehind, onFailure, pace = USUAL_PACE } = settings
  const alarm = createAlarm()
  const holding = createHolding(leaseSeconds)
  const calls = createPaced(pace, alarm)
  const paced: Paced = async (call) => {
    if (holding.isLost()) throw new LeaseLost('another instance reads the CMS')
    return calls(call)
  }
  let index: UpdatableIndex | undefined
  let isComplete = false

  const open = opener(indexes, service)
  const opened = async (): Promise<UpdatableIndex> => {
    index = await open()
    return index
  }
  const follow = createRounds({
    crawl,
    most,
    paced,
    pace,
    async onWhole(records, isFirst) {
      if (isFirst) onComplete(service, await records.count())
      isComplete = true
    },
  })
  /** Another instance or an earlier run left it. */
  const glance = async (one: UpdatableIndex): Promise<void> => {
    const state = await one.records.state()
    isComplete = state.isComplete
    if (state.isFailing) onBehind?.(service)
    else if (state.isComplete) onCurrent?.(service)
  }
  const look = async (): Promise<void> => {
    const one = await opened()
    await glance(one)
    if (await holding.during(one.records, () => follow(one))) onCurrent?.(service)
  }
  return {
    async run() {
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
          await index?.records.save(isTooMany ? { isFailing: true, isComplete } : { isFailing: true }).catch(() => {})
          await alarm.wait(isTooMany ? pace.all : Math.min(pace.retry * 2 ** (failures - 1), pace.longestRetry))
        }
      }
    },
    get index() {
      return index
    },
    get isComplete() {
      return isComplete
    },
    async note(purge) {
      if (await noteIn(await opened(), service, purge)) alarm.ring()
    },
    close() {
      alarm.close()
      if (index) void holding.release(index.records)
    },
  }
}

/** A failure to open is not remembered. */
function opener(indexes: UpdatableIndexes, { name, language }: Service): () => Promise<UpdatableIndex> {
  let opening: Promise<UpdatableIndex> | undefined
  return () => {
    opening ??= indexes.openUpdatable(name, language).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

async function noteIn({ records }: UpdatableIndex, service: Service, purge: Purge | undefined): Promise<boolean> {
  const tags = purge?.tags ?? []
  const isOwn = purge?.service === service.name
  const isAll = purge === undefined || tags.includes(serviceKey(service.name))
  const posts = tags.flatMap((tag) => postOfKey(tag) ?? [])
  const named = isOwn ? purge.paths.map(cmsPath).filter((path) => path !== '/') : []
  const paths = [...named, ...(await records.idsOfPosts(posts))]
  await records.note(paths)
  await records.demand([...(isAll ? (['all'] as const) : []), ...(isOwn ? (['newest'] as const) : [])])
  return isOwn || isAll || paths.length > 0
}
