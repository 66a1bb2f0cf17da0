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
  // The choice changed in another tab, or on a later page before the reader came back.
  addEventListener('storage', (event) => {
    if (event.key === THEME_KEY && (event.newValue === 'dark' || event.newValue === 'light')) show(event.newValue)
  })
  const restore = (): void => show(storedTheme() ?? (root.dataset.theme === 'dark' ? 'dark' : 'light'))
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
