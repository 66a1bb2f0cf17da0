import { sareResponse } from '../content/newsletter.ts'
import type { SubscriberStore } from './store/store.ts'
import type { ConfirmingSubscribers } from './subscribers.ts'

/** Subscribers in the portal's own store, with the responses of a provider (NEWS-8). */
export function ownSubscribers(store: SubscriberStore, now: () => Date = () => new Date()): ConfirmingSubscribers {
  const at = (): string => now().toISOString()
  return {
    async subscribe(email, service) {
      const { outcome } = await store.subscribe(email, service, at())
      return sareResponse({ [outcome === 'added' ? 'imported' : 'notUpdated']: [{ status: 1 }] })
    },
    tokenState: (token) => store.tokenState(token, at()),
    confirm: (token) => store.confirm(token, at()),
  }
}
