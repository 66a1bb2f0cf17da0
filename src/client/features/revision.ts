/** Loads the reading aids at once where this browser knows another version of the article (CORR-5). */
import { ARTICLES } from '../service-worker/saved-articles.ts'
import { REVISIONS_KEY } from './memory.ts'

export interface RevisionLine extends HTMLElement {
  keptCopy?: Promise<Response | undefined>
}

export function start(line: RevisionLine): void {
  const load = (): void => {
    const aids = document.querySelector<HTMLElement>('[data-feature=reading]')
    if (!aids) return
    aids.dataset.now = ''
    aids.dispatchEvent(new Event('reading-due'))
  }
  try {
    // As in the stored list.
    const path = JSON.stringify(location.pathname)
    const revisions = localStorage.getItem(REVISIONS_KEY) ?? ''
    if (revisions.includes(path)) {
      if (!revisions.includes(`[${path},${JSON.stringify(line.dataset.revision)}]`)) load()
      return
    }
    // The worker replaces the copy once the page is idle.
    line.keptCopy = caches.match(location.pathname, { cacheName: ARTICLES })
    line.keptCopy.then((copy) => copy && load()).catch(() => {})
  } catch {
    // Storage is forbidden.
  }
}
