import { onClick } from './on-click.ts'

/** Pixels between the top of the screen and what a link leads to (spec 4, "Link behaviour"; decision 63). */
const OFFSET = 170
const OFFSET_FROM_CONTENT = 50

/** Links to a place on the page scroll there smoothly; the skip link moves the focus as the browser does it. */
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

/** Further articles may use the same ids: one in the link's own article comes first. */
function targetOf(link: HTMLAnchorElement): HTMLElement | null {
  const id = decodeURIComponent(link.hash.slice(1))
  if (id === '') return null
  const own = link.closest('[data-article]')?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)
  return own ?? document.getElementById(id)
}
