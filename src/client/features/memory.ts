/** Keeps nothing where storage is forbidden. */
interface Memory<T> {
  get(name: string): T | undefined
  remember(name: string, value: T): void
  forget(name: string): void
}

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
    } catch {}
  }
  return {
    get: (name) => read().get(name),
    remember(name, value) {
      const values = read()
      values.delete(name)
      write(values.set(name, value))
    },
    forget(name) {
      const values = read()
      if (values.delete(name)) write(values)
    },
  }
}

export const SAVED_KEY = 'saved'
export const PLACES_KEY = 'places'
export const REVISIONS_KEY = 'revisions'
