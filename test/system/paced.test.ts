import { paced } from '../../src/system/clock.ts'
import { until } from '../support/until.ts'

test('a task runs at its pause, which may change meanwhile, until it is stopped', async () => {
  let pause = Number.POSITIVE_INFINITY
  let [looks, runs] = [0, 0]
  const stop = paced(
    () => {
      runs += 1
    },
    () => {
      looks += 1
      return pause
    },
  )
  await until(
    () => looks,
    (count) => count >= 3,
  )
  expect(runs).toBe(0)
  pause = 1
  await until(
    () => runs,
    (count) => count >= 2,
  )
  stop()
  const [before, looksBefore] = [runs, looks]
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect([runs, looks]).toEqual([before, looksBefore])
})
