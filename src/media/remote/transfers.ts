import { BusyError } from '../queue.ts'

export interface Transfer {
  /** The first call has the head. */
  moved(bytes: number): void
  end(): void
}

/** Slow readers give way (IMG-33). */
export interface Transfers {
  /**
   * @param cut ends the file for another reader
   * @throws {BusyError} without a place in time
   */
  begin(client: string, cut: () => void): Promise<Transfer>
}

const [MAX_FILES, MAX_FILES_OF_CLIENT] = [64, 8]
const [MAX_WAITING, MAX_WAITING_OF_CLIENT] = [64, 4]
/** Bytes in a second, less than a podcast of 64 kbit/s. */
const MIN_RATE = 8 * 1024
const WINDOW_MS = 750
const MARK_MS = 150
/** Milliseconds. */
const [PATIENCE_MS, RETRY_MS] = [3000, 100]

interface Running {
  client: string
  cut(): void
  total: number
  marks: Array<{ at: number; total: number }>
}

interface Waiting {
  client: string
  until: number
  begin(): void
  refuse(): void
}

export function createTransfers(now: () => number = () => performance.now()): Transfers {
  const running = new Set<Running>()
  const waiting = new Set<Waiting>()
  let timer: NodeJS.Timeout | undefined

  const count = (all: Iterable<{ client: string }>, client: string): number =>
    [...all].filter((one) => one.client === client).length
  const cutOff = (one: Running): void => {
    running.delete(one)
    one.cut()
  }
  /** @returns false: there is no room */
  const makeRoom = (client: string): boolean => {
    const own = [...running].filter((one) => one.client === client)
    if (own.length >= MAX_FILES_OF_CLIENT) {
      const slow = slowest(own, now(), MIN_RATE)
      if (!slow) return false
      cutOff(slow)
    }
    if (running.size < MAX_FILES) return true
    const slow = slowest(running, now(), MIN_RATE) ?? slowest(ofGreediest(running, own.length + 1), now())
    if (slow) cutOff(slow)
    return slow !== undefined
  }
  const start = (client: string, cut: () => void): Transfer => {
    const one: Running = { client, cut, total: 0, marks: [] }
    running.add(one)
    return {
      moved(bytes) {
        one.total += bytes
        mark(one, now())
      },
      end() {
        running.delete(one)
        serve()
      },
    }
  }
  const serve = (): void => {
    for (const one of waiting) {
      if (makeRoom(one.client)) {
        waiting.delete(one)
        one.begin()
      } else if (now() >= one.until) {
        waiting.delete(one)
        one.refuse()
      }
    }
    if (waiting.size > 0) timer ??= setInterval(serve, RETRY_MS)
    else if (timer) {
      clearInterval(timer)
      timer = undefined
    }
  }

  return {
    begin(client, cut) {
      if (waiting.size === 0 && makeRoom(client)) return Promise.resolve(start(client, cut))
      if (waiting.size >= MAX_WAITING || count(waiting, client) >= MAX_WAITING_OF_CLIENT) {
        return Promise.reject(new BusyError('too many files are on their way'))
      }
      return new Promise((resolve, reject) => {
        waiting.add({
          client,
          until: now() + PATIENCE_MS,
          begin: () => resolve(start(client, cut)),
          refuse: () => reject(new BusyError('no place for a file in time')),
        })
        serve()
      })
    },
  }
}

/** @returns undefined where no begun file is slower. `limit` in bytes in a second */
function slowest(files: Iterable<Running>, at: number, limit = Number.POSITIVE_INFINITY): Running | undefined {
  return [...files]
    .flatMap((file) => {
      const rate = rateOf(file, at)
      return rate !== undefined && rate < limit ? [{ file, rate }] : []
    })
    .toSorted((a, b) => a.rate - b.rate)[0]?.file
}

function rateOf(one: Running, at: number): number | undefined {
  // A fast reader may have stopped.
  if (one.marks.length > 0) mark(one, at)
  const [base] = one.marks
  return base && at - base.at >= WINDOW_MS ? ((one.total - base.total) * 1000) / (at - base.at) : undefined
}

/** Keeps one mark that is older than the window. */
function mark({ marks, total }: Running, at: number): void {
  if (at - (marks.at(-1)?.at ?? Number.NEGATIVE_INFINITY) >= MARK_MS) marks.push({ at, total })
  while ((marks[1]?.at ?? Number.POSITIVE_INFINITY) <= at - WINDOW_MS) marks.shift()
}

function ofGreediest(files: Iterable<Running>, least: number): Running[] {
  const byClient = new Map<string, Running[]>()
  for (const one of files) byClient.set(one.client, [...(byClient.get(one.client) ?? []), one])
  const most = [...byClient.values()].reduce<Running[]>((all, one) => (one.length > all.length ? one : all), [])
  return most.length > least ? most : []
}
