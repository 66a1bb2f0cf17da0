import { setTimeout as wait } from 'node:timers/promises'
import type { Subscribers } from '../subscribers.ts'

const STEP = 1000

/**
 * A provider may need one call more for a known address, so responses come at whole steps, in milliseconds (NEWS-31).
 */
export function paced({ isDiscreet, subscribe }: Subscribers, step = STEP): Subscribers {
  return {
    isDiscreet,
    async subscribe(email, service) {
      const since = performance.now()
      try {
        return await subscribe(email, service)
      } finally {
        await wait(step - ((performance.now() - since) % step))
      }
    },
  }
}
