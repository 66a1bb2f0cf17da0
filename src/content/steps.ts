/** Interruptible work: each `yield` may give up the current turn of the event loop. */
export type Steps<T> = Generator<void, T, void>

/** Duration of a slice. Milliseconds (COST-2). */
const SLICE = 10

/** Runs all of it without a pause. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs it in slices; work that fits into one slice never pauses. */
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
 * A pause for long work with steps of its own.
 * @returns a function to call between two steps: undefined, or a promise to await when the slice is spent
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

const queue: Array<() => void> = []
let isGoingOn = false

/**
 * Resolves in a separate turn of the event loop: two slices in one turn would block others for twice as long. Responses
 * from memory are sent between two slices (docs/decisions/036).
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    if (isGoingOn) return
    isGoingOn = true
    setImmediate(goOn)
  })
}

function goOn(): void {
  const next = queue.shift()
  isGoingOn = next !== undefined
  if (!next) return
  // Schedules before resolving, since the resumed work may call `nextTurn` again.
  setImmediate(goOn)
  next()
}
