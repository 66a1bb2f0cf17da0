/** What the boot script does for the reading aids before their module (docs/decisions/074). */
import type { PLACES_KEY, SAVED_KEY } from './memory.ts'

export interface Starter extends HTMLElement {
  /** The inline script notes what was clicked before the module came (`readingScript`). */
  clicked?: EventTarget | null
}

/** Written out, because a file that shares them with the aids would be one more request. */
const KEYS: readonly [typeof SAVED_KEY, typeof PLACES_KEY] = ['saved', 'places']

/** Has the aids loaded at once where this browser knows the article. */
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
