const ITEM = '.menu-wide > ul > li'

const started = new WeakSet<HTMLElement>()

/**
 * Follows ARIA's disclosure pattern.
 * @param element the menu, or its button
 */
export function start(element: HTMLElement): void {
  const menu = element.closest<HTMLElement>('.menu-wide')
  if (!menu) return
  if (!started.has(menu)) listen(menu)
  started.add(menu)
  if (element !== menu) openOnly(menu, element.ariaExpanded === 'true' ? undefined : element)
}

function listen(menu: HTMLElement): void {
  menu.addEventListener('keydown', (event) => {
    const { target } = event
    const item = target instanceof Element ? target.closest(ITEM) : null
    const toggle = item?.querySelector<HTMLButtonElement>('.submenu-toggle')
    if (!(target instanceof Element) || !item || !toggle) return
    if (event.key === 'Escape') {
      const isInside = target.closest('.submenu') !== null
      openOnly(menu)
      if (isInside) toggle.focus()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      openOnly(menu, toggle)
      moveFocus([...item.querySelectorAll<HTMLAnchorElement>('.submenu a')], event.key === 'ArrowDown' ? 1 : -1)
    }
  })
  menu.addEventListener('focusout', (event) => {
    if (!(event.relatedTarget instanceof Node && menu.contains(event.relatedTarget))) openOnly(menu)
  })
  // For pointers too (WCAG 1.4.13).
  document.addEventListener('keydown', (event) => {
    const item = event.key === 'Escape' && menu.querySelector(`${ITEM}:hover`)
    if (!item) return
    item.classList.add('is-dismissed')
    item.addEventListener('pointerleave', () => item.classList.remove('is-dismissed'), { once: true })
  })
  document.addEventListener('pointerdown', (event) => {
    if (!(event.target instanceof Node && menu.contains(event.target))) openOnly(menu)
  })
}

function openOnly(menu: HTMLElement, chosen?: HTMLElement): void {
  for (const toggle of menu.querySelectorAll('.submenu-toggle')) toggle.ariaExpanded = String(toggle === chosen)
}

/** Wraps around. */
function moveFocus(links: readonly HTMLAnchorElement[], step: 1 | -1): void {
  const at = links.findIndex((link) => link.matches(':focus'))
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : (at + step + links.length) % links.length
  links[next]?.focus()
}
