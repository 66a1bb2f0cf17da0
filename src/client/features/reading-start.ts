/**
 * An inline script, the same in every article, by hash in the policy (docs/decisions/074): sets the text size before
 * the text is parsed (AID-1), loads the aids at once where this browser knows the page (CORR-5), reports views that
 * came in advance (READ-9).
 */
import { VIEWS_API } from '../../content/most-read.ts'
import { ARTICLES } from '../service-worker/saved-articles.ts'
import { PLACES_KEY, REVISIONS_KEY, SAVED_KEY, TEXT_SIZE_KEY } from './memory.ts'
import { setTextScale } from './text-size.ts'

export interface Starter extends HTMLElement {
  /** Came before the module. */
  clicked?: EventTarget | null
}

export interface RevisionLine extends HTMLElement {
  keptCopy?: Promise<Response | undefined>
}

const SCALE = /^1\.\d{1,3}$/

function startReading(element: Starter): void {
  /** The boot script may run already, or come later. */
  const load = (): void => {
    element.dataset.now = ''
    element.dispatchEvent(new Event('reading-due'))
  }
  element.onclick = ({ target }) => {
    element.clicked = target
    load()
  }
  try {
    const scale = localStorage.getItem(TEXT_SIZE_KEY) ?? ''
    if (SCALE.test(scale)) setTextScale(Number(scale))
    if (isKnown()) load()
    const line = element.closest('[data-article]')?.querySelector<RevisionLine>('[data-revision]')
    if (line) lookForRevision(line, load)
  } catch {
    // Storage is forbidden.
  }
}

/** As in the stored lists. */
const path = JSON.stringify(location.pathname)

function isKnown(): boolean {
  return [SAVED_KEY, PLACES_KEY].some((key) => localStorage.getItem(key)?.includes(path))
}

function lookForRevision(line: RevisionLine, load: () => void): void {
  const revisions = localStorage.getItem(REVISIONS_KEY) ?? ''
  if (revisions.includes(path)) {
    if (!revisions.includes(`[${path},${JSON.stringify(line.dataset.revision)}]`)) load()
    return
  }
  // The worker replaces the copy once the page is idle.
  line.keptCopy = caches.match(location.pathname, { cacheName: ARTICLES })
  line.keptCopy.then((copy) => copy && load()).catch(() => {})
}

/** The server left out a request in advance (READ-9). */
function reportAdvanceView(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && wasInAdvance(navigation)) navigator.sendBeacon(VIEWS_API + location.pathname)
}

/** TypeScript's types lack both. */
function wasInAdvance(navigation: PerformanceEntry): boolean {
  if ('deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch') return true
  return 'activationStart' in navigation && Number(navigation.activationStart) > 0
}

/** A prerendered document waits for its reader (NAV-2). */
function whenShown(run: () => void): void {
  if ('prerendering' in document && document.prerendering === true) {
    document.addEventListener('prerenderingchange', run, { once: true })
  } else run()
}

const starter = document.currentScript?.parentNode
if (starter instanceof HTMLElement) {
  startReading(starter)
  if (starter.closest('[data-article]')) whenShown(reportAdvanceView)
}
