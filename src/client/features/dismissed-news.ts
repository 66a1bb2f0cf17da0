import { DISMISSED_KEY } from '../../../views/document/breaking.ts'

/** The oldest goes first. */
const MAX_REMEMBERED = 20

export function isDismissed(id: string): boolean {
  return dismissed().includes(id)
}

/** Storage that is forbidden or full: the line is back on the next page. */
export function rememberDismissed(id: string): void {
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
