export interface Bulkhead {
  /**
   * Resolves when the call may start; end it with `leave`.
   * @throws {BulkheadRefusal}
   */
  enter(caller: Caller): Promise<void>
  leave(): void
  admit(): void
  clear(): void
  running(): number
  waiting(): number
}

export interface Caller {
  /** In milliseconds. */
  patience: number
  signal: AbortSignal
}

export class BulkheadRefusal extends Error {
  override readonly name = 'BulkheadRefusal'

  constructor(readonly why: 'full' | 'late' | 'cleared') {
    super(why)
  }
}

interface Turn {
  begin(): void
  refuse(why: BulkheadRefusal['why']): void
}

export function createBulkhead(width: () => number, maxWaiting: number): Bulkhead {
  const queue: Turn[] = []
  let running = 0

  const admit = (): void => {
    while (running < width()) {
      const next = queue.shift()
      if (!next) return
      running += 1
      next.begin()
    }
  }
  const enqueue = ({ patience, signal }: Caller): Promise<void> =>
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
          reject(new BulkheadRefusal(why))
        },
      }
      const giveUp = (): void => {
        queue.splice(queue.indexOf(turn), 1)
        turn.refuse('late')
      }
      const timer = setTimeout(giveUp, patience)
      signal.addEventListener('abort', giveUp)
      queue.push(turn)
    })

  return {
    async enter(caller) {
      if (caller.signal.aborted) throw new BulkheadRefusal('late')
      if (running < width() && queue.length === 0) {
        running += 1
        return
      }
      if (queue.length >= maxWaiting) throw new BulkheadRefusal('full')
      await enqueue(caller)
    },
    leave() {
      running -= 1
      admit()
    },
    admit,
    clear() {
      for (const turn of queue.splice(0)) turn.refuse('cleared')
    },
    running: () => running,
    waiting: () => queue.length,
  }
}
