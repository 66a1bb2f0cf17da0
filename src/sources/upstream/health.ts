import type { Clock } from '../../system/clock.ts'
import type { FailureClass } from './failure-classification.ts'

/** The health of a host, judged by its URLs (RES-1 to RES-5): repeated failures of one URL count once. */
export interface Health {
  /** A page's call got a valid response. */
  answered(): void
  /** A secondary call got one: the host is up, and pages may still fail. */
  respondedOtherwise(): void
  /** A page's call failed. */
  failed(failureClass: FailureClass, url: string): void
  /** It is down and should get no calls. */
  isDown(): boolean
  /** It may be down and should get only necessary calls. */
  isInDoubt(): boolean
  /** Number of parallel calls for it, out of the number that it takes when healthy. */
  room(width: number): number
  /** Forgets everything. */
  reset(): void
}

/** Consecutive unanswered calls that mean that it is down; it gets no more until one is answered. */
export const UNANSWERED = 2
/**
 * Consecutive failing URLs, of any class, that mean the same. Of random failures at 30 %, one call in 242,000 begins
 * such a row (0.7 x 0.3^10); at 50 %, one in 2,000.
 */
const FAILING_URLS = 10
/**
 * Consecutive failing URLs that mean that it may be down: random failures at 30 % get there with one call in 50 (0.7 x
 * 0.3^3).
 */
const DOUBTED_URLS = 3
/** Time within which repeated failures of one URL count once. Milliseconds. */
const COUNTED_MS = 10_000

export function createHealth(now: Clock): Health {
  /** URLs that got no response since the last one; each failure to connect counts separately. */
  const unanswered = new Set<unknown>()
  /** URLs that have failed since the last successful page, with the time of their first failure; the oldest first. */
  const faults = new Map<string, number>()

  const failing = (): number => {
    const since = now() - COUNTED_MS
    for (const [url, at] of faults) {
      if (at > since) break
      faults.delete(url)
    }
    return faults.size
  }
  const answered = (): void => {
    unanswered.clear()
    faults.clear()
  }

  return {
    answered,
    respondedOtherwise: () => unanswered.clear(),
    failed(failureClass, url) {
      if (failureClass === 'unclear') return
      if (failureClass === 'well') return answered()
      if (failureClass === 'away') unanswered.add(Symbol(url))
      else if (failureClass === 'silent') unanswered.add(url)
      else unanswered.clear()
      failing()
      if (!faults.has(url)) faults.set(url, now())
    },
    isDown: () => unanswered.size >= UNANSWERED || failing() >= FAILING_URLS,
    isInDoubt: () => failing() >= DOUBTED_URLS,
    // Unanswered and failed calls keep their room, so a failing host gets no more calls than are already running.
    room: (width) => Math.max(UNANSWERED - unanswered.size, width - Math.max(unanswered.size, failing())),
    reset: answered,
  }
}
