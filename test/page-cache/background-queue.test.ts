import { createBackgroundQueue } from '../../src/page-cache/background-queue.ts'

const TOOK = 10

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A job that takes its time, and says when it began. */
function job(begun: number[], fails = false): () => Promise<void> {
  return async () => {
    begun.push(performance.now())
    await new Promise((resolve) => setTimeout(resolve, TOOK))
    if (fails) throw new Error('this one fails')
  }
}

test.each([
  ['a twentieth of the time, while nobody asks for anything', 0, 20],
  ['a two-hundredth, while readers keep the process busy', 1, 200],
])('jobs take %s', async (_share, busy, times) => {
  const backgroundQueue = createBackgroundQueue(() => busy)
  const begun: number[] = []
  for (let count = 0; count < 3; count++) expect(backgroundQueue.run(job(begun, count === 0))).toBe(true)
  await jest.advanceTimersByTimeAsync(TOOK * times * 3)
  const [first = 0, ...others] = begun
  expect(others.map((at) => at - first)).toEqual([TOOK * times, TOOK * times * 2])
})

test('no more than a hundred jobs wait', async () => {
  const backgroundQueue = createBackgroundQueue(() => 0)
  const begun: number[] = []
  const taken = Array.from({ length: 150 }, () => backgroundQueue.run(job(begun)))
  // And one runs.
  expect(taken.filter(Boolean)).toHaveLength(101)
  expect(taken.at(-1)).toBe(false)
  await jest.advanceTimersByTimeAsync(TOOK * 20 * 150)
  expect(begun).toHaveLength(taken.filter(Boolean).length)
  expect(backgroundQueue.run(job(begun))).toBe(true)
})
