/** Milliseconds (PAGE-20). */
const REDIRECT_DELAY = 4000

/** WCAG 2.2.1 demands that the reader may stay. */
export function start(box: HTMLElement): void {
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
