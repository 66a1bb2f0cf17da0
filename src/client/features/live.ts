import { ownHtml } from '../../../views/document/trusted-html.ts'
import { createLiveSchedule } from './live-schedule.ts'

/** Coverages that are forgotten open: without a new update for this long the page asks no more. Milliseconds. */
const FORGOTTEN = 24 * 3_600_000
const PATIENCE = 8000

/**
 * Follows a live coverage (LIVE-9, LIVE-10): asks for new updates, says how many there are, and shows them when the
 * reader wants them, or at once where their place is below the screen. Nothing that is being read moves.
 * @param startFeatures starts what new updates have of features
 */
export function start(article: HTMLElement, startFeatures: () => void): void {
  const parts = partsOf(article)
  const url = article.dataset.live
  if (!parts || url === undefined) return
  const { list, top, show, status } = parts
  let newest = list.dataset.newest ?? ''
  const waiting: Element[] = []
  let newTop: Element | undefined

  const knows = (id: string): boolean =>
    list.querySelector(`#${CSS.escape(id)}`) !== null || waiting.some((one) => one.id === id)

  const take = (fragment: HTMLElement): boolean => {
    const fresh = [...fragment.querySelectorAll('[data-update]')].filter(({ id }) => !knows(id))
    newest = fragment.dataset.newest ?? newest
    newTop = fragment.querySelector('[data-live-top]') ?? newTop
    if (fragment.dataset.over !== undefined) schedule.stop()
    for (const link of fragment.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'))
      if (!document.querySelector(`link[href="${CSS.escape(link.getAttribute('href') ?? '')}"]`)) list.before(link)
    waiting.unshift(...fresh)
    return fresh.length > 0
  }

  /** Ids of the first page that are not here: an update that was written late, or published later than a newer one. */
  const lacks = ({ dataset }: HTMLElement): boolean =>
    (dataset.ids ?? '').split(' ').some((id) => id !== '' && !knows(id))

  const ask = async (): Promise<void> => {
    if (isForgotten(newTop ?? top)) return schedule.stop()
    const fragment = await fetchFragment(`${url}?since=${encodeURIComponent(newest)}`)
    if (!fragment) return
    const isOver = fragment.dataset.over !== undefined
    let hasNew = take(fragment)
    const whole = lacks(fragment) ? await fetchFragment(url) : undefined
    if (whole) hasNew = take(whole) || hasNew
    if (isOver && !hasNew) renewTop()
    if (!hasNew) return
    const label = labelOf(show, waiting.length)
    if (top.getBoundingClientRect().top > innerHeight) insert()
    else {
      show.textContent = label
      show.hidden = false
    }
    status.textContent = label
  }

  const renewTop = (): void => {
    if (newTop) top.replaceChildren(...newTop.childNodes)
    newTop = undefined
  }

  /** Below the pinned ones, newest first. @returns the first new one */
  const insert = (): Element | undefined => {
    const fresh = waiting.splice(0)
    const pinned = fresh.filter((one) => one.classList.contains('live-pinned'))
    const others = fresh.filter((one) => !pinned.includes(one))
    const first = [...list.children].find((one) => !one.classList.contains('live-pinned'))
    list.prepend(...pinned)
    if (first) first.before(...others)
    else list.append(...others)
    list.dataset.newest = newest
    renewTop()
    show.hidden = true
    startFeatures()
    return others[0] ?? pinned[0]
  }

  show.addEventListener('click', () => {
    status.textContent = ''
    const first = insert()
    if (!(first instanceof HTMLElement)) return
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

/** The number of new updates in words, in the form that the number needs in the page's language. */
function labelOf({ dataset }: HTMLElement, count: number): string {
  const forms: unknown = JSON.parse(dataset.forms ?? '{}')
  const category = new Intl.PluralRules(document.documentElement.lang).select(count)
  const known = new Map<string, unknown>(typeof forms === 'object' && forms !== null ? Object.entries(forms) : [])
  return String(known.get(category) ?? known.get('other') ?? '{count}').replace('{count}', String(count))
}
