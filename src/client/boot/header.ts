import { THEME_KEY, type Theme } from '../../../views/document/theme.ts'

export function startThemeSwitch(button: HTMLElement): void {
  const root = document.documentElement
  const colors = document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')
  const show = (theme: Theme): void => {
    root.dataset.theme = theme
    button.setAttribute('aria-checked', String(theme === 'dark'))
    // `installTags` writes the light one first.
    for (const [index, meta] of colors.entries()) meta.media = (index === 1) === (theme === 'dark') ? '' : 'not all'
  }
  button.addEventListener('click', () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    show(theme)
    try {
      localStorage.setItem(THEME_KEY, theme)
    } catch {
      // Storage is forbidden.
    }
  })
  const restore = (): void => show(storedTheme() ?? (root.dataset.theme === 'dark' ? 'dark' : 'light'))
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

export function startMenuPanel(panel: HTMLElement): void {
  panel.addEventListener('beforetoggle', ({ newState }) => blockPage(newState === 'open'))
}

/** Keeps what is behind the menu still and out of reach (SHELL-3). */
function blockPage(isBlocked: boolean): void {
  const { style, clientWidth } = document.documentElement
  style.scrollbarGutter = isBlocked && innerWidth > clientWidth ? 'stable' : ''
  style.overflow = isBlocked ? 'hidden' : ''
  for (const part of document.body.children) {
    if (part instanceof HTMLElement) part.inert = isBlocked && !part.matches('.header')
  }
}
