/** What a shelf has to know of a page that stands on it. */
export interface StoredEntry {
  /** Its share of the bound. */
  bytes: number
  /** When it was asked for last, by any clock. */
  usedAt: number
  /** The same, when it was put at the end of the queue. */
  queuedAt: number
}

/** Pages within a bound of bytes. */
export interface EntryStore<T extends StoredEntry> {
  /** @returns false where it alone is larger than the shelf: it is not taken */
  put(page: T): boolean
  remove(page: T): void
  /** After a page has become larger or smaller. */
  resize(page: T, bytes: number): void
  readonly bytes: number
  /** Those that came last are first. */
  newest(): T[]
}

/**
 * Bounded by CLOCK, the cheap form of "least recently used": a page that is asked for is marked and nothing is moved.
 * Where room is needed, the first in the queue goes; one that was asked for since it was queued is queued again.
 * @param onDropped told of a page that had to go
 */
export function createEntryStore<T extends StoredEntry>(maxBytes: number, onDropped: (page: T) => void): EntryStore<T> {
  const queue = new Set<T>()
  let bytes = 0

  const remove = (page: T): void => {
    if (queue.delete(page)) bytes -= page.bytes
  }
  const makeRoom = (needed = 0): void => {
    // A set goes on to what is put at its end meanwhile.
    for (const page of queue) {
      if (bytes + needed <= maxBytes) return
      queue.delete(page)
      if (page.usedAt === page.queuedAt) {
        bytes -= page.bytes
        onDropped(page)
      } else {
        page.queuedAt = page.usedAt
        queue.add(page)
      }
    }
  }

  return {
    put(page) {
      if (page.bytes > maxBytes) return false
      makeRoom(page.bytes)
      page.queuedAt = page.usedAt
      queue.add(page)
      bytes += page.bytes
      return true
    },
    remove,
    resize(page, size) {
      if (!queue.has(page)) return
      bytes += size - page.bytes
      page.bytes = size
      if (size <= maxBytes) return makeRoom()
      remove(page)
      onDropped(page)
    },
    get bytes() {
      return bytes
    },
    newest: () => [...queue].reverse(),
  }
}
