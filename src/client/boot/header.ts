import { THEME_KEY, type Theme } from '../../../views/document/theme.ts'

/** The theme switch of the header; the document holds its state, and the browser's own colour follows it (THEME-5). */
export function startThemeSwitch(button: HTMLElement): void {
  const root = document.documentElement
  const colors = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  const show = (theme: Theme): void => {
    root.dataset.theme = theme
    button.setAttribute('aria-checked', String(theme === 'dark'))
    // In the order of `installTags`: for a light system, for a dark one.
    for (const [index, meta] of colors.entries()) meta.media = (index === 1) === (theme === 'dark') ? '' : 'not all'
  }
  button.addEventListener('click', () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    show(theme)
    try {
      localStorage.setItem(THEME_KEY, theme)
    } catch {
      // Storage is forbidden: the choice lasts for this page.
    }
  })
  const restore = (): void => show(storedTheme() ?? (root.dataset.theme === 'dark' ? 'dark' : 'light'))
  // The choice changed in another tab, or on a later page before the reader came back.
  addEventListener('storage', ({ key }) => {
    if (key === THEME_KEY) restore()
  })
  restore()
  addEventListener('pageshow', restore)
}

function storedTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(THEME_KEY)
    return theme === 'dark' || theme === 'light' ? theme : undefined
  } catch {
    return undefined
  }
}

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
