import { createBackgroundQueue } from '../../../src/edge/page-cache/variants.ts'

const TOOK = 10

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A job that lasts a while and records its start. */
function job(begun: number[], fails = false): () => Promise<void> {
  return async () => {
    begun.push(performance.now())
    await new Promise((resolve) => setTimeout(resolve, TOOK))
    if (fails) throw new Error('failed')
  }
}

test('jobs take a twentieth of the time', async () => {
  const backgroundQueue = createBackgroundQueue()
  const begun: number[] = []
  for (let count = 0; count < 3; count++) expect(backgroundQueue.run(job(begun, count === 0))).toBe(true)
  await jest.advanceTimersByTimeAsync(TOOK * 20 * 3)
  const [first = 0, ...others] = begun
  expect(others.map((at) => at - first)).toEqual([TOOK * 20, TOOK * 20 * 2])
})

test('at most a hundred jobs wait', async () => {
  const backgroundQueue = createBackgroundQueue()
  const begun: number[] = []
  const taken = Array.from({ length: 150 }, () => backgroundQueue.run(job(begun)))
  // A hundred wait and one runs.
  expect(taken.filter(Boolean)).toHaveLength(101)
  expect(taken.at(-1)).toBe(false)
  await jest.advanceTimersByTimeAsync(TOOK * 20 * 150)
  expect(begun).toHaveLength(taken.filter(Boolean).length)
  expect(backgroundQueue.run(job(begun))).toBe(true)
})
