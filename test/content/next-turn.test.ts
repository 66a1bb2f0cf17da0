import { setImmediate as nextTurn } from 'node:timers/promises'
import { createEmbeddedSource } from '../src/cms/embedded/embedded.ts'
import { nextTurn } from '../../src/content/steps.ts'
import { createServices } from '../src/services/table.ts'
import { ROOT } from './support/root.ts'

test('what asks at once goes on one by one, in order, with a turn of the event loop in between (COST-58)', async () => {
  const gone: number[] = []
  for (let n = 0; n < 5; n++) void nextTurn().then(() => gone.push(n))
  const counts: number[] = []
  while (gone.length < 5) {
    await nextTurn()
    counts.push(gone.length)
  }
  for (const [index, count] of counts.entries()) expect(count - (counts[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  expect(gone).toEqual([0, 1, 2, 3, 4])
})

test('the index of a search is made of one article after the other: others are answered meanwhile (COST-58)', async () => {
  const source = createEmbeddedSource(`${ROOT}/newsroom`, (error) => {
    throw error
  })
  const { akademia } = createServices()
  await source.archive(akademia, 'category', 'najnowsze', 0)
  let turns = 0
  let isSearching = true
  const count = (): void => {
    turns += 1
    if (isSearching) setImmediate(count)
  }
  count()
  const { json } = await source.search(akademia, 'klucz', 1)
  isSearching = false
  expect(json).toMatchObject({ posts: expect.arrayContaining([expect.anything()]) })
  expect(turns).toBeGreaterThan(40)
})
