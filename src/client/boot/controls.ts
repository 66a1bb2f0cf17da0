/** Leaves alone clicks that open a new tab. */
export function onClick<E extends HTMLElement>(selector: string, act: (element: E, event: MouseEvent) => void): void {
  document.addEventListener('click', (event) => {
    const element = event.target instanceof Element ? event.target.closest<E>(selector) : null
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0)
    if (element && isPlain && !event.defaultPrevented) act(element, event)
  })
}

/** Pixels above a link's target (LINK-7). */
const OFFSET = 170
const OFFSET_FROM_CONTENT = 50
/** Milliseconds (PAGE-20). */
const REDIRECT_DELAY = 4000

/** The browser itself moves the focus of the skip link. */
export function startHashLinks(): void {
  onClick<HTMLAnchorElement>('a[href^="#"]:not(.skip-link)', (link, event) => {
    const target = targetOf(link)
    // An update's anchor on another page leads there (LIVE-18).
    if (!target || target.closest('p[data-feature=live]')) return
    event.preventDefault()
    target.style.scrollMarginTop = `${link.closest('.article-body') ? OFFSET_FROM_CONTENT : OFFSET}px`
    target.scrollIntoView()
    history.pushState(history.state, '', link.hash)
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}

/** Articles may repeat ids. */
function targetOf(link: HTMLAnchorElement): HTMLElement | null {
  const id = decodeURIComponent(link.hash.slice(1))
  if (!id) return null
  const own = link.closest('[data-article]')?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  return own ?? document.getElementById(id)
}

/** The reader may stay (PAGE-20). */
export function startRedirect({ dataset }: HTMLElement): void {
  setTimeout(() => dataset.redirectTo && location.replace(dataset.redirectTo), REDIRECT_DELAY)
}
