import { gtag } from '../gtag.ts'
import type { ConsentGate } from './gate.ts'

/** How long Google's libraries wait for an update. Milliseconds. */
const WAIT = 500

/**
 * Google's Consent Mode v2 (CONS-20): everything is denied before any library of Google's loads, and each decision
 * follows before what it lets load.
 */
export function signalConsent(gate: ConsentGate): void {
  const state = (advertising: boolean, analytics: boolean): object => {
    const [ads, statistics] = [advertising, analytics].map((isGranted) => (isGranted ? 'granted' : 'denied'))
    return {
      ad_storage: ads,
      ad_user_data: ads,
      ad_personalization: ads,
      analytics_storage: statistics,
    }
  }
  gtag('consent', 'default', { ...state(false, false), wait_for_update: WAIT })
  gate.onChange((isGranted) => gtag('consent', 'update', state(isGranted('advertising'), isGranted('measurement'))))
}
