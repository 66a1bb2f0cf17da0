import type { LiveUpdateBlock } from './block.ts'
import { type Live, versionOf } from './live.ts'

/**
 * AMP documents compare ids and times alone: times of revisions and withdrawals follow from two observations (LIVE-13).
 */
export interface LiveHistory {
  known: ReadonlyMap<string, KnownUpdate>
  /** The latest is last. */
  withdrawn: readonly WithdrawnUpdate[]
}

interface KnownUpdate {
  version: string
  sortTime: number
  /** Unix seconds; absent: never changed. */
  revisedAt?: number
  /** An update that is not listed never comes back, as it would enter as new. */
  isListed: boolean
  /** Open documents may have it. */
  wasListed: boolean
}

export interface WithdrawnUpdate {
  id: string
  sortTime: number
}

const MAX_WITHDRAWN = 100

/** Unix seconds; AMP requires one. */
export function sortTimeOf({ published }: LiveUpdateBlock): number {
  return published ? Math.max(1, Math.trunc(published.time.epoch / 1000)) : 1
}

/**
 * @param before absent: nobody has a document of the coverage
 * @param now Unix seconds
 * @returns `before` itself without changes
 */
export function recorded(before: LiveHistory | undefined, live: Live, now: number): LiveHistory {
  const first = new Set(live.pages[0]?.map(({ id }) => id))
  const known = new Map(
    live.updates.map((update) => [update.id, seen(update, before, first.has(update.id), now)] as const),
  )
  const gone = [...(before?.known ?? [])].flatMap(([id, { wasListed, sortTime }]) =>
    wasListed && !known.has(id) ? [{ id, sortTime }] : [],
  )
  // A withdrawn update may come back under its id.
  const stay = before?.withdrawn.filter(({ id }) => !known.has(id)) ?? []
  const withdrawn = [...stay, ...gone].slice(-MAX_WITHDRAWN)
  return before && isSame(before, known, withdrawn) ? before : { known, withdrawn }
}

function seen(update: LiveUpdateBlock, before: LiveHistory | undefined, isFirst: boolean, now: number): KnownUpdate {
  // An update whose day another one takes over is replaced (LIVE-15).
  const version = `${versionOf(update)}${update.isOfSameDay ? '.same-day' : ''}`
  const sortTime = sortTimeOf(update)
  const earlier = before?.known.get(update.id)
  const wasWithdrawn = before?.withdrawn.some(({ id }) => id === update.id) ?? false
  if (!earlier) {
    // Open documents have removed an update that comes back.
    return {
      version,
      sortTime,
      isListed: isFirst,
      wasListed: isFirst,
      revisedAt: wasWithdrawn ? Math.max(now, sortTime + 1) : undefined,
    }
  }
  const isListed = earlier.isListed && isFirst
  const isAsItWas = earlier.version === version && earlier.isListed === isListed && earlier.sortTime === sortTime
  if (isAsItWas) return earlier
  const isRevised = earlier.version !== version || earlier.sortTime !== sortTime
  // The time is later than open documents have.
  const least = Math.max(sortTime, earlier.sortTime, earlier.revisedAt ?? 0) + 1
  const revisedAt = isRevised ? Math.max(now, least) : earlier.revisedAt
  return { version, sortTime, isListed, wasListed: earlier.wasListed, revisedAt }
}

function isSame(
  before: LiveHistory,
  known: ReadonlyMap<string, KnownUpdate>,
  withdrawn: readonly WithdrawnUpdate[],
): boolean {
  if (before.known.size !== known.size || before.withdrawn.length !== withdrawn.length) return false
  return [...known].every(([id, one]) => before.known.get(id) === one)
}

const MAX_COVERAGES = 200

export function createLiveHistories(now: () => number = Date.now): (key: string, live: Live) => LiveHistory {
  const histories = new Map<string, LiveHistory>()
  return (key, live) => {
    const history = recorded(histories.get(key), live, Math.trunc(now() / 1000))
    histories.delete(key)
    histories.set(key, history)
    const [oldest] = histories.keys()
    if (histories.size > MAX_COVERAGES && oldest !== undefined) histories.delete(oldest)
    return history
  }
}
