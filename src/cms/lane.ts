/** A bound on the calls under way at a time, and on those that wait for their turn: a bulkhead. */
export interface Lane {
  /**
   * Resolves when the caller's turn has come; it must end with `leave`.
   * @throws {LaneRefusal}
   */
  enter(caller: Caller): Promise<void>
  leave(): void
  /** More may have room now: the width has changed. */
  admit(): void
  /** Sends everybody who waits away. */
  clear(): void
  /** Calls under way. */
  running(): number
  /** Calls that wait for their turn. */
  waiting(): number
}

export interface Caller {
  /** Milliseconds that it waits at most. */
  patience: number
  /** Aborted when it waits no longer. */
  signal: AbortSignal
}

/** A caller's turn does not come. */
export class LaneRefusal extends Error {
  override readonly name = 'LaneRefusal'

  constructor(readonly why: 'full' | 'late' | 'cleared') {
    super(why)
  }
}

interface Turn {
  begin(): void
  refuse(why: LaneRefusal['why']): void
}

/**
 * @param width calls that may be under way now; asked anew each time
 * @param maxWaiting calls
 */
export function createLane(width: () => number, maxWaiting: number): Lane {
  const waiting: Turn[] = []
  let running = 0

  const admit = (): void => {
    while (running < width()) {
      const next = waiting.shift()
      if (!next) return
      running += 1
      next.begin()
    }
  }
  const wait = ({ patience, signal }: Caller): Promise<void> =>
    new Promise((resolve, reject) => {
      const settled = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', giveUp)
      }
      const turn: Turn = {
        begin() {
          settled()
          resolve()
        },
        refuse(why) {
          settled()
          reject(new LaneRefusal(why))
        },
      }
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(turn), 1)
        turn.refuse('late')
      }
      const timer = setTimeout(giveUp, patience)
      signal.addEventListener('abort', giveUp)
      waiting.push(turn)
    })

  return {
    async enter(caller) {
      if (caller.signal.aborted) throw new LaneRefusal('late')
      if (running < width() && waiting.length === 0) {
        running += 1
        return
      }
      if (waiting.length >= maxWaiting) throw new LaneRefusal('full')
      await wait(caller)
    },
    leave() {
      running -= 1
      admit()
    },
    admit,
    clear() {
      for (const turn of waiting.splice(0)) turn.refuse('cleared')
    },
    running: () => running,
    waiting: () => waiting.length,
  }
}
