import { BusyError, createFairQueue } from '../../src/media/queue.ts'

afterEach(() => void jest.restoreAllMocks())

/** Jobs that end on demand. */
function jobs() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    job: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name)
        ends.set(name, () => resolve(name))
      }),
    async end(name: string) {
      ends.get(name)?.()
      await new Promise(setImmediate)
    },
  }
}

test('one job at a time, those with a waiting caller first (COST-73)', async () => {
  const { begun, job, end } = jobs()
  const turns = createFairQueue()
  const [first, , third] = [turns.run(job('a')), turns.later(job('spare')), turns.run(job('b'))]
  expect(begun).toEqual(['a'])
  await end('a')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'spare'])
  expect(await Promise.all([first, third])).toEqual(['a', 'b'])
})

test('a failed job lets the next one start', async () => {
  const turns = createFairQueue()
  const failed = turns.run(() => Promise.reject(new Error('broken')))
  const next = turns.run(async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('200 wait, the next one is refused (COST-73)', async () => {
  const { job } = jobs()
  const turns = createFairQueue()
  for (let count = 0; count < 201; count++) turns.run(job(`${count}`)).catch(() => {})
  await expect(turns.run(job('one more'))).rejects.toThrow(BusyError)
  const taken = Array.from({ length: 201 }, (_, count) => turns.later(job(`spare ${count}`)))
  expect(taken.filter(Boolean)).toHaveLength(200)
})

test('a job that has waited for more than ten seconds is refused, and not run (COST-73)', async () => {
  const { begun, job, end } = jobs()
  const turns = createFairQueue()
  void turns.run(job('slow'))
  const late = turns.run(job('late'))
  const now = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(now + 10_001)
  void end('slow')
  await expect(late).rejects.toThrow(BusyError)
  expect(begun).toEqual(['slow'])
})
