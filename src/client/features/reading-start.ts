/**
 * Sets the reader's text size before the text is parsed (AID-1), and loads the module of the element that it stands in: at
 * once where this browser knows something of the page, else at the first interaction, so that a page costs nothing
 * before (docs/decisions/074). What knows of the page is a list of saved articles, a place in it, and another revision that
 * was read, by its own memory or by the copy that the worker keeps (CORR-5). A view of an article that came in advance
 * is reported here (READ-9), because this script stands in every article and in nothing else that counts. The build makes
 * it a script that stands in the page, the same on every one, as the policy lists it by its hash.
 */
import { reportAdvanceView } from '../boot/advance-view.ts'
import { whenShown } from '../boot/when-shown.ts'
import { ARTICLES } from '../service-worker/saved-articles.ts'
import type { RevisionLine, Starter } from './reading-elements.ts'
import { PLACES_KEY, REVISIONS_KEY, SAVED_KEY, TEXT_SIZE_KEY } from './reading-storage.ts'
import { setTextScale } from './text-scale.ts'

const SCALE = /^1\.\d{1,3}$/
const INTERACTIONS = ['scroll', 'pointerdown', 'keydown']

function startReading(element: Starter): void {
  const load = (): void => {
    // Not before the document is parsed: its last script says which scripts Trusted Types allow.
    if (document.readyState === 'loading') {
      document.addEventListener('DOMContentLoaded', load)
      return
    }
    const { module: url = '' } = element.dataset
    if (url === '') return
    element.dataset.module = ''
    const retry = (): void => {
      element.dataset.module = url
    }
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: url, onerror: retry }))
  }
  element.onclick = ({ target }) => {
    element.clicked = target
    load()
  }
  for (const name of INTERACTIONS) addEventListener(name, load, { passive: true })
  try {
    const scale = localStorage.getItem(TEXT_SIZE_KEY) ?? ''
    if (SCALE.test(scale)) setTextScale(Number(scale))
    if ('now' in element.dataset || isKnown()) whenShown(load)
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
    if (!revisions.includes(`[${path},${JSON.stringify(line.dataset.revision)}]`)) whenShown(load)
    return
  }
  // The worker replaces the copy once the page is idle: this is before.
  line.keptCopy = caches.match(location.pathname, { cacheName: ARTICLES })
  line.keptCopy.then((copy) => copy && whenShown(load)).catch(() => {})
}

const starter = document.currentScript?.parentNode
if (starter instanceof HTMLElement) {
  startReading(starter)
  if (starter.closest('[data-article]')) whenShown(reportAdvanceView)
}
