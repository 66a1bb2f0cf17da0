import { setImmediate as turn } from 'node:timers/promises'
import { nextTurn } from '../../src/content/steps.ts'

test('what asks at once goes on one by one, in order, with a turn of the event loop in between (COST-58)', async () => {
  const gone: number[] = []
  for (let n = 0; n < 5; n++) void nextTurn().then(() => gone.push(n))
  const counts: number[] = []
  while (gone.length < 5) {
    await turn()
    counts.push(gone.length)
  }
  for (const [index, count] of counts.entries()) expect(count - (counts[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  expect(gone).toEqual([0, 1, 2, 3, 4])
})
