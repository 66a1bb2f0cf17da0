/** Values by names, in the local storage alone: the oldest goes first, and the next visit is like the first where storage is forbidden. */
interface Memory<T> {
  get(name: string): T | undefined
  remember(name: string, value: T): void
  forget(name: string): void
}

/** @param max names; @param isValue what the storage holds may be anything */
export function createMemory<T>(key: string, max: number, isValue: (value: unknown) => value is T): Memory<T> {
  const isEntry = (entry: unknown): entry is [name: string, value: T] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string' && isValue(entry[1])
  const read = (): Map<string, T> => {
    try {
      const entries: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
      return new Map(Array.isArray(entries) ? entries.filter(isEntry) : [])
    } catch {
      return new Map()
    }
  }
  const write = (values: ReadonlyMap<string, T>): void => {
    try {
      localStorage.setItem(key, JSON.stringify([...values].slice(-max)))
    } catch {
      // Storage is forbidden or full.
    }
  }
  return {
    get: (name) => read().get(name),
    remember(name, value) {
      const values = read()
      // At the end, as the newest.
      values.delete(name)
      write(values.set(name, value))
    },
    forget(name) {
      const values = read()
      if (values.delete(name)) write(values)
    },
  }
}

/** Local storage keys of what helps with reading: a text size, saved articles, places in texts. */
export const TEXT_SIZE_KEY = 'text-size'
export const SAVED_KEY = 'saved'
export const PLACES_KEY = 'places'
/** Which revision of an article this browser has shown last. */
export const REVISIONS_KEY = 'revisions'
