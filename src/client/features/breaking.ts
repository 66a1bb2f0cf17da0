import { DISMISSED_KEY } from '../../../views/document/breaking.ts'

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

/** The oldest goes first. */
const MAX_REMEMBERED = 20

function isDismissed(id: string): boolean {
  return dismissed().includes(id)
}

/** Storage that is forbidden or full: the line is back on the next page. */
function rememberDismissed(id: string): void {
  const ids = [...dismissed().filter((other) => other !== id), id].slice(-MAX_REMEMBERED)
  try {
    localStorage.setItem(DISMISSED_KEY, JSON.stringify(ids))
  } catch {}
}

function dismissed(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(DISMISSED_KEY) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
