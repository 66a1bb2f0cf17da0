/** The part of the reading aids in the boot script (docs/decisions/074). */
import type { PLACES_KEY, SAVED_KEY } from './memory.ts'

export interface Starter extends HTMLElement {
  /** Noted by `readingScript` before the module came. */
  clicked?: EventTarget | null
}

/** Sharing them with the aids would cost a request. */
const KEYS: readonly [typeof SAVED_KEY, typeof PLACES_KEY] = ['saved', 'places']

/** Loads the aids at once where this browser knows the article. */
export function startReading(element: Starter): void {
  if (element.clicked || isKnown()) element.dataset.now = ''
}

function isKnown(): boolean {
  try {
    return KEYS.some((key) => localStorage.getItem(key)?.includes(JSON.stringify(location.pathname)))
  } catch {
    // Storage is forbidden.
    return false
  }
}
