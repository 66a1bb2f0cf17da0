import { THEME_KEY } from '../theme.ts'

/** Brings the theme switch to life; without a script it stays hidden and the system's theme counts. */
export function startThemeSwitch(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
  if (!button) return
  const root = document.documentElement
  const label = (): void => {
    const { toLight, toDark } = button.dataset
    button.setAttribute('aria-label', (root.dataset.theme === 'dark' ? toLight : toDark) ?? '')
  }
  button.addEventListener('click', () => {
    const theme = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = theme
    label()
    try {
      localStorage.setItem(THEME_KEY, theme)
    } catch {
      // Storage is forbidden: the choice holds for this page.
    }
  })
  label()
  button.hidden = false
}
