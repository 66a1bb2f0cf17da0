let isStarted = false

/** Escape hides them (WCAG 1.4.13). */
export function start(): void {
  if (isStarted) return
  isStarted = true
  const dismiss = (isDismissed: boolean) => document.documentElement.classList.toggle('no-tooltips', isDismissed)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dismiss(true)
  })
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, () => dismiss(false), { passive: true })
}
