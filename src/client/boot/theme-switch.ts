import { THEME_KEY, type Theme } from '../../../views/document/theme.ts'

/** The theme switch of the header; the document holds its state. */
export function startThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  if (!button) return
  const root = document.documentElement
  const show = (theme: Theme): void => {
    root.dataset.theme = theme
    button.setAttribute('aria-checked', String(theme === 'dark'))
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
