import { performance } from 'node:perf_hooks'

/** Two who ask at about the same time get the same answer. Milliseconds. */
const SHORTEST = 1000

/** How busy the event loop was since it was last asked, 0 to 1. */
export function createUtilisation(now: () => number = () => performance.now()): () => number {
  let since = performance.eventLoopUtilization()
  let askedAt = now()
  let last: number | undefined
  return () => {
    if (last !== undefined && now() - askedAt < SHORTEST) return last
    const current = performance.eventLoopUtilization()
    last = performance.eventLoopUtilization(current, since).utilization
    since = current
    askedAt = now()
    return last
  }
}
