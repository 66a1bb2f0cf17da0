/** Clients take turns, whatever they have waiting (COST-58). */
export interface ClientLines<T> {
  readonly size: number
  add(client: string, item: T): void
  remove(client: string, item: T): boolean
  /** @param mayGo absent: every client may */
  next(mayGo?: (client: string) => boolean): { client: string; item: T } | undefined
  longest(): readonly T[]
}

export function createClientLines<T>(): ClientLines<T> {
  const lines = new Map<string, T[]>()
  let size = 0

  const remove = (client: string, item: T): boolean => {
    const line = lines.get(client)
    const index = line?.indexOf(item) ?? -1
    if (!line || index === -1) return false
    line.splice(index, 1)
    if (line.length === 0) lines.delete(client)
    size -= 1
    return true
  }
  return {
    get size() {
      return size
    },
    remove,
    add(client, item) {
      const line = lines.get(client) ?? []
      lines.set(client, line)
      line.push(item)
      size += 1
    },
    next(mayGo = () => true) {
      for (const [client, line] of lines) {
        const [item] = line
        if (item === undefined || !mayGo(client)) continue
        lines.delete(client)
        lines.set(client, line)
        remove(client, item)
        return { client, item }
      }
      return undefined
    },
    longest() {
      let longest: T[] = []
      for (const line of lines.values()) if (line.length > longest.length) longest = line
      return longest
    },
  }
}
