import { DISMISSED_KEY } from '../../../views/document/breaking.ts'

export function start(line: HTMLElement): void {
  const button = line.querySelector('button')
  const { breaking: id = '', until } = line.dataset
  button?.addEventListener('click', () => {
    rememberDismissed(id)
    line.hidden = true
    document.querySelector<HTMLElement>('.header a')?.focus()
  })
  if (button) button.hidden = false
  // The back/forward cache brings the old state.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (Date.now() >= Number(until) || isDismissed(id))) line.hidden = true
  })
}

const MAX_REMEMBERED = 20

function isDismissed(id: string): boolean {
  return dismissed().includes(id)
}

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
