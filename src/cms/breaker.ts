import CircuitBreaker from 'opossum'

export type BreakerState = 'closed' | 'half-open' | 'open'

/** Stops asking where asking fails, and after a while lets one call through to see (docs/decisions/014). */
export interface Breaker {
  state(): BreakerState
  open(): void
  /**
   * @param isFault whether a failure speaks against the host: such a probe opens it again, any other closes it
   * @throws {BreakerOpen} when the call was not made
   */
  run<T>(call: () => Promise<T>, isFault: (error: unknown) => boolean): Promise<T>
}

export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen'
}

/**
 * More than all calls never fail: while it is closed, the circuit opens by hand only. Its own counting knows no addresses,
 * and lets three failures through for each answer of the ten seconds before.
 */
const BY_HAND = { errorThresholdPercentage: 100 }

/**
 * @param probeAfter milliseconds that it stays open before it lets a call through
 * @param onChange told of every new state
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
      // What is no fault reaches the circuit as a success, and the caller as what it is.
      let outcome = (): ReturnType<typeof call> => Promise.reject(new BreakerOpen())
      try {
        await circuit.fire(async () => {
          const answer = call()
          outcome = () => answer
          await answer.catch((error: unknown) => {
            if (isFault(error)) throw error
          })
        })
      } catch {
        // Thrown below: by the call, or because there was none.
      }
      return outcome()
    },
  }
}
