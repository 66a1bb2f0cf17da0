import { setTimeout as wait } from 'node:timers/promises'

const PAUSE_MS = 25

/**
 * Asks again and again until an answer is as wanted.
 * @throws with the last answer, when none is within the deadline (milliseconds)
 */
export async function until<T>(
  ask: () => Promise<T> | T,
  isWanted: (answer: T) => boolean,
  deadline = 8000,
): Promise<T> {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (isWanted(answer)) return answer
    if (performance.now() - startedAt > deadline)
      throw new Error(`not within ${deadline} ms: ${JSON.stringify(answer)}`)
    await wait(PAUSE_MS)
  }
}
