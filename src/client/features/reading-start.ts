/** What the boot script does for the reading aids before their module (docs/decisions/074). */
import type { VIEWS_API } from '../../content/most-read.ts'
import type { PLACES_KEY, SAVED_KEY } from './memory.ts'

export interface Starter extends HTMLElement {
  /** The inline script notes what was clicked before the module came (`readingScript`). */
  clicked?: EventTarget | null
}

/** TypeScript's types lack both. */
declare global {
  interface PerformanceNavigationTiming {
    readonly activationStart?: number
    readonly deliveryType?: string
  }
}

/** Written out, because a file that shares them with the aids would be one more request. */
const KEYS: readonly [typeof SAVED_KEY, typeof PLACES_KEY] = ['saved', 'places']
const VIEWS: typeof VIEWS_API = '/api/views'

/** Has the aids loaded at once where this browser knows the article, and reports a view that came in advance (READ-9). */
export function startReading(element: Starter): void {
  if (element.clicked || isKnown()) element.dataset.now = ''
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation instanceof PerformanceNavigationTiming) {
    // The server left out a request in advance. A prerendered document starts this script when it is shown (NAV-2).
    const { activationStart, deliveryType } = navigation
    if (activationStart || deliveryType === 'navigational-prefetch') navigator.sendBeacon(VIEWS + location.pathname)
  }
}

function isKnown(): boolean {
  try {
    return KEYS.some((key) => localStorage.getItem(key)?.includes(JSON.stringify(location.pathname)))
  } catch {
    // Storage is forbidden.
    return false
  }
}
