import { BusyError, createFairQueue, type FairQueue } from '../../src/media/queue.ts'

afterEach(() => void jest.useRealTimers())

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

let queue: FairQueue<string>
let run: (name: string, client?: string) => Promise<string>
let jobsOf: ReturnType<typeof jobs>

beforeEach(() => {
  jobsOf = jobs()
  queue = createFairQueue()
  run = (name, client = 'a') => {
    const promise = queue.run(client, name, jobsOf.job(name))
    // Those that no test waits for are refused at last.
    promise.catch(() => {})
    return promise
  }
})

test('one job at a time, those with a waiting caller first (COST-73)', async () => {
  const { begun, job, end } = jobsOf
  const [first, , third] = [run('a'), queue.later(job('spare')), run('b')]
  expect(begun).toEqual(['a'])
  await end('a')
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'spare'])
  expect(await Promise.all([first, third])).toEqual(['a', 'b'])
})

test('clients take turns, however many jobs one of them has (COST-73)', async () => {
  const { begun, end } = jobsOf
  for (let count = 0; count < 50; count++) void run(`many ${count}`, 'many')
  void run('one', 'one')
  void run('two', 'two')
  for (const name of ['many 0', 'many 1', 'one']) await end(name)
  expect(begun).toEqual(['many 0', 'many 1', 'one', 'two'])
})

test('a job that several clients wait for runs once, in the turn of the first of them (COST-73)', async () => {
  const { begun, end } = jobsOf
  for (let count = 0; count < 50; count++) void run(`many ${count}`, 'many')
  const shared = [run('many 49', 'one'), run('many 49', 'one'), run('many 49', 'many')]
  for (const name of ['many 0', 'many 1', 'many 49']) await end(name)
  expect(await Promise.all(shared)).toEqual(['many 49', 'many 49', 'many 49'])
  expect(begun.slice(0, 4)).toEqual(['many 0', 'many 1', 'many 49', 'many 2'])
  void run('many 49', 'one')
  for (const name of ['many 2', 'many 3']) await end(name)
  expect(begun.filter((name) => name === 'many 49')).toHaveLength(2)
})

test('of several at a time one client has its share only (IMG-23)', async () => {
  queue = createFairQueue({ atOnce: 8, ofClient: 4 })
  for (let count = 0; count < 20; count++) void run(`many ${count}`, 'many')
  for (let count = 0; count < 3; count++) void run(`one ${count}`, 'one')
  expect(jobsOf.begun).toEqual([...[0, 1, 2, 3].map((count) => `many ${count}`), 'one 0', 'one 1', 'one 2'])
})

test('a failed job lets the next one start', async () => {
  const failed = queue.run('a', 'broken', () => Promise.reject(new Error('broken')))
  const next = queue.run('a', 'next', async () => 'next')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

test('200 wait, and of more the client with the most loses its last one (COST-73)', async () => {
  const refused: string[] = []
  const add = (name: string, client: string) => void run(name, client).catch(() => refused.push(name))
  for (let count = 0; count < 150; count++) add(`many ${count}`, 'many')
  for (let count = 0; count < 51; count++) add(`other ${count}`, 'other')
  add('one', 'one')
  await expect(run('one more', 'many')).rejects.toThrow(BusyError)
  expect(refused).toEqual(['many 149'])
  const taken = Array.from({ length: 201 }, (_, count) => queue.later(jobsOf.job(`spare ${count}`)))
  expect(taken.filter(Boolean)).toHaveLength(200)
})

test('a job that has waited for ten seconds is refused, and not run; others who wait for it keep their turn (COST-73)', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  const { begun, end } = jobsOf
  void run('slow')
  const late = expect(run('late')).rejects.toThrow(BusyError)
  jest.advanceTimersByTime(9000)
  const other = run('late', 'other')
  jest.advanceTimersByTime(1001)
  await late
  await end('slow')
  expect(begun).toEqual(['slow', 'late'])
  await end('late')
  expect(await other).toBe('late')
})
