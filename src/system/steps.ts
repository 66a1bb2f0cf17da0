export type Steps<T> = Generator<void, T, void>

/** Milliseconds (COST-1). */
const SLICE = 10

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

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
 * For work with steps of its own.
 * @returns a function to call between steps: a promise to await when the slice is spent
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

/** A separate turn lets responses from memory go out (docs/decisions/036). */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    queue.push(resolve)
    if (isGoingOn) return
    isGoingOn = true
    afterConnections(goOn)
  })
}

function goOn(): void {
  const next = queue.shift()
  isGoingOn = next !== undefined
  if (!next) return
  afterConnections(goOn)
  next()
}

/** A client that only connects does not stop work. */
const MAX_CONNECTION_TURNS = 32
let accepted = 0

export function connectionAccepted(): void {
  accepted += 1
}

/** The event loop accepts one connection a turn, and each would wait for a slice (docs/decisions/036). */
export function afterConnections(goOn: () => void): void {
  let before = accepted
  let turns = 0
  const look = (): void => {
    turns += 1
    if (accepted === before || turns > MAX_CONNECTION_TURNS) goOn()
    else {
      before = accepted
      setImmediate(look)
    }
  }
  setImmediate(look)
}
