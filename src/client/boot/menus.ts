/** The menu's panel is a popover; the menus are links that work without a script. */
export function startMenuPanel(panel: HTMLElement): void {
  panel.addEventListener('beforetoggle', ({ newState }) => blockPage(newState === 'open'))
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
