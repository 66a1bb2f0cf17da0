import CircuitBreaker from 'opossum'
import type { BreakerState } from '../../observability/host-watch.ts'

/** A circuit breaker: stops calls to a failing host, and after a while lets one probe through (docs/decisions/014). */
export interface Breaker {
  state(): BreakerState
  open(): void
  /**
   * @param isFault whether a failure counts against the host: such a probe opens the circuit again, any other closes it
   * @throws {BreakerOpen} when the call was not made
   */
  run<T>(call: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T>
}

export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen'
}

/**
 * An unreachable threshold: the circuit opens by hand only. The library's own counting ignores URLs, and lets three
 * failures through for each response of the previous ten seconds.
 */
const BY_HAND = { errorThresholdPercentage: 100 }

/**
 * @param probeAfter milliseconds in the open state before a probe
 * @param onChange called with every new state
 */
export function createBreaker(probeAfter: number, onChange: (state: BreakerState) => void): Breaker {
  const circuit = new CircuitBreaker<[() => Promise<void>], void>((call) => call(), {
    ...BY_HAND,
    resetTimeout: probeAfter,
    // The client has one deadline for everything.
    timeout: false,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
  })
  circuit.on('open', () => onChange('open'))
  circuit.on('halfOpen', () => onChange('half-open'))
  circuit.on('close', () => onChange('closed'))
  return {
    state: () => (circuit.opened ? 'open' : circuit.halfOpen ? 'half-open' : 'closed'),
    open: () => circuit.open(),
    async run(call, isFault) {
      // Failures that are not faults count as successes for the circuit; the caller gets them unchanged.
      let outcome = (): ReturnType<typeof call> => Promise.reject(new BreakerOpen())
      try {
        await circuit.fire(async () => {
          const response = call()
          outcome = () => response
          await response.catch((error: unknown) => {
            if (isFault(error)) throw error
          })
        })
      } catch {
        // Thrown below, from the call or its refusal.
      }
      return outcome()
    },
  }
}
