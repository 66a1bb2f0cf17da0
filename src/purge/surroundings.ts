import { LEAST_VIEWS, MAX_MOST_READ, MOST_READ_WINDOWS, type MostReadOf } from '../content/most-read.ts'
import type { ServiceName } from '../services/service.ts'
import { type Clock, elapsed } from '../system/clock.ts'
import { shortHash } from '../system/short-hash.ts'

/** Lists around articles change without a purge, so caches in front get one now and then (PURGE-17). */
export interface Surroundings {
  changed(service?: ServiceName): void
  close(): void
}

export interface SurroundingsSettings {
  services: readonly ServiceName[]
  ranking: MostReadOf
  /** Pages are a minute old at most. */
  purge(service: ServiceName): void
  /** False: another instance has purged within so many milliseconds. Never rejects. */
  claim(service: ServiceName, within: number): Promise<boolean>
  onError(error: unknown): void
  now?: Clock
  step?: number
}

const STEP = 60_000
/** Each purge fetches all pages again. Milliseconds. */
const INTERVAL = 10 * 60_000
/** Milliseconds in which pages may be old. */
const SETTLE = 2 * 60_000

interface State {
  digest: string | undefined
  changedAt: number
  purgedAt: number
}

export function followSurroundings(settings: SurroundingsSettings): Surroundings {
  const { services, ranking, purge, claim, onError, now = elapsed, step = STEP } = settings
  const states = new Map<ServiceName, State>(
    services.map((name) => [name, { digest: undefined, changedAt: Number.NEGATIVE_INFINITY, purgedAt: now() }]),
  )
  const digestOf = async (service: ServiceName): Promise<string> => {
    const rankings = await Promise.all(MOST_READ_WINDOWS.map((window) => ranking(service, window)))
    const shown = rankings.map((ranked) =>
      ranked.flatMap(({ path, views }) => (views >= LEAST_VIEWS ? [path] : [])).slice(0, MAX_MOST_READ),
    )
    return shortHash(JSON.stringify(shown), 12)
  }
  const look = async (service: ServiceName, state: State): Promise<void> => {
    const digest = await digestOf(service)
    if (state.digest !== undefined && digest !== state.digest) state.changedAt = now()
    state.digest = digest
    // Late changes may have missed the last purge.
    const isDue = state.changedAt + SETTLE > state.purgedAt && now() - state.purgedAt >= INTERVAL
    if (!isDue || !(await claim(service, INTERVAL - step))) return
    state.purgedAt = now()
    purge(service)
  }
  const timer = setInterval(() => {
    for (const [service, state] of states) look(service, state).catch(onError)
  }, step).unref()
  return {
    changed(service) {
      for (const [name, state] of states) if (service === undefined || name === service) state.changedAt = now()
    },
    close: () => clearInterval(timer),
  }
}
