import { isDismissed, rememberDismissed } from './dismissed-news.ts'

/** The button of the line above the header, which hides it here and on the pages to come (BREAK-6). */
export function start(line: HTMLElement): void {
  const button = line.querySelector('button')
  const { breaking: id = '', until } = line.dataset
  button?.addEventListener('click', () => {
    rememberDismissed(id)
    line.hidden = true
    // The focus was on what is gone: what follows has it.
    document.querySelector<HTMLElement>('.header a')?.focus()
  })
  if (button) button.hidden = false
  // From the back/forward cache a page comes as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (Date.now() >= Number(until) || isDismissed(id))) line.hidden = true
  })
}
