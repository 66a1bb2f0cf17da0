import { setTimeout as wait } from 'node:timers/promises'
import type { Subscribers } from '../subscribers.ts'

/** Milliseconds. */
const STEP = 1000

/** Responds at whole steps, as a provider may need one call more for an address that it knows (NEWS-31). */
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
