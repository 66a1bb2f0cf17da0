import { setImmediate as nextTurn } from 'node:timers/promises'
import { createFairQueue, type FairQueue, TooBusy } from '../../src/page-cache/fair-queue.ts'

/** Takes turns and never ends its work, unless told so; tells who has begun, in order. */
function crowd(turns: FairQueue) {
  const begun: string[] = []
  const refused: string[] = []
  const ends: Array<() => void> = []
  const ask = (kind: Parameters<FairQueue['take']>[0], client: string, name = client): void => {
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
  return { begun, refused, ends, ask }
}

async function pass(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn()
}

test('work begins once in a turn of the event loop: what came meanwhile is answered in between (COST-58)', async () => {
  const { ask, begun } = crowd(createFairQueue())
  for (let n = 0; n < 5; n++) ask('page', 'a', `${n}`)
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

test('who asks for much waits behind himself: others and other kinds are next (COST-58)', async () => {
  const { ask, begun } = crowd(createFairQueue())
  for (let n = 0; n < 30; n++) ask('page', 'greedy')
  ask('page', 'reader')
  ask('search', 'searcher')
  await pass(6)
  expect(begun).toContain('reader')
  expect(begun).toContain('searcher')
  await pass(40)
  expect(begun).toHaveLength(32)
})

test('of one client so many are at work, and the next one begins when one has ended (COST-59)', async () => {
  const { ask, begun, ends } = crowd(createFairQueue())
  for (let n = 0; n < 10; n++) ask('list', 'a')
  await pass(20)
  expect(begun).toHaveLength(8)
  ends[0]?.()
  // Twice is once.
  ends[0]?.()
  await pass(5)
  expect(begun).toHaveLength(9)
  ask('list', 'b')
  await pass(5)
  expect(begun).toHaveLength(10)
})

test('a kind has a bound as a whole, and other kinds go on (COST-59)', async () => {
  const { ask, begun } = crowd(createFairQueue())
  for (let n = 0; n < 20; n++) ask('list', `client ${n}`)
  ask('page', 'reader')
  await pass(40)
  expect(begun).toHaveLength(17)
  expect(begun).toContain('reader')
})

test('where too many wait, whoever has most of them waiting loses his last one (COST-59)', async () => {
  const turns = createFairQueue(10)
  const { ask, refused } = crowd(turns)
  for (let n = 0; n < 11; n++) ask('page', 'greedy')
  ask('page', 'reader')
  expect(turns.waiting).toBe(10)
  await Promise.resolve()
  await Promise.resolve()
  expect(refused).toEqual(['greedy'])
  await pass(20)
  expect(turns.waiting).toBe(0)
})

test('who has waited for too long is told so, and leaves no trace (COST-59)', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] })
  try {
    const turns = createFairQueue()
    const { ask, refused, ends } = crowd(turns)
    for (let n = 0; n < 9; n++) ask('list', 'a', `${n}`)
    await pass(15)
    expect(turns.waiting).toBe(1)
    jest.advanceTimersByTime(2600)
    await pass(2)
    expect([refused, turns.waiting]).toEqual([['8'], 0])
    ends[0]?.()
    ask('list', 'a', 'later')
    await pass(5)
    expect(refused).toEqual(['8'])
  } finally {
    jest.useRealTimers()
  }
})
