/** Delay before a 404 redirects (PAGE-20). Milliseconds. */
const REDIRECT_DELAY = 4000

/** The reader may choose to stay (WCAG 2.2.1). */
export function startRedirect(box: HTMLElement): void {
  const target = box.dataset.redirectTo
  if (!target) return
  const timer = setTimeout(() => location.replace(target), REDIRECT_DELAY)
  const stay = box.querySelector<HTMLButtonElement>('[data-redirect-stay]')
  const status = box.querySelector('[role="status"]')
  if (!stay || !status) return
  stay.addEventListener('click', () => {
    clearTimeout(timer)
    status.textContent = stay.dataset.redirectStay ?? ''
    stay.hidden = true
  })
}
