import { ownHtml } from '../../../views/document/trusted-html.ts'
import { createLiveUpdates, isOnScreen } from './live-updates.ts'
import { countedIn, createPolling } from './polling.ts'

/** Milliseconds. */
const INTERVAL = 10_000
/** Milliseconds after the last update, until polling stops. */
const FORGOTTEN = 24 * 3_600_000
const PATIENCE = 8000

/**
 * Moves nothing that is being read (LIVE-9, LIVE-6, LIVE-14): new updates show on demand or below the screen, changes
 * out of sight.
 */
export function start(article: HTMLElement): void {
  if (article.matches('.live-elsewhere')) {
    followMoved(article)
    return
  }
  const parts = partsOf(article)
  const url = article.dataset.live
  if (!parts || url === undefined) return
  const { list, top, button, status } = parts
  const updates = createLiveUpdates(list)
  let seen = list.dataset.seen ?? ''
  /** A page that may be old counts the second time. */
  let doubted: string | undefined
  let newTop: Element | undefined
  let isOver = false
  let said = ''

  const take = (fragment: HTMLElement): void => {
    const { whole, over, seen: now = seen } = fragment.dataset
    const isSure = whole === undefined || doubted === now
    const sent = [...fragment.querySelectorAll<HTMLElement>('[data-update]')]
    for (const link of fragment.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!document.querySelector(`link[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`)) list.before(link)
    if (whole === undefined) updates.takeNew(sent)
    else updates.takePage({ updates: sent, isAll: whole === 'all', isSure })
    doubted = isSure ? undefined : now
    if (!isSure) return
    seen = now
    newTop = fragment.querySelector('[data-live-top]') ?? newTop
    isOver = over !== undefined
  }

  const ask = async (): Promise<void> => {
    if (isForgotten(newTop ?? top)) return schedule.stop()
    const fragment = await fetchFragment(`${url}?since=${encodeURIComponent(seen)}`)
    if (fragment) take(fragment)
    else doubted = undefined
    if (isOver) schedule.stop()
    show()
  }

  const show = (): void => {
    const settled = updates.settle(false)
    const label = labelOf(button, updates)
    const inserted = top.getBoundingClientRect().top > innerHeight ? updates.insert() : undefined
    if (updates.waiting === 0 && updates.changed === 0 && (isOver || !isOnScreen(top))) renewTop()
    if (settled ?? inserted) startNew()
    if (label !== said) status.textContent = label
    said = inserted ? '' : label
    const offer = inserted ? labelOf(button, updates) : label
    if (offer !== '') button.textContent = offer
    // Keeps a keyboard's focus.
    button.hidden = offer === '' && document.activeElement !== button
  }

  const renewTop = (): void => {
    if (newTop) top.replaceChildren(...newTop.childNodes)
    newTop = undefined
  }

  button.addEventListener('click', () => {
    const settled = updates.settle(true)
    const newest = updates.insert() ?? settled ?? list
    // The reader may hide it (LIVE-16).
    const first = newest.checkVisibility() ? newest : list
    renewTop()
    startNew()
    said = ''
    status.textContent = ''
    first.tabIndex = -1
    first.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'start' })
    button.hidden = true
  })

  const schedule = createPolling(ask, INTERVAL)
  schedule.start()
}

function startNew(): void {
  dispatchEvent(new Event('szpalta:updates'))
}

function partsOf(article: HTMLElement) {
  const list = article.querySelector<HTMLElement>('[data-live-updates]')
  const top = article.querySelector<HTMLElement>('[data-live-top]')
  const button = article.querySelector<HTMLElement>('[data-live-show]')
  const status = article.querySelector<HTMLElement>('[data-live-status]')
  return list && top && button && status ? { list, top, button, status } : undefined
}

function isForgotten(top: Element): boolean {
  const latest = top.querySelector<HTMLTimeElement>('.live-state time')
  return Date.now() - Date.parse(latest?.dateTime ?? '') > FORGOTTEN
}

/**
 * @returns undefined: nothing is new
 * @throws when the request fails
 */
async function fetchFragment(url: string): Promise<HTMLElement | undefined> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) })
  if (response.status === 204) return undefined
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = ownHtml(await response.text())
  return template.content.querySelector<HTMLElement>('[data-live-fragment]') ?? undefined
}

function labelOf({ dataset }: HTMLElement, { waiting, changed }: { waiting: number; changed: number }): string {
  if (waiting === 0) return changed === 0 ? '' : (dataset.revised ?? '')
  return countedIn(dataset.forms, waiting)
}

/** Leads to the older page that has the URL's update now (LIVE-18). */
function followMoved(links: HTMLElement): void {
  const follow = (): void => {
    const link = links.querySelector<HTMLAnchorElement>(':target')
    if (link) location.replace(link.href)
  }
  addEventListener('hashchange', follow)
  follow()
}
