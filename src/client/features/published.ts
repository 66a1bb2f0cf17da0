import { ownHtml } from '../../../views/document/trusted-html.ts'
import { countedIn, createPolling } from './polling.ts'

/** Milliseconds; with the age of the fragment a reader sees an article within a minute (HOME-20). */
const INTERVAL = 30_000
const PATIENCE = 8000

/**
 * Offers what was published since the front page was opened (HOME-20). A button floats over the page, so that nothing moves
 * before the reader presses it.
 */
export function start(box: HTMLElement): void {
  const url = box.dataset.published
  const [button, status] = [box.querySelector('button'), box.querySelector<HTMLElement>('[role=status]')]
  if (url === undefined || !button || !status) return
  /** Articles of the first response: the page is as old as they are. */
  let known: ReadonlySet<string> | undefined
  let fresh: HTMLLIElement[] = []

  const offer = (unseen: HTMLLIElement[]): void => {
    const before = fresh.length
    fresh = unseen
    if (fresh.length === before) return
    button.hidden = fresh.length === 0
    if (!button.hidden) button.textContent = countedIn(box.dataset.forms, fresh.length)
    // A screen reader hears of more, not of fewer.
    status.textContent = fresh.length > before ? button.textContent : ''
  }

  const ask = async (): Promise<void> => {
    const items = await fetchItems(url)
    // Nothing has lost all of its articles: the last list is still the best one.
    if (items.length === 0) return
    const newestShown = latestOf(document.querySelectorAll('main .card time'))
    const isNew = (item: HTMLLIElement): boolean => {
      const href = hrefOf(item)
      if (document.querySelector(`main a[href="${CSS.escape(href)}"]`)) return false
      const date = latestOf(item.querySelectorAll('time'))
      // A page out of a cache may be older than its first response. Where an article was withdrawn, an older one moves up.
      return known ? !known.has(href) && date >= newestShown : date > newestShown
    }
    const unseen = items.filter(isNew)
    known ??= new Set(items.filter((item) => !unseen.includes(item)).map(hrefOf))
    offer(unseen)
  }

  button.addEventListener('click', () => {
    const list = box.querySelector('ol') ?? box.appendChild(listTitled(box.dataset.title ?? '')).appendChild(newList())
    list.prepend(...fresh)
    fresh = []
    button.hidden = true
    status.textContent = ''
    const heading = box.querySelector('h2')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'start' })
    dispatchEvent(new Event('szpalta:cards'))
  })

  const polling = createPolling(ask, INTERVAL)
  void ask()
    .catch(() => {})
    .then(() => polling.start())
}

function listTitled(title: string): HTMLElement {
  const section = document.createElement('section')
  const heading = section.appendChild(document.createElement('h2'))
  heading.className = 'section-title'
  heading.textContent = title
  heading.tabIndex = -1
  return section
}

function newList(): HTMLOListElement {
  return document.createElement('ol')
}

function hrefOf(item: Element): string {
  return item.querySelector('a')?.getAttribute('href') ?? ''
}

function latestOf(times: Iterable<Element>): number {
  const all = Array.from(times, (time) => Date.parse(time.getAttribute('datetime') ?? '') || 0)
  return Math.max(0, ...all)
}

async function fetchItems(url: string): Promise<HTMLLIElement[]> {
  const response = await fetch(url, { cache: 'no-cache', signal: AbortSignal.timeout(PATIENCE) })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  const template = document.createElement('template')
  template.innerHTML = ownHtml(await response.text())
  return [...template.content.querySelectorAll('li')]
}
