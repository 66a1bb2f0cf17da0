import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that holds everything else up for this long lets others have a turn. Milliseconds. */
const TURN_MS = 10

/**
 * For long work in small steps.
 * @returns awaited between two steps: goes on at once, or, after 10 ms of work, when others have had a turn
 */
export function takingTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await nextTurn()
    since = performance.now()
  }
}
