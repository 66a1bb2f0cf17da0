import { REVISIONS_KEY } from '../../../views/document/reading-aids.ts'

/** The oldest goes first. */
const MAX_REMEMBERED = 200

export function rememberedRevision(path: string): string | undefined {
  return remembered().get(path)
}

export function rememberRevision(path: string, revision: string): void {
  const revisions = remembered()
  // At the end, as the newest.
  revisions.delete(path)
  revisions.set(path, revision)
  try {
    localStorage.setItem(REVISIONS_KEY, JSON.stringify([...revisions].slice(-MAX_REMEMBERED)))
  } catch {
    // Storage is forbidden or full: the next visit is like the first.
  }
}

function remembered(): Map<string, string> {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(REVISIONS_KEY) ?? '[]')
    return new Map(Array.isArray(entries) ? entries.filter(isEntry) : [])
  } catch {
    return new Map()
  }
}

function isEntry(entry: unknown): entry is [path: string, revision: string] {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}
