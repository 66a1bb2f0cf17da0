import type { Logger } from 'pino'
import type { SlotRemoval } from '../../content/placement.ts'
import { type Clock, elapsed } from '../../system/clock.ts'
import { type Report, UNKNOWN_BLOCK } from '../../system/report.ts'

const MAX_KEYS = 5000

/**
 * Too many keys are all dropped.
 * @param period milliseconds until a key is new; absent: never
 */
export function firstOfEach(period = Number.POSITIVE_INFINITY, now: Clock = elapsed): (key: string) => boolean {
  const knownUntil = new Map<string, number>()
  return (key) => {
    if (now() < (knownUntil.get(key) ?? Number.NEGATIVE_INFINITY)) return false
    if (knownUntil.size >= MAX_KEYS) knownUntil.clear()
    knownUntil.set(key, now() + period)
    return true
  }
}

/** A plugin may be in every article. Milliseconds. */
const UNKNOWN_BLOCK_PERIOD = 3_600_000

export function problemLog(log: Logger, now: Clock = elapsed): Report {
  const isNew = firstOfEach()
  const isNewKind = firstOfEach(UNKNOWN_BLOCK_PERIOD, now)
  return (problem) => {
    const { call, field, kind } = problem
    if (field === UNKNOWN_BLOCK ? isNewKind(kind) : isNew(`${call} ${field} ${kind}`)) log.warn(problem, 'content')
  }
}

export function removalLog(log: Logger): (removal: SlotRemoval) => void {
  const isNew = firstOfEach()
  return ({ service, article, revision, slots }) => {
    const removed = slots.map(({ slot }) => slot).join()
    if (!isNew(`${service} ${article} ${revision} ${removed}`)) return
    log.info({ service, article, revision, slots }, 'ad slots removed')
  }
}
