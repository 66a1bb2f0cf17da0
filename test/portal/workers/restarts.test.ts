import { type Death, replacementOf } from '../../../src/portal/workers/restarts.ts'

const crash: Death = { hasStarted: true, gaveUp: false, lived: 100 }
const noStart: Death = { hasStarted: false, gaveUp: true, lived: 100 }

/** The pauses of one slot whose worker dies repeatedly in the same way. */
function pauses(death: Death, isAlone: boolean, count: number): number[] {
  let inARow = 0
  return Array.from({ length: count }, () => {
    const next = replacementOf(death, inARow, isAlone)
    inARow = next.inARow
    return next.pause
  })
}

test('OPS-2: the first deaths cost no pause, then pauses double up to a second, or a quarter where no other worker runs', () => {
  expect(pauses(crash, false, 9)).toEqual([0, 0, 0, 100, 200, 400, 800, 1000, 1000])
  expect(pauses(crash, true, 7)).toEqual([0, 0, 0, 100, 200, 250, 250])
  // Killed during its start.
  expect(pauses({ ...crash, hasStarted: false }, true, 5)).toEqual([0, 0, 0, 100, 200])
})

test('OPS-2: a failed start pauses from the first death on, up to ten seconds, or two where no other worker runs', () => {
  expect(pauses(noStart, false, 9)).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000])
  expect(pauses(noStart, true, 7)).toEqual([100, 200, 400, 800, 1600, 2000, 2000])
})

test('OPS-2: a worker that has run for ten seconds starts the count again', () => {
  expect(replacementOf({ ...crash, lived: 10_000 }, 8, false)).toEqual({ pause: 0, inARow: 1 })
  expect(replacementOf({ ...crash, lived: 9_999 }, 8, false)).toEqual({ pause: 1000, inARow: 9 })
})
