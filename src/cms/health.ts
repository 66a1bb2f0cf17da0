import type { Clock } from '../clock.ts'
import type { Verdict } from './verdict.ts'

/**
 * Whether a host is well, judged by what its addresses do (RES-1 to RES-5): one that fails again and again says no more
 * than one that failed once.
 */
export interface Health {
  /** A call for a page was answered as it should be. */
  answered(): void
  /** A call beside a page was: the host is there, and pages may fail all the same. */
  answeredBeside(): void
  /** A call for a page came to nothing. */
  failed(verdict: Verdict, address: string): void
  /** It is down: nobody should ask it. */
  isDown(): boolean
  /** It may be down: nothing should be asked that is not needed. */
  isInDoubt(): boolean
  /** Calls that it should get at a time, of those that it could take when it was well. */
  room(width: number): number
  /** Nothing is known of it. */
  reset(): void
}

/** As many calls that come to nothing in a row mean that it is down; it gets no more until one is answered. */
export const UNANSWERED = 2
/**
 * As many addresses in a row that fail, whatever way, mean the same: of calls that fail at random 30 % of the time, one in
 * 242,000 begins such a row (0.7 x 0.3^10), one in 2,000 of those that fail half of the time.
 */
const FAILING_ADDRESSES = 10
/** And as many, that it may be so: 30 % at random get there with one call in 50 (0.7 x 0.3^3). */
const DOUBTED_ADDRESSES = 3
/** What an address did is over after this time: until then it counts once. Milliseconds. */
const COUNTED_MS = 10_000

export function createHealth(now: Clock): Health {
  /** What has come to nothing since the last answer: addresses, and failures to connect, of which each speaks for all. */
  const unanswered = new Set<unknown>()
  /** Addresses that have failed since the last page was answered, and when they did first; the oldest first. */
  const faults = new Map<string, number>()

  const failing = (): number => {
    const since = now() - COUNTED_MS
    for (const [address, at] of faults) {
      if (at > since) break
      faults.delete(address)
    }
    return faults.size
  }
  const answered = (): void => {
    unanswered.clear()
    faults.clear()
  }

  return {
    answered,
    answeredBeside: () => unanswered.clear(),
    failed(verdict, address) {
      if (verdict === 'unclear') return
      if (verdict === 'well') return answered()
      if (verdict === 'away') unanswered.add(Symbol(address))
      else if (verdict === 'silent') unanswered.add(address)
      else unanswered.clear()
      failing()
      if (!faults.has(address)) faults.set(address, now())
    },
    isDown: () => unanswered.size >= UNANSWERED || failing() >= FAILING_ADDRESSES,
    isInDoubt: () => failing() >= DOUBTED_ADDRESSES,
    // What came to nothing keeps its room, what failed too: a host that fails gets no more calls than are under way.
    room: (width) => Math.max(UNANSWERED - unanswered.size, width - Math.max(unanswered.size, failing())),
    reset: answered,
  }
}
