/** Leaves alone a click that opens a new tab. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
    if (element && isPlain && !event.defaultPrevented) act(element, event)
  })
}

/** Above the target of a link (LINK-7). Pixels. */
const OFFSET = 170
const OFFSET_FROM_CONTENT = 50
/** Milliseconds (PAGE-20). */
const REDIRECT_DELAY = 4000

/** Only the browser moves the focus of the skip link. */
export function startHashLinks(): void {
  onClick<HTMLAnchorElement>('a[href^="#"]:not(.skip-link)', (link, event) => {
    const target = targetOf(link)
    // The anchor of an update that is on another page leads there (LIVE-18).
    if (!target || target.closest('p[data-feature=live]')) return
    event.preventDefault()
    target.style.scrollMarginTop = `${link.closest('.article-body') ? OFFSET_FROM_CONTENT : OFFSET}px`
    target.scrollIntoView()
    history.pushState(history.state, '', link.hash)
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}

/** Articles may repeat ids; the link's own article wins. */
function targetOf(link: HTMLAnchorElement): HTMLElement | null {
  const id = decodeURIComponent(link.hash.slice(1))
  if (!id) return null
  const own = link.closest('[data-article]')?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  return own ?? document.getElementById(id)
}

/** The button that lets a reader stay takes the target away (PAGE-20). */
export function startRedirect({ dataset }: HTMLElement): void {
  setTimeout(() => dataset.redirectTo && location.replace(dataset.redirectTo), REDIRECT_DELAY)
}
