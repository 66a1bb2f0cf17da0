import type { BreakerState } from '../../observability/host-watch.ts'

/** Stops calls to a failing host, and later lets one probe through (docs/decisions/014). */
export interface Breaker {
  state(): BreakerState
  open(): void
  /**
   * @param isFault whether a failure counts against the host: such a probe opens the circuit again
   * @throws {BreakerOpen} when the call was not made
   */
  run<T>(call: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T>
}

export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen'
}

export function createBreaker(probeAfter: number, onChange: (state: BreakerState) => void): Breaker {
  let state: BreakerState = 'closed'
  let isProbeDue = false
  const enter = (next: BreakerState): void => {
    if (state === next) return
    state = next
    isProbeDue = next === 'half-open'
    if (next === 'open') setTimeout(() => enter('half-open'), probeAfter).unref()
    onChange(next)
  }
  /** Calls count for the state in which they end. */
  const settle = (isWell: boolean): void => {
    if (state === 'half-open') enter(isWell ? 'closed' : 'open')
  }
  return {
    state: () => state,
    open: () => enter('open'),
    async run(call, isFault) {
      if (state !== 'closed' && !isProbeDue) throw new BreakerOpen()
      isProbeDue = false
      try {
        const response = await call()
        settle(true)
        return response
      } catch (error) {
        settle(!isFault(error))
        throw error
      }
    },
  }
}
