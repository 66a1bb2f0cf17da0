import { setImmediate as turn } from 'node:timers/promises'
import { nextTurn } from '../../src/system/steps.ts'

test('concurrent callers continue one by one, in order, each in its own turn of the event loop (COST-58)', async () => {
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
