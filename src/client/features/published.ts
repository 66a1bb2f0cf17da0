import { ownHtml } from '../../../views/document/trusted-html.ts'
import { countedIn, createPolling } from './polling.ts'

/** Milliseconds; with the fragment's age at most a minute (HOME-20). */
const INTERVAL = 30_000
const PATIENCE = 8000

/** Offers what was published since the page was opened (HOME-20). The button floats: nothing moves before a press. */
export function start(box: HTMLElement): void {
  const url = box.dataset.published
  const [button, status] = [box.querySelector('button'), box.querySelector<HTMLElement>('[role=status]')]
  if (url === undefined || !button || !status) return
  /** Of the first response: the page is as old as they are. */
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
    // The last list is still the best one.
    if (items.length === 0) return
    const newestShown = latestOf(document.querySelectorAll('main .card time'))
    const isNew = (item: HTMLLIElement): boolean => {
      const href = hrefOf(item)
      if (document.querySelector(`main a[href="${CSS.escape(href)}"]`)) return false
      const date = latestOf(item.querySelectorAll('time'))
      // A cached page may be older; a withdrawn article lets an older one move up.
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
