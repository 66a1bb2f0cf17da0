import type { RequestKind } from './request-kinds.ts'

/** Whose turn it is, of the requests that have to be worked for (docs/decisions/036). */
export interface Turns {
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
/** A picture that is not there stays away until the page is loaded again: it is rather waited for. Milliseconds. */
const PICTURE_PATIENCE = 10_000

/** At work at a time: of one client, and of a kind as a whole where the work ends by itself, however slow a reader is. */
interface Bounds {
  ofClient: number
  inAll: number
  /** How long a request waits for its turn. Milliseconds. */
  patience: number
}

/** A crowd behind one address is one client: a page of pictures for each of them goes on within these bounds. */
const BOUNDS: Record<RequestKind, Bounds> = {
  page: { ofClient: 64, inAll: 1024, patience: PATIENCE },
  search: { ofClient: 32, inAll: 128, patience: PATIENCE },
  list: { ofClient: 8, inAll: 16, patience: PATIENCE },
  amp: { ofClient: 32, inAll: 128, patience: PATIENCE },
  fragment: { ofClient: 32, inAll: 128, patience: PATIENCE },
  media: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: PICTURE_PATIENCE },
  interface: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: PATIENCE },
  file: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, patience: PATIENCE },
}
interface Turn {
  begin(): void
  refuse(): void
}

interface Lane {
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
export function createTurns(maxWaiting = MAX_WAITING): Turns {
  const lanes = new Map<RequestKind, Lane>()
  let waiting = 0
  let hasBegun = false

  const laneOf = (kind: RequestKind): Lane => {
    const lane = lanes.get(kind) ?? { bounds: BOUNDS[kind], running: 0, atWork: new Map(), queues: new Map() }
    lanes.set(kind, lane)
    return lane
  }
  const hasRoom = ({ bounds, running, atWork }: Lane, client: string): boolean =>
    running < bounds.inAll && (atWork.get(client) ?? 0) < bounds.ofClient

  /** Begins the work of a client, in this turn of the event loop. */
  const begin = (lane: Lane, client: string): void => {
    lane.running += 1
    lane.atWork.set(client, (lane.atWork.get(client) ?? 0) + 1)
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      advance()
    })
  }
  const end = (lane: Lane, client: string): void => {
    const left = (lane.atWork.get(client) ?? 1) - 1
    lane.running -= 1
    if (left > 0) lane.atWork.set(client, left)
    else lane.atWork.delete(client)
    advance()
  }
  const dequeue = (lane: Lane, client: string, turn: Turn): void => {
    const queue = lane.queues.get(client)
    const index = queue?.indexOf(turn) ?? -1
    if (!queue || index === -1) return
    queue.splice(index, 1)
    if (queue.length === 0) lane.queues.delete(client)
    waiting -= 1
  }
  const nextIn = (lane: Lane): [client: string, turn: Turn] | undefined => {
    for (const [client, [turn]] of lane.queues) if (turn && hasRoom(lane, client)) return [client, turn]
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
    for (const [kind, lane] of lanes) {
      const next = nextIn(lane)
      if (!next) continue
      const [client, turn] = next
      behind(lanes, kind)
      behind(lane.queues, client)
      dequeue(lane, client, turn)
      begin(lane, client)
      turn.begin()
      return
    }
  }
  /** The client with the most waiting requests loses the last of them. */
  const makeRoom = (): void => {
    let longest: Turn[] = []
    for (const { queues } of lanes.values()) {
      for (const queue of queues.values()) if (queue.length > longest.length) longest = queue
    }
    longest.at(-1)?.refuse()
  }

  return {
    take(kind, client) {
      const lane = laneOf(kind)
      const release = once(() => end(lane, client))
      if (!hasBegun && waiting === 0 && hasRoom(lane, client)) {
        begin(lane, client)
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
            dequeue(lane, client, turn)
            reject(new TooBusy(`no turn for a request (${kind})`))
          },
        }
        const timer = setTimeout(turn.refuse, lane.bounds.patience)
        const queue = lane.queues.get(client) ?? []
        lane.queues.set(client, queue)
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
