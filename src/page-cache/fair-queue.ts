import type { RequestKind } from './request-kinds.ts'

/** Whose turn it is, of the requests that have to be worked for (docs/decisions/036). */
export interface FairQueue {
  /**
   * Resolves when the request's turn has come, with what ends its work.
   * @param client who asks; those of one client wait in one queue
   * @throws {TooBusy} when it does not come
   */
  take(kind: RequestKind, client: string): Promise<() => void>
  /** Requests that wait. */
  readonly waiting: number
}

/** There is no time for a request: 503. */
export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

/** Requests that wait at a time, all together. */
const MAX_WAITING = 2000
/** With the time that content may take after it, less than what a reader waits for a page at most. Milliseconds. */
const PATIENCE = 2500
/** An image that is not there stays away until the page is loaded again: it is rather waited for. Milliseconds. */
const IMAGE_PATIENCE = 10_000

/** At work at a time: of one client, and of a kind as a whole where the work ends by itself, however slow a reader is. */
interface Bounds {
  ofClient: number
  inAll: number
  /** How long a request waits for its turn. Milliseconds. */
  patience: number
}

/** A crowd behind one address is one client: a page of images for each of them goes on within these bounds. */
const BOUNDS: Record<RequestKind, Bounds> = {
  page: { ofClient: 64, inAll: 1024, patience: PATIENCE },
  search: { ofClient: 32, inAll: 128, patience: PATIENCE },
  list: { ofClient: 8, inAll: 16, patience: PATIENCE },
  amp: { ofClient: 32, inAll: 128, patience: PATIENCE },
  fragment: { ofClient: 32, inAll: 128, patience: PATIENCE },
  media: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: IMAGE_PATIENCE },
  interface: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: PATIENCE },
  file: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: PATIENCE },
}
interface Turn {
  begin(): void
  refuse(): void
}

interface Bulkhead {
  bounds: Bounds
  running: number
  /** At work, by client. */
  atWork: Map<string, number>
  /** Waiting, by client, in the order in which they are next. */
  queues: Map<string, Turn[]>
}

/**
 * Requests for what lies in memory are answered as they come. All others begin one in each turn of the event loop, so that
 * what has come meanwhile is answered first; kinds take turns, and the clients of a kind take turns. So one client gets
 * all the time that nobody else needs, and no more than his share of the rest.
 */
export function createFairQueue(maxWaiting = MAX_WAITING): FairQueue {
  const bulkheads = new Map<RequestKind, Bulkhead>()
  let waiting = 0
  let hasBegun = false

  const bulkheadOf = (kind: RequestKind): Bulkhead => {
    const bulkhead = bulkheads.get(kind) ?? { bounds: BOUNDS[kind], running: 0, atWork: new Map(), queues: new Map() }
    bulkheads.set(kind, bulkhead)
    return bulkhead
  }
  const hasRoom = ({ bounds, running, atWork }: Bulkhead, client: string): boolean =>
    running < bounds.inAll && (atWork.get(client) ?? 0) < bounds.ofClient

  /** Begins the work of a client, in this turn of the event loop. */
  const begin = (bulkhead: Bulkhead, client: string): void => {
    bulkhead.running += 1
    bulkhead.atWork.set(client, (bulkhead.atWork.get(client) ?? 0) + 1)
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      advance()
    })
  }
  const end = (bulkhead: Bulkhead, client: string): void => {
    const left = (bulkhead.atWork.get(client) ?? 1) - 1
    bulkhead.running -= 1
    if (left > 0) bulkhead.atWork.set(client, left)
    else bulkhead.atWork.delete(client)
    advance()
  }
  const dequeue = (bulkhead: Bulkhead, client: string, turn: Turn): void => {
    const queue = bulkhead.queues.get(client)
    const index = queue?.indexOf(turn) ?? -1
    if (!queue || index === -1) return
    queue.splice(index, 1)
    if (queue.length === 0) bulkhead.queues.delete(client)
    waiting -= 1
  }
  const nextIn = (bulkhead: Bulkhead): [client: string, turn: Turn] | undefined => {
    for (const [client, [turn]] of bulkhead.queues) if (turn && hasRoom(bulkhead, client)) return [client, turn]
    return undefined
  }
  /** Puts what had its turn behind all others. */
  const behind = <K, V>(map: Map<K, V>, key: K): void => {
    const value = map.get(key)
    if (value === undefined) return
    map.delete(key)
    map.set(key, value)
  }
  const advance = (): void => {
    if (hasBegun || waiting === 0) return
    for (const [kind, bulkhead] of bulkheads) {
      const next = nextIn(bulkhead)
      if (!next) continue
      const [client, turn] = next
      behind(bulkheads, kind)
      behind(bulkhead.queues, client)
      dequeue(bulkhead, client, turn)
      begin(bulkhead, client)
      turn.begin()
      return
    }
  }
  /** The client with the most waiting requests loses the last of them. */
  const makeRoom = (): void => {
    let longest: Turn[] = []
    for (const { queues } of bulkheads.values()) {
      for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    }
    longest.at(-1)?.refuse()
  }

  return {
    take(kind, client) {
      const bulkhead = bulkheadOf(kind)
      const release = once(() => end(bulkhead, client))
      if (!hasBegun && waiting === 0 && hasRoom(bulkhead, client)) {
        begin(bulkhead, client)
        return Promise.resolve(release)
      }
      return new Promise((resolve, reject) => {
        const turn: Turn = {
          begin() {
            clearTimeout(timer)
            resolve(release)
          },
          refuse() {
            clearTimeout(timer)
            dequeue(bulkhead, client, turn)
            reject(new TooBusy(`no turn for a request (${kind})`))
          },
        }
        const timer = setTimeout(turn.refuse, bulkhead.bounds.patience)
        const queue = bulkhead.queues.get(client) ?? []
        bulkhead.queues.set(client, queue)
        queue.push(turn)
        waiting += 1
        if (waiting > maxWaiting) makeRoom()
        advance()
      })
    },
    get waiting() {
      return waiting
    },
  }
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (hasRun) return
    hasRun = true
    run()
  }
}
