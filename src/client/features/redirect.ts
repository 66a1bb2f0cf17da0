/** The reader may stay (WCAG 2.2.1). */
export function start(stay: HTMLElement): void {
  const box = stay.closest<HTMLElement>('[data-redirect-to]')
  const status = box?.querySelector('[role=status]')
  if (!box || !status) return
  delete box.dataset.redirectTo
  status.textContent = stay.dataset.redirectStay ?? ''
  stay.hidden = true
}
