import { setImmediate } from 'node:timers/promises'

/** Work that can be interrupted: at each `yield` others may have a turn of the event loop. */
export type Steps<T> = Generator<void, T, void>

/** What work takes before others have their turn. Milliseconds (COST-2). */
const SLICE = 10

/** Runs all of it without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs it in slices; work that fits in one slice never waits. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  const pause = takingTurns()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const turn = pause()
    if (turn) await turn
  }
}

/**
 * For long work in steps of its own.
 * @returns called between two steps: nothing, or, when a slice is spent, what is awaited while others have their turn
 */
export function takingTurns(): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < SLICE) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

let lastTurn: Promise<unknown> = Promise.resolve()

/** Lets others have their turn. One after the other: two that wait for the same turn would block others for twice as long. */
export function nextTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
