import type { Card } from '../../src/content/card.ts'
import { isMissing } from '../../src/content/repository.ts'
import { createContentCache } from '../../src/sources/cache/content-cache.ts'
import { type ContentRepositories, createContentRepositories } from '../../src/sources/content-repositories.ts'
import { createHubSource } from '../../src/sources/hub/hub.ts'
import { imagesOn, services } from '../content/world.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'

const { akademia } = services
const COUNT = 5
const SECOND = 1000
const POST = '/wp-json/hub/v2/post'
const LIST = '/wp-json/hub/v2/taxonomy/category/najnowsze/0'
const BLOCK = '/wp-json/hub/v2/block/9'
const DAY = '2026-03-05 07:00:00'

let now: number
let hub: HubServer
let repositories: ContentRepositories
/** Of the article with that number, in the list and as a whole. */
let revised: Map<number, string>
/** Whether a list says when its articles were revised. */
let isDated: boolean
/** The body of the first article. */
let first: object[]
/** The text of the shared block. */
let shared: string

const paragraph = { blockName: 'core/paragraph', attrs: {}, innerHTML: '<p>Tekst.</p>', innerBlocks: [] }

function post(number: number, isListed: boolean): object {
  const date = revised.get(number) ?? '2026-03-05 08:00:00'
  return {
    ...{ ID: 100 + number, type: 'post', title: `Tekst ${number}`, relative_link: `/2026/03/tekst-${number}` },
    ...{ publication_date: DAY, ...((isDated || !isListed) && { post_generated_date: date }) },
    ...(!isListed && { seo: {}, fields: [], blocks: number === 0 ? first : [paragraph] }),
  }
}

beforeEach(async () => {
  ;[now, revised, isDated, first, shared] = [0, new Map(), false, [paragraph], 'Ramka']
  hub = await startHub(undefined, ({ path }) => {
    const number = Number(/tekst-(\d+)$/.exec(path)?.[1])
    if (path.startsWith(POST)) return { body: JSON.stringify(post(number, false)) }
    const posts = Array.from({ length: COUNT }, (_, index) => post(index, true))
    const list = { type: 'category', name: 'Najnowsze', blocks: [], posts, sumOfPosts: COUNT, postPerPage: 10 }
    if (path === LIST) return { body: JSON.stringify(list) }
    const inner = { ...paragraph, innerHTML: `<p>${shared}</p>` }
    const block = { blockName: 'core/block', attrs: { ref: 9 }, innerHTML: '', innerBlocks: [inner] }
    return path === BLOCK ? { body: JSON.stringify(block) } : undefined
  })
  repositories = createContentRepositories({
    source: createHubSource({ bizblog: hub.url }),
    cache: createContentCache(
      () => {},
      () => now,
    ),
    services,
    images: imagesOn(),
    cmsUrls: { akademia: hub.url },
    report: () => {},
  })
})
afterEach(() => hub.close())

/** Reads the texts of a feed as its refresh does. @returns numbers of the articles that were called */
async function called(): Promise<number[]> {
  const reader = repositories.reader(akademia, { revalidate: true })
  const list = await reader.archive('category', 'najnowsze', 0)
  const cards: readonly Card[] = isMissing(list) ? [] : list.cards
  expect(cards).toHaveLength(COUNT)
  const before = hub.calls.length
  const texts = await reader.articles(
    cards.map(({ link }) => link.href),
    cards,
  )
  expect(texts.map((text) => text !== undefined && !isMissing(text) && text.title)).toEqual(
    cards.map(({ title }) => title),
  )
  const paths = hub.calls.slice(before).map(({ path }) => path)
  return paths.flatMap((path) => (path.startsWith(POST) ? Number(/\d+$/.exec(path)?.[0]) : [])).toSorted()
}

const ALL = [0, 1, 2, 3, 4]
const purgeOf = (number: number) =>
  repositories.expire({ service: 'akademia', paths: [], tags: [`post-${100 + number}`] })

test('texts of a hub that neither dates its lists nor purges are called again for each feed (SRC-61)', async () => {
  expect(await called()).toEqual(ALL)
  expect(await called()).toEqual([])
  now += 31 * SECOND
  expect(await called()).toEqual(ALL)
})

test('a purge of one text costs a feed that one, and the others stay for 10 minutes (SRC-61)', async () => {
  await called()
  purgeOf(3)
  expect(await called()).toEqual([3])
  now += 300 * SECOND
  purgeOf(2)
  expect(await called()).toEqual([2])
  now += 301 * SECOND
  expect(await called()).toEqual([0, 1, 3, 4])
})

test.each([
  ['of all', undefined],
  ['of lists alone', { service: 'akademia', paths: [], tags: ['category-x'] }],
])('a purge %s may be about any text', async (_name, purge) => {
  await called()
  purgeOf(3)
  await called()
  repositories.expire(purge)
  expect(await called()).toEqual(ALL)
})

test('dates in a list stand for the texts, without any purge (SRC-61)', async () => {
  isDated = true
  await called()
  now += 61 * SECOND
  expect(await called()).toEqual([])
  revised.set(1, '2026-03-06 08:00:00')
  now += 61 * SECOND
  expect(await called()).toEqual([1])
  now += 61 * SECOND
  expect(await called()).toEqual([])
})

test('a text with a shared block is called again after a purge when the block is another one', async () => {
  first = [{ blockName: 'core/block', attrs: { ref: 9 }, innerHTML: '', innerBlocks: [] }]
  await called()
  purgeOf(3)
  const before = hub.countOf(BLOCK)
  expect(await called()).toEqual([3])
  expect(hub.countOf(BLOCK)).toBe(before + 1)
  shared = 'Nowa ramka'
  purgeOf(4)
  expect(await called()).toEqual([0, 4])
})

test('a text whose coverage goes on is called for each feed', async () => {
  isDated = true
  first = [
    {
      ...{ blockName: 'core/group', attrs: { className: 'live-update' }, innerHTML: '<div></div>' },
      innerBlocks: [
        { blockName: 'core/heading', attrs: {}, innerHTML: '<h3>10:00 Początek</h3>', innerBlocks: [] },
        paragraph,
      ],
    },
  ]
  await called()
  now += 31 * SECOND
  expect(await called()).toEqual([0])
})
