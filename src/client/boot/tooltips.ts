/** Escape hides a tooltip without moving the pointer (WCAG 1.4.13), until the next hover or focus. */
export function startTooltips(): void {
  const dismiss = (isDismissed: boolean) => document.documentElement.classList.toggle('no-tooltips', isDismissed)
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') dismiss(true)
  })
  for (const type of ['pointerover', 'focusin'])
    document.addEventListener(type, () => dismiss(false), { passive: true })
}
