import { createFigures } from '../support/figures.ts'
import type { HubServer } from '../support/hub-server.ts'
import type { PortalProcess } from '../support/process.ts'
import { ARTICLE_CALLS, articlePath, articleText, HOUR, STALE, warm, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const DAY = 24 * HOUR
const TEST_TIME = 30_000

/** Changes the text of an article in the CMS. */
async function rewrite(hub: HubServer, path: string, from: string, to: string): Promise<void> {
  const file = await (await fetch(`${hub.url}${ARTICLE_CALLS}${path}`)).text()
  hub.misbehave(ARTICLE_CALLS + path, { body: file.replaceAll(from, to) })
}

/** Requests repeatedly until the response contains a text; returns whether it did. */
async function shows(portal: PortalProcess, path: string, text: string): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    const response = await portal.ask(path)
    expect(response.status).toBe(200)
    if (response.text.includes(text)) return true
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return false
}

test.each([
  ['back', -DAY],
  ['forward', DAY],
  ['back by a year', -365 * DAY],
  ['forward by a year', 365 * DAY],
])(
  'a clock that is set a day %s keeps no page longer and discards none',
  (direction, jump) =>
    withStage({ clock: true }, async ({ hub, portal }) => {
      const paths = [articlePath(3), articlePath(4)]
      await warm(portal, ['/', ...paths])
      await portal.moveClock({ jump })
      await warm(portal, ['/', ...paths])
      // Two minutes later every page is stale.
      await rewrite(hub, articlePath(3), articleText(3), 'Po zmianie ')
      await portal.moveClock({ pass: STALE })
      const isRefreshed = await shows(portal, articlePath(3), 'Po zmianie ')
      // And while the CMS is unavailable, stored pages stand in.
      hub.misbehaveAll({ status: 500 })
      await portal.moveClock({ pass: STALE })
      const kept = await portal.ask(articlePath(4))
      figures.add(`clock ${direction}`, `refreshed ${isRefreshed}, kept ${kept.status}`, 'true, 200')
      expect(isRefreshed).toBe(true)
      expect([kept.status, kept.text.includes(articleText(4))]).toEqual([200, true])
    }),
  TEST_TIME,
)

test.each([
  ['back by a year', -365 * DAY],
  ['forward by a year', 365 * DAY],
])(
  'a clock that is set %s affects no content either, without a page cache (RES-7)',
  (direction, jump) =>
    withStage({ clock: true, variables: { PAGE_CACHE: 'off' } }, async ({ hub, portal }) => {
      const [changed, kept] = [articlePath(3), articlePath(4)]
      await warm(portal, ['/', changed, kept])
      await portal.moveClock({ jump })
      await rewrite(hub, changed, articleText(3), 'Po zmianie ')
      await portal.moveClock({ pass: STALE })
      const isRefreshed = await shows(portal, changed, 'Po zmianie ')
      hub.misbehaveAll({ status: 500 })
      const ofNow = await portal.ask(kept)
      await portal.moveClock({ pass: DAY })
      const tooOld = await portal.status(kept)
      figures.add(
        `clock ${direction}, content only`,
        `refreshed ${isRefreshed}, kept ${ofNow.status}, a day later ${tooOld}`,
        'true, 200, 503',
      )
      expect(isRefreshed).toBe(true)
      expect([ofNow.status, ofNow.text.includes(articleText(4)), tooOld]).toEqual([200, true, 503])
    }),
  TEST_TIME,
)

test(
  'a purge works after the clock was set back',
  () =>
    withStage({ clock: true, variables: { PURGE_TOKEN: 'purge-token' } }, async ({ hub, portal }) => {
      const path = articlePath(5)
      await warm(portal, [path])
      await portal.moveClock({ jump: -DAY })
      await rewrite(hub, path, articleText(5), 'Po zmianie ')
      const { status } = await portal.ask('/ops/purge', {
        method: 'POST',
        headers: { authorization: 'Bearer purge-token', 'content-type': 'application/json' },
        body: JSON.stringify({ paths: [path] }),
      })
      expect(status).toBe(200)
      expect(await shows(portal, path, 'Po zmianie ')).toBe(true)
    }),
  TEST_TIME,
)

test(
  'articles of a CMS whose clock is a day ahead are shown everywhere',
  () =>
    withStage({ newest: Date.now() + DAY }, async ({ portal }) => {
      const documents = ['/api/feed/feed-gn', '/api/feed/rss', '/sitemap.xml', '/news-sitemap.xml']
      await warm(portal, [
        '/',
        articlePath(0),
        '/kategoria/edukacja',
        `/wp-json/amp/v2/post${articlePath(0)}`,
        ...documents,
      ])
      expect((await portal.ask(articlePath(0))).text.includes(articleText(0))).toBe(true)
      figures.add('CMS a day ahead', 'pages, AMP, feed and maps 200', 'all 200')
    }),
  TEST_TIME,
)
