import type { Page } from 'playwright-core'
import { EVERY_BLOCK_ARTICLE, SHARED_BLOCKS } from '../support/fixtures/every-block.ts'
import { playGpt } from '../support/gpt-stand-in.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { scrollOn } from '../support/page-signals.ts'
import { type Site, startSites } from '../support/site.ts'

const WIDTHS = [360, 1280] as const
const EVERY_BLOCK_PATH = '/2026/03/kazdy-blok'
/** Delay of search results. Milliseconds. */
const SEARCH_DELAY = 1500
/** At the end of a page, for what comes late. Milliseconds. */
const REST = 600
/** Steps on a page that goes on with further articles: two of them are appended by then. */
const ON_ENDLESS = 40
const TEST_TIME = 120_000

const adSlot = (key: number) => ({
  adUnit: `/9/slot_${key}`,
  active: true,
  adSizes: { desktop: [[970, 250]], tablet: [[728, 90]], mobile: [[300, 250]] },
  adHigh: { desktop: 250, tablet: 90, mobile: 250 },
})
const ADVERTISED = {
  ...EVERY_BLOCK_ARTICLE,
  relative_link: EVERY_BLOCK_PATH,
  next_posts_for_this_post: ['/2026/03/kolejny'],
  ad_slots: {
    ...Object.fromEntries([0, 1, 2].map((key) => [key, adSlot(key)])),
    3: { ...adSlot(3), addStick: true, adHigh: { desktop: 90, tablet: 90, mobile: 100 } },
  },
}

let hub: HubServer
let site: Site
let advertising: Site
beforeAll(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const [, ref] = /\/block\/(\w+)$/.exec(path) ?? []
    if (ref !== undefined && SHARED_BLOCKS.has(ref)) return { body: JSON.stringify(SHARED_BLOCKS.get(ref)) }
    if (path.endsWith(`/post${EVERY_BLOCK_PATH}`)) return { body: JSON.stringify(ADVERTISED) }
    if (!path.endsWith('/post/2026/03/kolejny')) return undefined
    return { body: JSON.stringify({ ...ADVERTISED, ID: 78, relative_link: '/2026/03/kolejny', title: 'Kolejny' }) }
  })
  const settings = { CONTENT: 'hub', CMS_URL: hub.url, GAM_NETWORK_CODE: '123456' }
  ;({ site, advertising } = await startSites({ site: {}, advertising: settings }))
})
afterAll(async () => {
  await site.close()
  await advertising.close()
  await hub.close()
})

const results = (page: Page) => page.locator('.list-posts .card-title')

interface StillOptions {
  service?: string
  /** Steps, for endless pages. */
  most?: number
  prepare?: (page: Page) => Promise<unknown>
  /** Before the page is scrolled to its end. */
  act?: (page: Page) => Promise<unknown>
}

/** Scrolls a page to its end, prints its layout shifts and expects none. */
async function expectStill(
  on: Site,
  path: string,
  width: number,
  { service, most, prepare, act }: StillOptions = {},
): Promise<Page> {
  const page = await on.open(path, {
    width,
    ...(service !== undefined && { service }),
    prepare: async (page) => {
      await recordShifts(page)
      await prepare?.(page)
    },
  })
  await act?.(page)
  const steps = await scrollToEnd(page, { rest: REST, ...(most !== undefined && { most }) })
  const shifts = await shiftsOf(page)
  const sum = (counted: typeof shifts): number => counted.reduce((total, { value }) => total + value, 0)
  const still = shifts.filter(({ hadRecentInput }) => !hadRecentInput)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  console.info(
    `${service ?? 'akademia'} ${path} at ${width}: shift ${sum(still)} (${sum(shifts)} with input), ${steps} steps, ${height} px`,
  )
  expect(shifts).toEqual([])
  return page
}

describe.each(WIDTHS)('scrolled to its end at %i, nothing shifts (SEARCH-5, MARK-1):', (width) => {
  // Side by side: a page that scrolls mostly waits.
  test.concurrent.each([
    ['/', 'akademia'],
    ['/', 'post'],
    ['/', 'plus'],
    ['/', 'rozrywka'],
    ['/', 'bizblog'],
    ['/', 'autoblog'],
    ['/kategoria/edukacja', 'akademia'],
    ['/kategoria/najnowsze/page/2', 'akademia'],
    ['/tag/bitcoin', 'akademia'],
    ['/author/ida-korczyk', 'akademia'],
    ['/2026/10/co-naprawde-obiecuje-klodka', 'plus'],
    ['/search', 'akademia'],
    ['/search?s=qqxxyyzz', 'akademia'],
    ['/search?s=klucz&page=3', 'akademia'],
    ['/o-nas', 'akademia'],
    ['/polityka-prywatnosci', 'post'],
  ])(
    '%s of %s',
    async (path, service) => {
      await (await expectStill(site, path, width, { service })).close()
    },
    TEST_TIME,
  )

  test.concurrent.each([
    ['/2026/02/blockchain-skrot-blok-lancuch', 'akademia'],
    ['/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', 'post'],
  ])(
    '%s of %s, with further articles',
    async (path, service) => {
      const page = await expectStill(site, path, width, {
        service,
        most: ON_ENDLESS,
        // Who is at the end of a short page before an article is there sees the footer go.
        act: async (page) => {
          const isThere = page.waitForResponse(/\/fragment\//)
          await page.mouse.wheel(0, 60)
          await (await isThere).finished()
        },
      })
      expect(await page.locator('[data-article]').count()).toBeGreaterThan(1)
      await page.close()
    },
    TEST_TIME,
  )

  test.concurrent(
    'a page that does not exist',
    async () => {
      await (await expectStill(site, '/nie-ma', width, { most: 8 })).close()
    },
    TEST_TIME,
  )

  test.concurrent(
    'a search with delayed results',
    async () => {
      const page = await expectStill(site, '/search?s=klucz', width, {
        prepare: (page) =>
          page.route('**/search/klucz/*', async (route) => {
            await new Promise((resolve) => setTimeout(resolve, SEARCH_DELAY))
            await route.continue()
          }),
        // The end of the page rests while results are on their way.
        act: (page) => scrollOn(page, async () => (await results(page).count()) > 20, 600, 500),
      })
      expect(await results(page).count()).toBeGreaterThan(20)
      await page.close()
    },
    TEST_TIME,
  )

  test.concurrent(
    'an article with every block, late advertisements and a further article (ADS-6)',
    async () => {
      const page = await expectStill(advertising, EVERY_BLOCK_PATH, width, { most: 90, prepare: playGpt })
      expect(await page.locator('[data-filled]').count()).toBeGreaterThan(1)
      expect(await page.locator('[data-article]').count()).toBe(2)
      await page.close()
    },
    TEST_TIME,
  )
})

test('a layout shift would be detected', async () => {
  const page = await site.open('/o-nas', { prepare: recordShifts })
  await page.waitForTimeout(700)
  await page.evaluate(() => {
    const box = document.createElement('div')
    box.style.height = '200px'
    document.querySelector('main')?.prepend(box)
  })
  await page.waitForFunction(() => (window.layoutShifts?.length ?? 0) > 0)
  await page.close()
})
