import { performance } from 'node:perf_hooks'

const SHORTEST = 1000

/** Reads the utilisation of the event loop since the last reading, 0 to 1. Calls within a second share a result. */
export function createUtilisation(now: () => number = () => performance.now()): () => number {
  let since = performance.eventLoopUtilization()
  let readAt = now()
  let last: number | undefined
  return () => {
    if (last !== undefined && now() - readAt < SHORTEST) return last
    const current = performance.eventLoopUtilization()
    last = performance.eventLoopUtilization(current, since).utilization
    since = current
    readAt = now()
    return last
  }
}
