import type { Logger } from 'pino'
import type { SlotRemoval } from '../../content/placement.ts'
import { firstOfEach } from './first-of.ts'

/** Logs each revision of an article that loses slots to product placement (ADS-8). */
export function removalLog(log: Logger): (removal: SlotRemoval) => void {
  const isNew = firstOfEach()
  return ({ service, article, revision, slots }) => {
    const removed = slots.map(({ slot }) => slot).join()
    if (!isNew(`${service} ${article} ${revision} ${removed}`)) return
    log.info({ service, article, revision, slots }, 'ad slots removed')
  }
}
