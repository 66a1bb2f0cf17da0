import { type Clock, elapsed } from '../../system/clock.ts'

/** Readers of a live page ask every 10 s; the cache lets one request through. Milliseconds. */
const FOLLOWED_FOR = 30_000
/** Milliseconds. */
const PAUSE = { folder: 1000, wordpress: 1500 } as const

/** Looks are more frequent while readers wait for updates (LIVE-6). */
export interface FollowedCoverages {
  requested(): void
  pauseOf(source: keyof typeof PAUSE, otherwise: number): number
}

export function createFollowedCoverages(now: Clock = elapsed): FollowedCoverages {
  let until = Number.NEGATIVE_INFINITY
  return {
    requested() {
      until = now() + FOLLOWED_FOR
    },
    pauseOf: (source, otherwise) => (now() < until ? Math.min(PAUSE[source], otherwise) : otherwise),
  }
}
