import { onClick } from './on-click.ts'

/** Space above the target of a link (LINK-7). Pixels. */
const OFFSET = 170
const OFFSET_FROM_CONTENT = 50

/** Scrolls smoothly to targets on the page. The browser handles the skip link, so that the focus moves. */
export function startHashLinks(): void {
  onClick<HTMLAnchorElement>('a[href^="#"]:not(.skip-link)', (link, event) => {
    const target = targetOf(link)
    if (!target) return
    event.preventDefault()
    target.style.scrollMarginTop = `${link.closest('.article-body') ? OFFSET_FROM_CONTENT : OFFSET}px`
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    target.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
    history.pushState(history.state, '', link.hash)
    if (!target.hasAttribute('tabindex')) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}

/** Articles may repeat ids: a target in the link's own article takes precedence. */
function targetOf(link: HTMLAnchorElement): HTMLElement | null {
  const id = decodeURIComponent(link.hash.slice(1))
  if (id === '') return null
  const own = link.closest('[data-article]')?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  return own ?? document.getElementById(id)
}
