export interface StoredEntry {
  bytes: number
  /** `queuedAt` is the clock's value when the entry was queued. */
  usedAt: number
  queuedAt: number
}

export interface EntryStore<T extends StoredEntry> {
  put(entry: T): boolean
  remove(entry: T): void
  resize(entry: T, bytes: number): void
  readonly bytes: number
  newest(): T[]
}

/** Evicts the queue's first entry, or queues it again if used since (CLOCK, docs/decisions/025). */
export function createEntryStore<T extends StoredEntry>(
  maxBytes: number,
  onEvicted: (entry: T) => void,
): EntryStore<T> {
  const queue = new Set<T>()
  let bytes = 0

  const remove = (entry: T): void => {
    if (queue.delete(entry)) bytes -= entry.bytes
  }
  const makeRoom = (needed = 0): void => {
    // This iteration includes entries added meanwhile.
    for (const entry of queue) {
      if (bytes + needed <= maxBytes) return
      queue.delete(entry)
      if (entry.usedAt === entry.queuedAt) {
        bytes -= entry.bytes
        onEvicted(entry)
      } else {
        entry.queuedAt = entry.usedAt
        queue.add(entry)
      }
    }
  }

  return {
    put(entry) {
      if (entry.bytes > maxBytes) return false
      makeRoom(entry.bytes)
      entry.queuedAt = entry.usedAt
      queue.add(entry)
      bytes += entry.bytes
      return true
    },
    remove,
    resize(entry, size) {
      if (!queue.has(entry)) return
      bytes += size - entry.bytes
      entry.bytes = size
      if (size <= maxBytes) return makeRoom()
      remove(entry)
      onEvicted(entry)
    },
    get bytes() {
      return bytes
    },
    newest: () => [...queue].reverse(),
  }
}
