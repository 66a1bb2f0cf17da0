import { type ClientLines, createClientLines } from '../system/client-lines.ts'

/** Clients take turns (COST-73). */
export interface FairQueue<T> {
  /**
   * Shares a job in its first client's turn.
   * @param client empty: nobody waits
   * @throws {BusyError} for the longest of too long lines, or a late turn
   */
  run(client: string, key: string, job: () => Promise<T>): Promise<T>
  /**
   * Waits for an idle queue.
   * @returns false: the job is dropped
   */
  later(job: () => Promise<unknown>): boolean
}

export class BusyError extends Error {
  override name = 'BusyError'
}

interface Bounds {
  atOnce: number
  ofClient: number
}

/** A new home page brings about fifty. */
const MAX_WAITING = 200
/** Milliseconds. */
const PATIENCE = 10_000

interface Turn<T> {
  work: Work<T>
  promise: Promise<T>
  settle(result: Promise<T>): void
}

interface Work<T> {
  key: string
  job(): Promise<T>
  turns: Map<string, Turn<T>>
  result?: Promise<T>
}

export function createFairQueue<T>({ atOnce, ofClient }: Bounds = { atOnce: 1, ofClient: 1 }): FairQueue<T> {
  const lines: ClientLines<Turn<T>> = createClientLines()
  const works = new Map<string, Work<T>>()
  const runningBy = new Map<string, number>()
  const spare: Array<() => Promise<unknown>> = []
  let running = 0

  const occupy = (client: string, job: () => Promise<unknown>): void => {
    running += 1
    runningBy.set(client, (runningBy.get(client) ?? 0) + 1)
    const done = (): void => {
      running -= 1
      const left = (runningBy.get(client) ?? 1) - 1
      if (left > 0) runningBy.set(client, left)
      else runningBy.delete(client)
      advance()
    }
    job().then(done, done)
  }
  const begin = (client: string, work: Work<T>): void => {
    const result = work.job().finally(() => works.delete(work.key))
    work.result = result
    for (const [waiting, turn] of work.turns) {
      lines.remove(waiting, turn)
      turn.settle(result)
    }
    occupy(client, () => result)
  }
  const advance = (): void => {
    while (running < atOnce) {
      const next = lines.next((client) => (runningBy.get(client) ?? 0) < ofClient)
      if (next) begin(next.client, next.item.work)
      else {
        const job = lines.size === 0 ? spare.shift() : undefined
        if (!job) return
        occupy('', job)
      }
    }
  }
  const refuse = (client: string, turn: Turn<T>, reason: string): void => {
    lines.remove(client, turn)
    turn.work.turns.delete(client)
    if (turn.work.turns.size === 0 && !turn.work.result) works.delete(turn.work.key)
    turn.settle(Promise.reject(new BusyError(reason)))
  }
  const wait = (client: string, work: Work<T>): Turn<T> => {
    const turn = turnOf(work, (late) => refuse(client, late, 'no turn in time'))
    work.turns.set(client, turn)
    lines.add(client, turn)
    return turn
  }

  return {
    run(client, key, job) {
      const work: Work<T> = works.get(key) ?? { key, job, turns: new Map() }
      works.set(key, work)
      const shared = work.result ?? work.turns.get(client)?.promise
      if (shared) return shared
      const { promise } = wait(client, work)
      advance()
      if (lines.size > MAX_WAITING) {
        const last = lines.longest().at(-1)
        for (const [one, turn] of last?.work.turns ?? [])
          if (turn === last) refuse(one, turn, 'too many images are requested')
      }
      return promise
    },
    later(job) {
      if (spare.length >= MAX_WAITING) return false
      spare.push(job)
      advance()
      return true
    },
  }
}

function turnOf<T>(work: Work<T>, onLate: (turn: Turn<T>) => void): Turn<T> {
  let settle: Turn<T>['settle'] = () => {}
  const promise = new Promise<T>((resolve) => {
    settle = resolve
  })
  const turn: Turn<T> = {
    work,
    promise,
    settle(result) {
      clearTimeout(timer)
      settle(result)
    },
  }
  const timer = setTimeout(() => onLate(turn), PATIENCE)
  return turn
}
