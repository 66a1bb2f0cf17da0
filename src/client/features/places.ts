import { PLACES_KEY } from './reading-storage.ts'

/** The oldest goes first. */
const MAX_PLACES = 50
/** Characters by which a paragraph is found again, also after the text has changed around it. */
const PREFIX = 60

type Place = [path: string, beginning: string]

/** The beginning of the paragraph that the reader came to. */
export function placeIn(path: string): string | undefined {
  return places().find(([known]) => known === path)?.[1]
}

export function rememberPlace(path: string, paragraph: string): void {
  if (placeIn(path) === paragraph) return
  store([...places().filter(([known]) => known !== path), [path, paragraph] satisfies Place].slice(-MAX_PLACES))
}

export function forgetPlace(path: string): void {
  if (placeIn(path) !== undefined) store(places().filter(([known]) => known !== path))
}

/** The beginning of a paragraph's text, which names the place. */
export function beginningOf(paragraph: Element): string {
  return (paragraph.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, PREFIX)
}

/** Storage that is forbidden or full: nothing is remembered. */
function store(entries: readonly (readonly string[])[]): void {
  try {
    localStorage.setItem(PLACES_KEY, JSON.stringify(entries))
  } catch {}
}

function places(): Place[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(PLACES_KEY) ?? '[]')
    return Array.isArray(entries) ? entries.filter(isPlace) : []
  } catch {
    return []
  }
}

function isPlace(entry: unknown): entry is Place {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}
