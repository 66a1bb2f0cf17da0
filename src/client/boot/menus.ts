import { onClick } from './on-click.ts'

/** Sub-items of the wide menu: by button, arrow key and Escape (ARIA disclosure pattern). Popovers need no script. */
export function startMenus(): void {
  const menu = document.querySelector<HTMLElement>('.menu-wide')
  if (!menu) return
  const toggles = [...menu.querySelectorAll<HTMLButtonElement>('.submenu-toggle')]
  const open = (chosen?: HTMLButtonElement): void => {
    for (const toggle of toggles) toggle.setAttribute('aria-expanded', String(toggle === chosen))
  }
  onClick<HTMLButtonElement>('.submenu-toggle', (toggle) => {
    open(toggle.getAttribute('aria-expanded') === 'true' ? undefined : toggle)
  })
  menu.addEventListener('keydown', (event) => {
    const item = event.target instanceof Element ? event.target.closest('[data-menu-item]') : null
    const toggle = item?.querySelector<HTMLButtonElement>('.submenu-toggle')
    if (!item || !toggle) return
    if (event.key === 'Escape') {
      const isInside = item.querySelector('.submenu')?.contains(event.target as Node)
      open()
      if (isInside) toggle.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      open(toggle)
      moveFocus([...item.querySelectorAll<HTMLAnchorElement>('.submenu a')], event.key === 'ArrowDown' ? 1 : -1)
    }
  })
  menu.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && menu.contains(event.relatedTarget))) open()
  })
  // Also hides sub-items opened by a pointer, until it leaves the category (WCAG 1.4.13).
  document.addEventListener('keydown', (event) => {
    const item = event.key === 'Escape' && menu.querySelector('[data-menu-item]:hover')
    if (!item) return
    item.classList.add('is-dismissed')
    item.addEventListener('pointerleave', () => item.classList.remove('is-dismissed'), { once: true })
  })
  document.addEventListener('pointerdown', (event) => {
    if (!(event.target instanceof Node && menu.contains(event.target))) open()
  })
}

/** Moves the focus among sub-items, with wraparound; from the category to the first or the last. */
function moveFocus(links: readonly HTMLAnchorElement[], step: 1 | -1): void {
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : (at + step + links.length) % links.length
  links[next]?.focus()
}
