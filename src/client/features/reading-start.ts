/**
 * Sets the reader's text size before the text is parsed (AID-1), and says whether reading aids are due at once: where this
 * browser knows something of the page, or the reader has clicked one of the buttons. Else the first interaction loads
 * them, so that a page costs nothing before (docs/decisions/074). What knows of the page is a list of saved articles, a
 * place in it, and another revision that was read, by its own memory or by the copy that the worker keeps (CORR-5). A
 * view of an article that came in advance is reported here (READ-9), because this script stands in every article and in
 * nothing else that counts. The build makes it a script that stands in the page, the same on every one, as the policy
 * lists it by its hash.
 */
import { VIEWS_API } from '../../content/most-read.ts'
import { ARTICLES } from '../service-worker/saved-articles.ts'
import { PLACES_KEY, REVISIONS_KEY, SAVED_KEY, TEXT_SIZE_KEY } from './memory.ts'
import { setTextScale } from './text-size.ts'

/** The element that the script stands in. */
export interface Starter extends HTMLElement {
  /** What the reader clicked before the module was there. */
  clicked?: EventTarget | null
}

/** The line of an article that was revised. */
export interface RevisionLine extends HTMLElement {
  /** The copy of the article that the worker keeps. */
  keptCopy?: Promise<Response | undefined>
}

const SCALE = /^1\.\d{1,3}$/

function startReading(element: Starter): void {
  /** For the boot script, whether it runs already or comes later. */
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

/** As JSON has it in the stored lists. */
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
  // The worker replaces the copy once the page is idle: this is before.
  line.keptCopy = caches.match(location.pathname, { cacheName: ARTICLES })
  line.keptCopy.then((copy) => copy && load()).catch(() => {})
}

/**
 * Tells the portal that a document is shown which came in advance (READ-9): it has counted none, as the request for it
 * said so. Everything else that a browser opens is counted where it is sent.
 */
function reportAdvanceView(): void {
  const [navigation] = performance.getEntriesByType('navigation')
  if (navigation && wasInAdvance(navigation)) navigator.sendBeacon(VIEWS_API + location.pathname)
}

/** Fetched in advance, or rendered too; TypeScript's types lack both properties. */
function wasInAdvance(navigation: PerformanceEntry): boolean {
  if ('deliveryType' in navigation && navigation.deliveryType === 'navigational-prefetch') return true
  return 'activationStart' in navigation && Number(navigation.activationStart) > 0
}

/** Runs at once, or, in a document that is rendered in advance, when a reader sees it (NAV-2). TypeScript's types lack the property. */
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
