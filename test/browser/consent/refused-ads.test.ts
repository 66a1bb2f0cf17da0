import type { Page } from 'playwright-core'
import {
  ARTICLE,
  type ConsentSite,
  changeLink,
  question,
  questionShows,
  settings,
  startConsentSite,
  withProperty,
} from '../../support/consent-site.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../../support/layout-shift.ts'
import { untilQuiet } from '../../support/until-quiet.ts'

const NETWORK = { GAM_NETWORK_CODE: '123' }

const sites = {} as Record<'own' | 'preset', ConsentSite>
beforeAll(async () => {
  sites.own = await startConsentSite({ ...NETWORK, CONSENT_MODE: 'own' })
  sites.preset = await startConsentSite({ ...NETWORK, CONSENT_MODE: 'preset' })
})
afterAll(async () => {
  for (const site of Object.values(sites)) await site.close()
})

const PAGES = [
  ['akademia', '/'],
  ['akademia', ARTICLE],
  ['akademia', '/kategoria/edukacja'],
  ['bizblog', '/'],
  ['post', '/'],
  ['autoblog', '/'],
  ['rozrywka', '/'],
] as const

interface Places {
  count: number
  height: number
}

const placesOf = (page: Page, from = 0): Promise<Places> =>
  page.evaluate((top) => {
    const boxes = [...document.querySelectorAll('.ad')].map((ad) => ad.getBoundingClientRect())
    const shown = boxes.filter((box) => box.height > 0 && box.top >= top)
    return { count: shown.length, height: shown.reduce((sum, { height }) => sum + height, 0) }
  }, from)
const NONE: Places = { count: 0, height: 0 }

const stored = (page: Page, choice: object) =>
  page.addInitScript((text) => localStorage.setItem('consent', text), JSON.stringify(choice))
const refusal = (until = Date.now() + 86_400_000) => ({
  granted: {},
  refused: ['advertising', 'embeds'],
  withSignal: false,
  until,
})

test.each(PAGES)(
  '%s%s has no place of an advertisement after a stored refusal, and nothing moves (ADS-19)',
  async (service, path) => {
    const open = (prepare?: (page: Page) => Promise<unknown>) =>
      sites.own.open(path, {
        service,
        context: {},
        prepare: async (page) => {
          await recordShifts(page)
          await prepare?.(page)
        },
      })
    const undecided = await open()
    const reserved = await placesOf(undecided)
    expect(reserved.count).toBeGreaterThan(0)
    await undecided.close()
    const page = await open((one) => stored(one, refusal()))
    expect(await placesOf(page)).toEqual(NONE)
    await scrollToEnd(page, { most: 24 })
    const articles = await page.locator('[data-article]').count()
    expect(articles > 1).toBe(path === ARTICLE)
    expect(await placesOf(page, -1e6)).toEqual(NONE)
    expect(await shiftsOf(page)).toEqual([])
    console.info(`${service}${path}: ${reserved.count} places, ${reserved.height} px; after a refusal none`)
    await page.close()
  },
)

test.each(['akademia', 'bizblog', 'post', 'autoblog', 'rozrywka'])(
  'the home of %s begins with a story (ADS-20)',
  async (service) => {
    const page = await sites.own.open('/', { service })
    const isFirst = await page.evaluate(() => {
      const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? 0
      return top('.card') < top('.ad')
    })
    expect(isFirst).toBe(true)
    await page.close()
  },
)

test('the places close at the click that refuses, without a shift, and open at one that accepts (ADS-19)', async () => {
  const page = await sites.own.open('/', { context: {}, prepare: recordShifts })
  await questionShows(page)
  await question(page).getByRole('button', { name: 'Nie zgadzam się' }).click()
  await question(page).waitFor({ state: 'hidden' })
  expect(await placesOf(page, -1e6)).toEqual(NONE)
  expect((await shiftsOf(page)).filter(({ hadRecentInput }) => !hadRecentInput)).toEqual([])
  // The dialogue fades out first.
  await untilQuiet(page)
  await changeLink(page).click()
  await settings(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
  await settings(page).waitFor({ state: 'hidden' })
  expect((await placesOf(page, -1e6)).count).toBeGreaterThan(5)
  await page.close()
})

test('an expired refusal, and one from before a new party, leaves the places to the question (ADS-19)', async () => {
  const granted = { ...refusal(), granted: { advertising: [] }, refused: [] }
  for (const choice of [refusal(Date.now() - 1), granted]) {
    const page = await sites.own.open('/', { context: {}, prepare: (one) => stored(one, choice) })
    await questionShows(page)
    expect((await placesOf(page)).count).toBeGreaterThan(5)
    await page.close()
  }
})

test.each(['own', 'preset'] as const)(
  'the signal of the browser refuses too, with consent %s (ADS-19, CONS-21)',
  async (mode) => {
    const page = await sites[mode].open('/', {
      context: {},
      prepare: async (one) => {
        await withProperty(one)
        await recordShifts(one)
      },
    })
    expect(await placesOf(page)).toEqual(NONE)
    await untilQuiet(page)
    expect([await placesOf(page), await shiftsOf(page)]).toEqual([NONE, []])
    await page.close()
  },
)

test('a signal that scripts do not see closes the places below the screen, and nothing moves (ADS-19)', async () => {
  const page = await sites.own.open(ARTICLE, {
    context: { extraHTTPHeaders: { 'sec-gpc': '1' } },
    prepare: recordShifts,
  })
  const height = page.viewportSize()?.height ?? 0
  await page.waitForFunction((attribute) => document.documentElement.hasAttribute(attribute), 'data-no-ads')
  expect([await placesOf(page, height), await shiftsOf(page)]).toEqual([NONE, []])
  await page.close()
})
