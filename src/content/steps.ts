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

const waiting: Array<() => void> = []
let isGoingOn = false

/**
 * Resolves in a turn of the event loop of its own: two that wait for the same turn would block others for twice as long,
 * and readers of what lies in memory are answered in between (docs/decisions/036).
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isGoingOn) return
    isGoingOn = true
    setImmediate(goOn)
  })
}

function goOn(): void {
  const next = waiting.shift()
  isGoingOn = next !== undefined
  if (!next) return
  // First, as what is begun now asks for its own next step.
  setImmediate(goOn)
  next()
}
