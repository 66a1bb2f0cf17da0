import type { Clock } from '../../system/clock.ts'
import type { Rank } from '../source.ts'
import { SourceError } from './errors.ts'
import type { FailureClass } from './failure-classification.ts'
import { servesAs } from './importance.ts'

/** The addresses of one host that failed a moment ago, and so are not asked again yet (RES-19). */
export interface RecentFailures {
  /** The failure that a call of `rank` gets in place of being made. */
  of(address: string, rank: Rank): SourceError | undefined
  failed(address: string, rank: Rank, error: unknown, failureClass: FailureClass): void
  answered(address: string): void
}

/** Bounds the memory for addresses that clients invent; the oldest failures are forgotten first. */
const MAX_ADDRESSES = 500

interface Failure {
  error: SourceError
  rank: Rank
  at: number
}

/** @param pause milliseconds after a failure */
export function createRecentFailures(pause: number, now: Clock): RecentFailures {
  const failures = new Map<string, Failure>()
  return {
    of(address, rank) {
      const failure = failures.get(address)
      if (!failure) return undefined
      if (now() - failure.at >= pause) {
        failures.delete(address)
        return undefined
      }
      // A call of a lower rank may have given up where this one goes on waiting (RES-15).
      const isOwn = failure.error.reason !== 'timeout' || servesAs(failure.rank, rank)
      return isOwn ? failure.error.recalled() : undefined
    },
    failed(address, rank, error, failureClass) {
      // A call that had little time says nothing about its address.
      if (!(error instanceof SourceError) || failureClass === 'unclear') return
      failures.delete(address)
      failures.set(address, { error, rank, at: now() })
      const [oldest] = failures.keys()
      if (failures.size > MAX_ADDRESSES && oldest !== undefined) failures.delete(oldest)
    },
    answered: (address) => void failures.delete(address),
  }
}
