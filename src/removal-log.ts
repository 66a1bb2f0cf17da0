import type { Logger } from 'pino'
import type { SlotRemoval } from './content/placement.ts'
import { knownKeys } from './known-keys.ts'

/** One log line for each revision of an article that product placement took slots from (ADS-8). */
export function removalLog(log: Logger): (removal: SlotRemoval) => void {
  const isNew = knownKeys()
  return ({ service, article, revision, slots }) => {
    const removed = slots.map(({ slot }) => slot).join()
    if (!isNew(`${service} ${article} ${revision} ${removed}`)) return
    log.info({ service, article, revision, slots }, 'ad slots removed')
  }
}
