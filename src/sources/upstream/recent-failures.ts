import type { Clock } from '../../system/clock.ts'
import { type Rank, servesAs } from '../source.ts'
import { type FailureClass, SourceError } from './errors.ts'

/** URLs of one host that rest after a failure (RES-4). */
export interface RecentFailures {
  /** The failure that replaces a call of `rank`. */
  of(target: string, rank: Rank): SourceError | undefined
  failed(target: string, rank: Rank, error: unknown, failureClass: FailureClass): void
  answered(target: string): void
}

/** Clients invent URLs. */
const MAX_TARGETS = 500

interface Failure {
  error: SourceError
  rank: Rank
  at: number
}

export function createRecentFailures(pause: number, now: Clock): RecentFailures {
  const failures = new Map<string, Failure>()
  return {
    of(target, rank) {
      const failure = failures.get(target)
      if (!failure) return undefined
      if (now() - failure.at >= pause) {
        failures.delete(target)
        return undefined
      }
      // A call of this rank may wait longer (COST-55).
      const isOwn = failure.error.reason !== 'timeout' || servesAs(failure.rank, rank)
      return isOwn ? failure.error.recalled() : undefined
    },
    failed(target, rank, error, failureClass) {
      // A call with little time says nothing about its URL.
      if (!(error instanceof SourceError) || failureClass === 'unclear') return
      failures.delete(target)
      failures.set(target, { error, rank, at: now() })
      const [oldest] = failures.keys()
      if (failures.size > MAX_TARGETS && oldest !== undefined) failures.delete(oldest)
    },
    answered: (target) => void failures.delete(target),
  }
}
