import { setTimeout as wait } from 'node:timers/promises'
import { createFigures, milliseconds, percentile } from '../support/figures.ts'
import type { Behaviour } from '../support/hub-server.ts'
import { read } from '../support/readers.ts'
import { ARTICLE_CALLS, articlePath, STALE, warm, withStage } from './stage.ts'

const figures = createFigures()
afterAll(() => figures.print())

const TEST_TIME = 90_000
/** Readers of stale pages, one page each. */
const CROWD = 420
/** Ten failing URLs open the breaker, and one more call may be under way (RES-1). */
const MAX_ARTICLES = 10 + 1
/** Until the third URL has failed the first two are tried again, where the status allows it (RES-4). */
const MAX_SECOND_TRIES = 2
/**
 * Secondary lists of pages that were begun until then (RES-4): two pages at a time, and one more for each of
 * the first two failures.
 */
const MAX_LISTS = 4

// Both kinds: statuses with a second try, and without.
test.each([500, 503])(
  `${CROWD} readers of as many stale pages of a CMS that was well a moment ago and answers %i to everything cost it a handful of calls (RES-1, RES-4)`,
  (status) =>
    withStage({ clock: true }, async ({ hub, portal }) => {
      const paths = Array.from({ length: CROWD }, (_, index) => articlePath(index))
      await warm(portal, paths)
      hub.misbehaveAll({ status })
      await portal.moveClock({ pass: STALE })
      const before = hub.calls.length
      const { statuses, times } = await read({ port: portal.port, readers: CROWD, pathOf: (index) => paths[index] })
      // Refreshes continue after their readers have left.
      await wait(1000)
      const calls = hub.calls.slice(before).map(({ path }) => path)
      const articles = calls.filter((path) => path.startsWith(ARTICLE_CALLS))
      const urls = new Set(articles).size
      const secondTries = articles.length - urls
      const lists = new Set(calls).size - urls
      figures.add(
        `CMS answers ${status}, ${CROWD} readers of as many stale pages`,
        `${statuses[200]} x 200, p99 ${milliseconds(percentile(times, 0.99))}, ${calls.length} calls: ${urls} articles, ${secondTries} of them twice, ${lists} lists`,
        `all 200, <= ${MAX_ARTICLES} articles, ${MAX_SECOND_TRIES} of them twice, ${MAX_LISTS} lists`,
      )
      expect(statuses).toEqual({ 200: CROWD })
      expect(urls).toBeLessThanOrEqual(MAX_ARTICLES)
      expect(secondTries).toBeLessThanOrEqual(status === 503 ? MAX_SECOND_TRIES : 0)
      expect(lists).toBeLessThanOrEqual(MAX_LISTS)
    }),
  TEST_TIME,
)

const BAD = articlePath(1)
/** All URLs that show the same article, or a part of it. */
const FORMS = [
  `${BAD}.html`,
  BAD,
  `${BAD}/`,
  `${BAD}.html?utm_source=news&gclid=1`,
  `${BAD}.html?cokolwiek=1`,
  `/wp-json/amp/v2/post${BAD}`,
  `/amp${BAD}`,
  `/fragment${BAD}`,
  `/fragment${BAD}.html`,
]

test.each<[string, Behaviour]>([
  ['HTTP 500', { status: 500 }],
  ['HTTP 503, which is tried twice', { status: 503 }],
  ['garbage', { body: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)) }],
  ['what is no HTTP', { manner: 'babble' }],
  ['a cut connection', { manner: 'cut' }],
  ['no answer', { manner: 'hang' }],
])(
  'one article that the CMS answers with %s, requested a hundred times in all its forms, alone and among others, closes no other (RES-1)',
  (fault, behaviour) =>
    withStage({}, async ({ hub, portal }) => {
      await warm(portal, ['/'])
      hub.misbehave(ARTICLE_CALLS + BAD, behaviour)
      const form = (index: number): string => FORMS[index % FORMS.length] ?? BAD
      // One after the other, or all at once when each takes long.
      if (behaviour.manner === 'hang') await Promise.all(Array.from({ length: 100 }, (_, n) => portal.status(form(n))))
      else for (let nth = 0; nth < 100; nth++) await portal.status(form(nth))
      const alone = hub.countOf(ARTICLE_CALLS + BAD)
      const { status } = await portal.ask(articlePath(2000))
      const among = await Promise.all(
        Array.from({ length: 100 }, async (_, nth) => {
          const path = nth % 4 === 0 ? articlePath(1000 + nth) : form(nth)
          return nth % 4 === 0 ? await portal.status(path) : portal.status(path).then(() => 200)
        }),
      )
      figures.add(
        `one article: ${fault}, 100 times`,
        `${alone} calls for it; another, unread: ${status}; breaker ${portal.output.includes('"breaker"') ? 'opened' : 'closed'}`,
        '200, closed',
      )
      expect([status, new Set(among)]).toEqual([200, new Set([200])])
      expect(alone).toBeGreaterThan(0)
      expect(portal.lines().filter(({ msg, state }) => msg === 'breaker' && state === 'open')).toEqual([])
    }),
  TEST_TIME,
)

test(
  'any number of failing articles closes no other while some succeed (RES-1)',
  () =>
    withStage({}, async ({ hub, portal }) => {
      await warm(portal, ['/'])
      hub.misbehaveAll(({ path }) => {
        const [, number] = /artykul-(\d+)$/.exec(path) ?? []
        return number !== undefined && Number(number) >= 1000 ? { status: 500 } : undefined
      })
      // Every eighth request is for a page that works.
      const { statuses } = await read({
        port: portal.port,
        readers: 1,
        pathOf: (index) => (index < 400 ? articlePath(index % 8 === 7 ? index : 1000 + index) : undefined),
      })
      figures.add('350 failing articles among 50 others', `${statuses[200]} x 200, ${statuses[503]} x 503`, '50, 350')
      expect(statuses).toEqual({ 200: 50, 503: 350 })
    }),
  TEST_TIME,
)
