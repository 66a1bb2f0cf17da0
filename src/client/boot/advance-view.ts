import { VIEWS_API } from '../../content/most-read.ts'

/**
 * Tells the portal that a document is shown which came in advance (READ-9): it has counted none, as the request for it
 * said so. Everything else that a browser opens is counted where it is sent.
 */
export function reportAdvanceView(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && wasInAdvance(navigation)) navigator.sendBeacon(VIEWS_API + location.pathname)
}

/** Fetched in advance, or rendered too; TypeScript's types lack both properties. */
function wasInAdvance(navigation: PerformanceEntry): boolean {
  if ('deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch') return true
  return 'activationStart' in navigation && Number(navigation.activationStart) > 0
}
