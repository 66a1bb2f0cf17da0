import { createFigures, milliseconds } from '../support/figures.ts'
import {
  HEAVY_ADS,
  HEAVY_ARTICLES,
  HEAVY_HOMES,
  HEAVY_LISTS,
  HEAVY_SEARCH,
  SHARED_BLOCK,
} from '../support/fixtures/heavy-content.ts'
import type { PortalProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { ARTICLE_CALLS, articlePath, NEWEST_CALL, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const TEST_TIME = 300_000
/** The longest block that is allowed (COST-1), in milliseconds; times fail at five times the limit. */
const LIMIT = 200
const PATIENCE = 5

/** The longest block of the event loop since it was asked for last. */
async function longestBlock(portal: PortalProcess): Promise<number> {
  const told = () => portal.lines().filter((line) => 'longestBlock' in line)
  const before = told().length
  portal.child.kill('SIGUSR2')
  const lines = await until(told, (found) => found.length > before, 60_000)
  return Number(lines.at(-1)?.longestBlock)
}

/** Asks for addresses one by one; the longest block of each, and their statuses. */
async function measured(portal: PortalProcess, name: string, addresses: readonly string[], paged: boolean) {
  const blocks: number[] = []
  for (const address of addresses) {
    const { status } = await portal.ask(address)
    blocks.push(await longestBlock(portal))
    expect([name, address, status, portal.child.exitCode]).toEqual([name, address, paged ? 200 : 503, null])
  }
  figures.add(name, blocks.map(milliseconds).join(', '), `${LIMIT} ms`)
  expect([name, Math.max(...blocks) < LIMIT * PATIENCE]).toEqual([name, true])
}

/** Too many values for an answer (COST-11): no page, but a clear failure. */
const REFUSED = new Set(['JSON-LD of 5 MB', '2,000,000 empty lists'])
/** Nothing of them is cut: what is shown is all there is. */
const WHOLE = new Set(['groups nested 1,000 deep', 'half characters in 200,000 texts', '50,000 advertising slots'])

test(
  'no article blocks the event loop, on its page, in AMP, as a fragment or in feeds; what is cut is told of (COST-1, COST-10)',
  () =>
    withStage({ preload: 'loop-delay.mjs' }, async ({ hub, portal }) => {
      hub.misbehave(`/wp-json/hub/v2/block/${SHARED_BLOCK.id}`, { body: JSON.stringify(SHARED_BLOCK.json()) })
      const base = JSON.parse(await (await fetch(`${hub.url}${ARTICLE_CALLS}${articlePath(1)}`)).text())
      await portal.status(articlePath(1))
      await longestBlock(portal)
      const cards: object[] = []
      for (const [index, [name, make]] of Object.entries(HEAVY_ARTICLES).entries()) {
        const path = articlePath(1000 + index)
        const article = { ...base, ...make(), relative_link: path, ID: 1000 + index }
        hub.misbehave(ARTICLE_CALLS + path, { body: JSON.stringify(article) })
        await measured(portal, name, [path, `/wp-json/amp/v2/post${path}`, `/fragment${path}`], !REFUSED.has(name))
        cards.push({ ...base, blocks: undefined, relative_link: path, ID: 1000 + index })
        if (WHOLE.has(name) || REFUSED.has(name)) continue
        const lines = portal.lines().filter(({ call, msg }) => msg === 'content' && String(call).endsWith(path))
        if (!/code|headings|combining|chapters/.test(name)) expect([name, lines.length > 0]).toEqual([name, true])
        expect([name, lines.length <= 21]).toEqual([name, true])
      }
      const newest = JSON.parse(await (await fetch(`${hub.url}${NEWEST_CALL}`)).text())
      hub.misbehave(NEWEST_CALL, {
        body: JSON.stringify({ ...newest, posts: cards, sumOfPosts: cards.length, postPerPage: 100 }),
      })
      await portal.ask('/ops/purge')
      const category = '/wp-json/hub/v2/taxonomy/category/ciezkie/0'
      hub.misbehave(category, {
        body: JSON.stringify({ ...newest, posts: cards, sumOfPosts: cards.length, postPerPage: 100 }),
      })
      await longestBlock(portal)
      await measured(
        portal,
        'feeds of all of them',
        ['/api/feed/feed-gn?cat=ciezkie', '/api/feed/rss?cat=ciezkie'],
        true,
      )
    }),
  TEST_TIME,
)

test(
  'no home page, list, search or table of advertisements blocks the event loop (COST-1)',
  async () => {
    for (const [name, make] of Object.entries(HEAVY_HOMES)) {
      await withStage(
        {
          preload: 'loop-delay.mjs',
          prepare: (hub) =>
            hub.misbehaveAll(({ path }) => (path.includes('/page/') ? { body: JSON.stringify(make()) } : undefined)),
        },
        async ({ portal }) => {
          await longestBlock(portal)
          await measured(portal, name, ['/'], true)
        },
      )
    }
    await withStage({ preload: 'loop-delay.mjs' }, async ({ hub, portal }) => {
      await portal.status('/')
      await longestBlock(portal)
      for (const [index, [name, make]] of Object.entries(HEAVY_LISTS).entries()) {
        hub.misbehave(`/wp-json/hub/v2/taxonomy/category/lista-${index}/0`, { body: JSON.stringify(make()) })
        await measured(portal, name, [`/kategoria/lista-${index}`, `/api/feed/feed-gn?cat=lista-${index}`], true)
      }
      hub.misbehave('/wp-json/hub/v2/search/wiele/1', { body: JSON.stringify(HEAVY_SEARCH()) })
      await measured(portal, 'a search that finds 3,000 posts', ['/search?s=wiele', '/search/wiele/1'], true)
    })
    await withStage(
      {
        preload: 'loop-delay.mjs',
        variables: { ADS: 'on' },
        prepare: (hub) => hub.misbehave('/wp-json/ad-menager/v2/ads/all', { body: JSON.stringify(HEAVY_ADS()) }),
      },
      async ({ portal }) => {
        await measured(portal, 'a table of 100,000 advertising slots', ['/', articlePath(3)], true)
      },
    )
  },
  TEST_TIME,
)
