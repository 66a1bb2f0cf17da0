import { ownHtml } from '../../../views/document/trusted-html.ts'
import { createLiveSchedule } from './live-schedule.ts'
import { createLiveUpdates, isInUse } from './live-updates.ts'

/** Coverages that are forgotten open: without a new update for this long the page asks no more. Milliseconds. */
const FORGOTTEN = 24 * 3_600_000
const PATIENCE = 8000

/**
 * Follows a live coverage (LIVE-9, LIVE-10): asks for new updates, says how many there are, and shows them when the
 * reader wants them, or at once where their place is below the screen. What was revised is shown where the reader is
 * not looking, else by the same button (LIVE-14). Nothing that is being read moves.
 * @param startFeatures starts what new updates have of features
 */
export function start(article: HTMLElement, startFeatures: () => void): void {
  const parts = partsOf(article)
  const url = article.dataset.live
  if (!parts || url === undefined) return
  const { list, top, show, status } = parts
  const updates = createLiveUpdates(list)
  let seen = list.dataset.seen ?? ''
  let newTop: Element | undefined
  let isOver = false
  let announced = ''

  const take = (fragment: HTMLElement): void => {
    seen = fragment.dataset.seen ?? seen
    newTop = fragment.querySelector('[data-live-top]') ?? newTop
    isOver ||= fragment.dataset.over !== undefined
    for (const link of fragment.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!document.querySelector(`link[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`)) list.before(link)
    updates.take([...fragment.querySelectorAll<HTMLElement>('[data-update]')], fragment.dataset.whole !== undefined)
  }

  const ask = async (): Promise<void> => {
    if (isForgotten(newTop ?? top)) return schedule.stop()
    const fragment = await fetchFragment(`${url}?since=${encodeURIComponent(seen)}`)
    if (fragment) take(fragment)
    if (isOver) schedule.stop()
    settle()
  }

  /** Shows what moves nothing, and offers the rest. */
  const settle = (): void => {
    const revised = updates.revise(false)
    const label = labelOf(show, updates)
    const inserted = top.getBoundingClientRect().top > innerHeight ? updates.insert() : undefined
    if (updates.waiting === 0 && updates.revised === 0 && (isOver || !isInUse(top))) renewTop()
    if (revised ?? inserted) startFeatures()
    if (label !== '' && label !== announced) status.textContent = label
    const offer = labelOf(show, updates)
    announced = offer
    show.textContent = offer
    show.hidden = offer === ''
  }

  const renewTop = (): void => {
    if (newTop) top.replaceChildren(...newTop.childNodes)
    newTop = undefined
  }

  show.addEventListener('click', () => {
    const revised = updates.revise(true)
    const first = updates.insert() ?? revised ?? list
    renewTop()
    startFeatures()
    announced = ''
    status.textContent = ''
    show.hidden = true
    // Where the reader goes on with a keyboard or a screen reader.
    first.tabIndex = -1
    first.focus({ preventScroll: true })
    first.scrollIntoView({ block: 'start' })
  })

  const schedule = createLiveSchedule(ask)
  schedule.start()
}

function partsOf(article: HTMLElement) {
  const list = article.querySelector<HTMLElement>('[data-live-updates]')
  const top = article.querySelector<HTMLElement>('[data-live-top]')
  const show = article.querySelector<HTMLElement>('[data-live-show]')
  const status = article.querySelector<HTMLElement>('[data-live-status]')
  return list && top && show && status ? { list, top, show, status } : undefined
}

function isForgotten(top: Element): boolean {
  const latest = top.querySelector<HTMLTimeElement>('.live-state time')
  return Date.now() - Date.parse(latest?.dateTime ?? '') > FORGOTTEN
}

/** @returns undefined where there is nothing new. @throws when it cannot be had */
async function fetchFragment(url: string): Promise<HTMLElement | undefined> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) })
  if (response.status === 204) return undefined
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = ownHtml(await response.text())
  return template.content.querySelector<HTMLElement>('[data-live-fragment]') ?? undefined
}

/** What the button says, empty where there is nothing to show: the number of new updates, in the page's language. */
function labelOf({ dataset }: HTMLElement, { waiting, revised }: { waiting: number; revised: number }): string {
  if (waiting === 0) return revised === 0 ? '' : (dataset.revised ?? '')
  const forms: unknown = JSON.parse(dataset.forms ?? '{}')
  const category = new Intl.PluralRules(document.documentElement.lang).select(waiting)
  const known = new Map<string, unknown>(typeof forms === 'object' && forms !== null ? Object.entries(forms) : [])
  return String(known.get(category) ?? known.get('other') ?? '{count}').replace('{count}', String(waiting))
}
