import { messages } from '../support/customer-site.ts'
import { createFigures } from '../support/figures.ts'
import {
  HEAVY_ADS,
  HEAVY_ARTICLES,
  HEAVY_HOMES,
  HEAVY_LISTS,
  HEAVY_SEARCH,
  KNOWN_UNIT,
  SHARED_BLOCK,
  saidOf,
} from '../support/fixtures/heavy-content.ts'
import { longestBlock, measured } from './blocked-loop.ts'
import { ARTICLE_CALLS, articlePath, NEWEST_CALL, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const TEST_TIME = 300_000
/** Too many values for a response (COST-11): no page, but a clear failure. */
const REFUSED = new Set(['JSON-LD of 5 MB', '2,000,000 empty lists'])
test(
  'no article blocks the event loop, on its page, in AMP, as a fragment or in feeds; cuts are logged (COST-1, COST-10)',
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
        await measured(
          portal,
          figures,
          name,
          [path, `/wp-json/amp/v2/post${path}`, `/fragment${path}`],
          REFUSED.has(name) ? 503 : 200,
        )
        cards.push({ ...base, blocks: undefined, relative_link: path, ID: 1000 + index })
        if (REFUSED.has(name)) continue
        const lines = portal.lines().filter(({ call, msg }) => msg === 'content' && String(call).endsWith(path))
        expect([name, lines.length <= 21]).toEqual([name, true])
        const said = saidOf(name, article.blocks.length)
        if (said === 'whole') {
          expect([name, lines]).toEqual([name, []])
          continue
        }
        const [field, kind] = said
        const line = expect.objectContaining({ call: `GET ${ARTICLE_CALLS}${path}`, field, kind })
        expect([name, lines]).toEqual([name, expect.arrayContaining([line])])
        if (field === 'blocks' && kind.includes('cut'))
          expect((await portal.ask(path)).text).toContain(messages.article.cut)
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
      const feeds = ['/api/feed/feed-gn?cat=ciezkie', '/api/feed/rss?cat=ciezkie']
      await measured(portal, figures, 'feeds of all of them', feeds)
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
          await measured(portal, figures, name, ['/'])
        },
      )
    }
    await withStage({ preload: 'loop-delay.mjs' }, async ({ hub, portal }) => {
      await portal.status('/')
      await longestBlock(portal)
      for (const [index, [name, make]] of Object.entries(HEAVY_LISTS).entries()) {
        hub.misbehave(`/wp-json/hub/v2/taxonomy/category/lista-${index}/0`, { body: JSON.stringify(make()) })
        await measured(portal, figures, name, [`/kategoria/lista-${index}`, `/api/feed/feed-gn?cat=lista-${index}`])
      }
      hub.misbehave('/wp-json/hub/v2/search/wiele/1', { body: JSON.stringify(HEAVY_SEARCH()) })
      await measured(portal, figures, 'a search that finds 3,000 posts', ['/search?s=wiele', '/search/wiele/1'])
    })
    await withStage(
      {
        preload: 'loop-delay.mjs',
        variables: { GAM_NETWORK_CODE: '123' },
        prepare: (hub) => hub.misbehave('/wp-json/ad-menager/v2/ads/all', { body: JSON.stringify(HEAVY_ADS()) }),
      },
      async ({ portal }) => {
        await longestBlock(portal)
        await measured(portal, figures, 'a table of 50,000 advertising slots', [articlePath(3), '/'])
        expect((await portal.ask(articlePath(3))).text.includes(KNOWN_UNIT)).toBe(true)
      },
    )
  },
  TEST_TIME,
)
