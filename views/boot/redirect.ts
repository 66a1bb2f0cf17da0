/** Milliseconds before a 404 sends the reader on (spec 9, "Redirect delay"). */
const REDIRECT_DELAY = 4000

/** Sends the reader of a 404 on after a while, unless they choose to stay (WCAG 2.2.1). */
export function startRedirect(): void {
  const box = document.querySelector<HTMLElement>('[data-redirect-to]')
  const target = box?.dataset.redirectTo
  if (!box || !target) return
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
