import type { SubscriberStore } from '../store/store.ts'
import type { ConfirmingSubscribers } from '../subscribers.ts'

interface OwnSettings {
  /** The form says nothing of who is subscribed (NEWS-16). */
  mails: boolean
  /** Seconds to each letter, by key of the newsletter. */
  welcomes?: Readonly<Record<string, readonly number[]>>
  now?: () => Date
  onLetter?: () => void
}

/** Subscribers in the portal's own store (NEWS-8). */
export function ownSubscribers(
  store: SubscriberStore,
  { mails, welcomes = {}, now = () => new Date(), onLetter = () => {} }: OwnSettings,
): ConfirmingSubscribers {
  const at = (): string => now().toISOString()
  return {
    isDiscreet: mails,
    async subscribe(email, service, newsletters = [service]) {
      const { outcome } = await store.subscribe(email, newsletters, at())
      onLetter()
      return { outcome: outcome === 'added' ? 'added' : 'known' }
    },
    tokenState: (token) => store.tokenState(token, at()),
    async confirm(token) {
      const outcome = await store.confirm(token, at(), welcomes)
      onLetter()
      return outcome
    },
  }
}
