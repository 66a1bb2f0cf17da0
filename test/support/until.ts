import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 25
/** What is slow is not wrong; what hangs ends. Milliseconds. */
const DEADLINE_MS = 30_000

/**
 * Retries until a response matches.
 * @throws {Error} with the last response, when none matches within the deadline (milliseconds)
 */
export async function until<T>(
  ask: () => Promise<T> | T,
  isWanted: (response: T) => boolean,
  deadline = DEADLINE_MS,
): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const response = await ask()
    if (isWanted(response)) return response
    if (performance.now() - startedAt > deadline)
      throw new Error(`not within ${deadline} ms: ${JSON.stringify(response)}`)
    await wait(PAUSE_MS)
  }
}
