import { type ClientLines, createClientLines } from '../../system/client-lines.ts'
import { afterConnections } from '../../system/steps.ts'
import type { RequestKind } from './route.ts'

export interface FairQueue {
  /**
   * Resolves with a function to call at the request's end.
   * @param client has one queue for each kind
   * @throws {TooBusy} after too long a wait, or when the queue is too long
   */
  take(kind: RequestKind, client: string): Promise<() => void>
  readonly waiting: number
}

export class TooBusy extends Error {
  override readonly name = 'TooBusy'
}

const MAX_WAITING = 2000
/** Milliseconds, within a reader's patience. */
const MAX_WAIT = 2500
/** Milliseconds: a failed image stays missing until the page is reloaded. */
const MAX_IMAGE_WAIT = 10_000

/** Waits in milliseconds. Slow readers can prolong kinds without `inAll`. */
export interface Bounds {
  ofClient: number
  inAll: number
  maxWait: number
}

/** Readers who share an IP address each need a page with images. */
export const BOUNDS: Record<RequestKind, Bounds> = {
  page: { ofClient: 64, inAll: 1024, maxWait: MAX_WAIT },
  search: { ofClient: 32, inAll: 128, maxWait: MAX_WAIT },
  list: { ofClient: 8, inAll: 16, maxWait: MAX_WAIT },
  amp: { ofClient: 32, inAll: 128, maxWait: MAX_WAIT },
  fragment: { ofClient: 32, inAll: 128, maxWait: MAX_WAIT },
  media: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, maxWait: MAX_IMAGE_WAIT },
  interface: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, maxWait: MAX_WAIT },
  file: { ofClient: 32, inAll: Number.POSITIVE_INFINITY, maxWait: MAX_WAIT },
}
interface Turn {
  begin(): void
  refuse(): void
}

interface Bulkhead {
  bounds: Bounds
  running: number
  runningBy: Map<string, number>
  lines: ClientLines<Turn>
}

/** Begins one request in each turn of the event loop, so that hits go first. Kinds alternate, and a kind's clients. */
export function createFairQueue(maxWaiting = MAX_WAITING): FairQueue {
  const bulkheads = new Map<RequestKind, Bulkhead>()
  let waiting = 0
  let hasBegun = false

  const bulkheadOf = (kind: RequestKind): Bulkhead => {
    const bulkhead: Bulkhead = bulkheads.get(kind) ?? {
      bounds: BOUNDS[kind],
      running: 0,
      runningBy: new Map(),
      lines: createClientLines(),
    }
    bulkheads.set(kind, bulkhead)
    return bulkhead
  }
  const begin = (bulkhead: Bulkhead, client: string): void => {
    bulkhead.running += 1
    bulkhead.runningBy.set(client, (bulkhead.runningBy.get(client) ?? 0) + 1)
    hasBegun = true
    afterConnections(() => {
      hasBegun = false
      advance()
    })
  }
  const end = (bulkhead: Bulkhead, client: string): void => {
    const left = (bulkhead.runningBy.get(client) ?? 1) - 1
    bulkhead.running -= 1
    if (left > 0) bulkhead.runningBy.set(client, left)
    else bulkhead.runningBy.delete(client)
    advance()
  }
  const advance = (): void => {
    if (hasBegun || waiting === 0) return
    for (const [kind, bulkhead] of bulkheads) {
      const next = bulkhead.lines.next((client) => hasRoom(bulkhead, client))
      if (!next) continue
      bulkheads.delete(kind)
      bulkheads.set(kind, bulkhead)
      waiting -= 1
      begin(bulkhead, next.client)
      next.item.begin()
      return
    }
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
            if (bulkhead.lines.remove(client, turn)) waiting -= 1
            reject(new TooBusy(`no turn for a request (${kind})`))
          },
        }
        const timer = setTimeout(turn.refuse, bulkhead.bounds.maxWait)
        bulkhead.lines.add(client, turn)
        waiting += 1
        if (waiting > maxWaiting) longestLine(bulkheads.values()).at(-1)?.refuse()
        advance()
      })
    },
    get waiting() {
      return waiting
    },
  }
}

function hasRoom({ bounds, running, runningBy }: Bulkhead, client: string): boolean {
  return running < bounds.inAll && (runningBy.get(client) ?? 0) < bounds.ofClient
}

function longestLine(bulkheads: Iterable<Bulkhead>): readonly Turn[] {
  let longest: readonly Turn[] = []
  for (const { lines } of bulkheads) {
    const line = lines.longest()
    if (line.length > longest.length) longest = line
  }
  return longest
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (hasRun) return
    hasRun = true
    run()
  }
}
