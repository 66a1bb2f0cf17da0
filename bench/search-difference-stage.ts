/** The stage of `search:difference`. */

import { services } from '../test/content/world.ts'
import { type Difference, differences, halfListed, repositoriesOf } from '../test/support/hub-and-index.ts'
import { foundByHub, hubOf } from '../test/support/hub-newsroom.ts'
import { startHub } from '../test/support/hub-server.ts'

type Row = [state: string, queries: number, matches: number, missing: number, repeated: number]

export async function measure(): Promise<Row[]> {
  const articles = halfListed()
  const hub = await startHub(undefined, hubOf(articles))
  const rowOf = (state: string, all: readonly Difference[]): Row => [
    state,
    all.length,
    all.reduce((sum, { query }) => sum + foundByHub(articles, query).length, 0),
    all.reduce((sum, { missing }) => sum + missing.length, 0),
    all.reduce((sum, { repeated }) => sum + repeated.length, 0),
  ]
  try {
    const without = repositoriesOf(hub.url, { most: 0 })
    const before = rowOf('incomplete', await differences(without.reader(services.akademia), articles))
    without.close()
    let complete = (): void => {}
    const completion = new Promise<void>((resolve) => {
      complete = resolve
    })
    const withIndex = repositoriesOf(hub.url, { onComplete: complete })
    await withIndex.reader(services.akademia).search('początek', 1)
    await completion
    withIndex.expire()
    const after = rowOf('complete', await differences(withIndex.reader(services.akademia), articles))
    withIndex.close()
    return [before, after]
  } finally {
    await hub.close()
  }
}
