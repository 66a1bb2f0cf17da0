import type { MostReadWindow, RankedArticle } from '../../src/content/most-read.ts'
import { followSurroundings, type Surroundings } from '../../src/purge/surroundings.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000

let now: number
let read: string[]
let purged: string[]
let looks: number
let isClaimed: boolean
let surroundings: Surroundings

beforeEach(() => {
  now = 0
  read = ['/a', '/b', '/c']
  purged = []
  looks = 0
  isClaimed = false
  surroundings = followSurroundings({
    services: ['post'],
    ranking: async (_service: string, window: MostReadWindow): Promise<RankedArticle[]> => {
      if (window === '7d') looks += 1
      return read.map((path) => ({ path, score: 5, views: 5 }))
    },
    purge: (service) => purged.push(service),
    claim: async () => !isClaimed,
    onError(error) {
      throw error
    },
    now: () => now,
    step: 2,
  })
})
afterEach(() => surroundings.close())

/** Minutes later, once it has looked twice. */
async function after(minutes: number): Promise<string[]> {
  now += minutes * MINUTE
  const before = looks
  await until(
    () => looks,
    (count) => count >= before + 3,
  )
  return purged
}

test('PURGE-17: pages with lists are purged in front after a change of articles, at most every ten minutes', async () => {
  expect(await after(60)).toEqual([])
  surroundings.changed('post')
  expect(await after(0)).toEqual(['post'])
  // What was rendered just before may lack it.
  expect(await after(9)).toEqual(['post'])
  expect(await after(1)).toEqual(['post', 'post'])
  expect(await after(60)).toEqual(['post', 'post'])
  surroundings.changed('plus')
  expect(await after(60)).toHaveLength(2)
  surroundings.changed()
  expect(await after(0)).toHaveLength(3)
})

test('PURGE-17: so they are when the most read articles are others, or in another order', async () => {
  expect(await after(60)).toEqual([])
  read = ['/b', '/a', '/c']
  expect(await after(0)).toEqual(['post'])
})

test('PURGE-17: of several instances one purges them, and what another one noticed is not lost', async () => {
  surroundings.changed('post')
  isClaimed = true
  expect(await after(60)).toEqual([])
  isClaimed = false
  expect(await after(0)).toEqual(['post'])
})
