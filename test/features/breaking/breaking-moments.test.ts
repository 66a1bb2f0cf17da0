import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type BreakingNews, followBreakingNews } from '../../../src/features/breaking/breaking-news.ts'
import type { Purge } from '../../../src/purge/purge.ts'
import { services } from '../../content/world.ts'
import { until } from '../../support/until.ts'

/** What is planned does not wait for a look (BREAK-2, BREAK-4): there is none within an hour here. */

const HOUR = 3_600_000
const { post } = services
const iso = (at: number): string => new Date(at).toISOString()

let folder: string
let news: BreakingNews
let purges: Array<{ at: number; purge: Purge }>
let reads: number

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaking-moments-'))
  ;[purges, reads] = [[], 0]
})
afterEach(async () => {
  news.close()
  await rm(folder, { recursive: true })
})

async function follow(text: string): Promise<void> {
  await writeFile(join(folder, 'breaking.yaml'), text)
  const fail = (problem: unknown): void => {
    throw problem
  }
  news = await followBreakingNews({
    folder,
    services: { post: { ...post, breaking: { tag: 'pilne', hours: 2 } } },
    reader: () => ({
      archive: async () => {
        reads += 1
        return { missing: true as const }
      },
    }),
    purge: async (purge) => void purges.push({ at: Date.now(), purge }),
    onBadFile: fail,
    onError: fail,
    interval: HOUR,
  })
}

test('a line of the file begins and ends at its time, pages are stale then, and no cache keeps them longer', async () => {
  // Written times have no parts of a second.
  const begins = 1000 * Math.ceil(Date.now() / 1000 + 0.5)
  const ends = begins + 1000
  await follow(`- { text: Zaraz, link: /zaraz, from: "${iso(begins)}", until: "${iso(ends)}" }\n`)
  expect(news.stateOf(post)).toEqual({ line: undefined, until: begins })
  await until(
    () => purges,
    ({ length }) => length > 0,
  )
  expect(purges[0]?.purge).toMatchObject({ service: 'post', only: 'surroundings' })
  const late = (purges[0]?.at ?? 0) - begins
  expect([late >= 0, late < 250]).toEqual([true, true])
  expect(news.stateOf(post)).toMatchObject({ line: { text: 'Zaraz' }, until: ends })
  await wait(ends - Date.now() + 5)
  expect(news.stateOf(post)).toEqual({ line: undefined, until: undefined })
})

test('articles of its tag are read again when content has changed, once for many changes', async () => {
  await follow('')
  await until(
    () => reads,
    (count) => count === 1,
  )
  for (let change = 0; change < 50; change++) news.contentChanged()
  await until(
    () => reads,
    (count) => count > 1,
  )
  await wait(300)
  expect(reads).toBe(2)
})
