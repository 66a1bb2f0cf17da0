import type { Clock } from '../../system/clock.ts'
import type { FailureClass } from './errors.ts'

/** Judges a host by its URLs (RES-1, RES-4); repeated failures of one count once. */
export interface Health {
  answered(): void
  /** A secondary call got a response; pages may still fail. */
  respondedOtherwise(): void
  failed(failureClass: FailureClass, url: string): void
  isDown(): boolean
  isInDoubt(): boolean
  /** @param width parallel calls that a healthy host takes */
  room(width: number): number
  reset(): void
}

/** Consecutive unanswered calls stop further ones until one is answered. */
export const UNANSWERED = 2
/** Consecutive ones mean that a host is down. Random failures at 30 % reach this once in 242,000 calls. */
const FAILING_URLS = 10
/** Consecutive ones mean doubt. Random failures at 30 % reach this once in 50 calls. */
const DOUBTED_URLS = 3
/** Milliseconds within which failures of one URL count once. */
const COUNTED_MS = 10_000

export function createHealth(now: Clock): Health {
  /** Each failure to connect counts. */
  const unanswered = new Set<unknown>()
  /** First failures by URL since the last successful page, the oldest first. */
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
    // Unanswered and failed calls keep their room, so a failing host gets no more calls than are running.
    room: (width) => Math.max(UNANSWERED - unanswered.size, width - Math.max(unanswered.size, failing())),
    reset: answered,
  }
}
