import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFairQueue, type FairQueue, TooBusy } from '../../../src/edge/page-cache/fair-queue.ts'

/** Requests that run until the test ends them. Records which have begun, in order, and which were refused. */
function crowd(turns: FairQueue) {
  const begun: string[] = []
  const refused: string[] = []
  const ends: Array<() => void> = []
  const add = (kind: Parameters<FairQueue['take']>[0], client: string, name = client): void => {
    turns.take(kind, client).then(
      (end) => {
        begun.push(name)
        ends.push(end)
      },
      (error: unknown) => {
        if (!(error instanceof TooBusy)) throw error
        refused.push(name)
      },
    )
  }
  return { begun, refused, ends, add }
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}

test('one request begins in each turn of the event loop, so that hits are served in between (COST-58)', async () => {
  const { add, begun } = crowd(createFairQueue())
  for (let n = 0; n < 5; n++) add('page', 'a', `${n}`)
  const counts: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    await nextTurn()
    counts.push(begun.length)
  }
  for (const [index, count] of counts.entries())
    expect(count - (counts[index - 1] ?? 0)).toBeLessThanOrEqual(index ? 1 : 2)
  await pass(3)
  expect(begun).toEqual(['0', '1', '2', '3', '4'])
})

test('many requests of one client delay neither other clients nor other kinds (COST-58)', async () => {
  const { add, begun } = crowd(createFairQueue())
  for (let n = 0; n < 30; n++) add('page', 'greedy')
  add('page', 'reader')
  add('search', 'searcher')
  await pass(6)
  expect(begun).toContain('reader')
  expect(begun).toContain('searcher')
  await pass(40)
  expect(begun).toHaveLength(32)
})

test('running requests of one client are limited, and the next one begins when one ends (COST-59)', async () => {
  const { add, begun, ends } = crowd(createFairQueue())
  for (let n = 0; n < 10; n++) add('list', 'a')
  await pass(20)
  expect(begun).toHaveLength(8)
  ends[0]?.()
  // The second call has no effect.
  ends[0]?.()
  await pass(5)
  expect(begun).toHaveLength(9)
  add('list', 'b')
  await pass(5)
  expect(begun).toHaveLength(10)
})

test('running requests of one kind are limited, without effect on other kinds (COST-59)', async () => {
  const { add, begun } = crowd(createFairQueue())
  for (let n = 0; n < 20; n++) add('list', `client ${n}`)
  add('page', 'reader')
  await pass(40)
  expect(begun).toHaveLength(17)
  expect(begun).toContain('reader')
})

test('when too many requests wait, the client with the most of them loses its last one (COST-59)', async () => {
  const turns = createFairQueue(10)
  const { add, refused } = crowd(turns)
  for (let n = 0; n < 11; n++) add('page', 'greedy')
  add('page', 'reader')
  expect(turns.waiting).toBe(10)
  await Promise.resolve()
  await Promise.resolve()
  expect(refused).toEqual(['greedy'])
  await pass(20)
  expect(turns.waiting).toBe(0)
})

test('a request that waits too long is refused and removed from the queue (COST-59)', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] })
  try {
    const turns = createFairQueue()
    const { add, refused, ends } = crowd(turns)
    for (let n = 0; n < 9; n++) add('list', 'a', `${n}`)
    await pass(15)
    expect(turns.waiting).toBe(1)
    jest.advanceTimersByTime(2600)
    await pass(2)
    expect([refused, turns.waiting]).toEqual([['8'], 0])
    ends[0]?.()
    add('list', 'a', 'later')
    await pass(5)
    expect(refused).toEqual(['8'])
  } finally {
    jest.useRealTimers()
  }
})
