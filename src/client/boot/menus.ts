import { onClick } from './on-click.ts'

/** The menus: popovers, and links that work without a script. */
export function startMenus(): void {
  const panel = document.querySelector<HTMLElement>('.menu-panel')
  panel?.addEventListener('beforetoggle', ({ newState }) => blockPage(newState === 'open'))
  const menu = document.querySelector<HTMLElement>('.menu-wide')
  if (!menu) return
  let isStarted = false
  const withSubmenus = (act?: (submenus: typeof import('../features/submenus.ts')) => void): void => {
    import('../features/submenus.ts')
      .then((submenus) => {
        if (!isStarted) submenus.startSubmenus(menu)
        isStarted = true
        act?.(submenus)
      })
      .catch(() => {})
  }
  for (const type of ['pointerover', 'focusin']) menu.addEventListener(type, () => withSubmenus(), { once: true })
  onClick<HTMLButtonElement>('.submenu-toggle', (toggle) =>
    withSubmenus((submenus) => submenus.toggleSubmenu(menu, toggle)),
  )
}

/** Behind the open menu nothing moves or can be reached: it is modal, and the header its bar (SHELL-3). */
function blockPage(isBlocked: boolean): void {
  const { style, clientWidth } = document.documentElement
  // A scroll bar that takes room keeps it.
  style.scrollbarGutter = isBlocked && innerWidth > clientWidth ? 'stable' : ''
  style.overflow = isBlocked ? 'hidden' : ''
  for (const part of document.body.children) {
    if (part instanceof HTMLElement) part.inert = isBlocked && !part.matches('.header')
  }
}
