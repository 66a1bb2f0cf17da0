import type { Page } from 'playwright-core'
import {
  ARTICLE,
  AUDIENCE,
  COMMENTS,
  type ConsentSite,
  changeLink,
  chosen,
  EMBEDS,
  EVERYTHING,
  GPT,
  GTAG,
  layer,
  PUSH,
  question,
  questionShows,
  SDK,
  settings,
  settle,
  startConsentSite,
  withProperty,
} from '../../support/consent-site.ts'

let site: ConsentSite
beforeAll(async () => {
  site = await startConsentSite({ ...EVERYTHING, CONSENT_MODE: 'own' })
})
beforeEach(() => {
  site.foreign.length = 0
  site.errors.length = 0
})
afterAll(() => site.close())

const PAGES = [
  ['/', undefined],
  [ARTICLE, undefined],
  [EMBEDS, 'post'],
  ['/kategoria/edukacja', undefined],
  ['/prywatnosc-i-pliki-cookie', undefined],
] as const
/** A profile without an earlier choice. */
const fresh = (path: string, service?: string, prepare?: (page: Page) => Promise<unknown>, context = {}) =>
  site.open(path, { context, ...(service && { service }), ...(prepare && { prepare }) })
const unique = (urls: readonly string[]) => [...new Set(urls)].toSorted()

describe('0 requests of third parties, everything configured (CONS-8)', () => {
  test.each(PAGES)('before a choice, after a refusal and after Escape: %s', async (path, service) => {
    const expectNoneAfter = async (page: Page, refusal: Promise<void>): Promise<void> => {
      await refusal
      await question(page).waitFor({ state: 'hidden' })
      await settle(page)
      await page.reload()
      await settle(page)
      expect(site.thirdParties()).toEqual([])
      expect(await question(page).count()).toBe(0)
      expect(await chosen(page)).toMatchObject({ granted: {}, withSignal: false })
      await page.close()
    }
    const [refusing, leaving] = await Promise.all([fresh(path, service), fresh(path, service)])
    await Promise.all([questionShows(refusing), questionShows(leaving)])
    await settle(refusing)
    expect(site.thirdParties()).toEqual([])
    await Promise.all([
      expectNoneAfter(refusing, question(refusing).getByRole('button', { name: 'Nie zgadzam się' }).click()),
      expectNoneAfter(leaving, leaving.keyboard.press('Escape')),
    ])
    expect(site.errors).toEqual([])
  })

  test.each([
    ['a property that scripts see', withProperty, {}],
    ['a header alone', undefined, { extraHTTPHeaders: { 'sec-gpc': '1' } }],
  ] as const)('with Global Privacy Control, as %s: no question either (CONS-21)', async (_name, prepare, context) => {
    await Promise.all(
      PAGES.map(async ([path, service]) => {
        const page = await fresh(path, service, prepare, context)
        await settle(page)
        expect([path, await page.getByRole('dialog').count(), site.thirdParties()]).toEqual([path, 0, []])
        expect(await chosen(page)).toBeNull()
        await page.close()
      }),
    )
  })

  test('a signal that came after a consent withdraws it; a choice made in spite of it counts (CONS-21)', async () => {
    const page = await fresh(ARTICLE, undefined, withProperty)
    await page.evaluate(() => {
      const until = Date.now() + 86_400_000
      const granted = { measurement: ['google-analytics', 'marfeel', 'measurement audience.example'] }
      localStorage.setItem('consent', JSON.stringify({ granted, refused: [], withSignal: false, until }))
    })
    await page.reload()
    await settle(page)
    expect(site.thirdParties()).toEqual([])
    await changeLink(page).click()
    await settings(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
    await settle(page)
    expect(unique(site.thirdParties())).toContain(GTAG)
    expect(await chosen(page)).toMatchObject({ withSignal: true })
    site.foreign.length = 0
    await page.reload()
    await settle(page)
    expect(unique(site.thirdParties())).toContain(GTAG)
    await page.close()
  })

  test('without JavaScript nothing loads, and the page says so (CONS-26)', async () => {
    for (const [path, service] of PAGES) {
      const page = await fresh(path, service, undefined, { javaScriptEnabled: false })
      await page.waitForTimeout(300)
      expect(site.thirdParties()).toEqual([])
      expect(await page.getByRole('contentinfo').textContent()).toContain(
        'Bez JavaScriptu usługi partnerów się nie wczytują.',
      )
      await changeLink(page).click()
      await page.waitForURL('**/prywatnosc-i-pliki-cookie#zgoda')
      expect(await page.getByRole('main').textContent()).toContain(
        'Bez JavaScriptu żadna usługa partnerów się nie wczytuje.',
      )
      expect(await page.getByRole('main').getByRole('link', { name: 'Zmień zgodę' }).isVisible()).toBe(false)
      await page.close()
    }
  })
})

describe('what a choice lets load', () => {
  test('everything, once: Consent Mode is denied before the first script of Google’s, and updated after the choice (CONS-20)', async () => {
    const order: unknown[][] = []
    const page = await fresh(ARTICLE, undefined, async (page) => {
      await page.exposeFunction('noted', (entry: unknown[]) => void order.push(entry))
      // The layer as the libraries see it: each command at its time, among the requests.
      await page.addInitScript(() => {
        const entries: unknown[] = []
        const push = entries.push.bind(entries)
        entries.push = (...added) => {
          for (const one of added) {
            const [command, kind, state] = Array.from(one as ArrayLike<unknown>)
            ;(window as unknown as { noted(entry: unknown[]): void }).noted([command, kind, state])
          }
          return push(...added)
        }
        window.dataLayer = entries
      })
      page.on('request', (request) => {
        const { host } = new URL(request.url())
        if (/google|doubleclick/.test(host)) order.push(['request', host])
      })
    })
    await questionShows(page)
    const before = await layer(page)
    const denied = {
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'denied',
    }
    expect(before).toEqual([['consent', 'default', { ...denied, wait_for_update: 500 }]])
    await question(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
    await settle(page)
    expect(unique(site.thirdParties())).toEqual(
      expect.arrayContaining([GTAG, GPT, SDK, PUSH, AUDIENCE, COMMENTS].toSorted()),
    )
    const commands = order.map(([command, kind]) => (command === 'consent' ? `${command} ${kind}` : String(command)))
    const firstRequest = commands.indexOf('request')
    expect(commands.indexOf('consent default')).toBe(0)
    expect(commands.indexOf('consent update')).toBe(1)
    expect(firstRequest).toBeGreaterThan(1)
    expect(order[1]?.[2]).toEqual({
      ad_storage: 'granted',
      ad_user_data: 'granted',
      ad_personalization: 'granted',
      analytics_storage: 'granted',
    })
    await page.close()
  })

  test('one category by itself: its own third parties and no others (CONS-7, CONS-17)', async () => {
    const page = await fresh(ARTICLE)
    await questionShows(page)
    await question(page).getByRole('button', { name: 'Chcę wybrać' }).click()
    const boxes = settings(page).getByRole('checkbox')
    await boxes.first().waitFor()
    expect(await boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).checked))).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
    await settings(page).getByRole('checkbox', { name: 'Pomiar oglądalności' }).check()
    await settings(page).getByRole('button', { name: 'Zapisz wybór' }).click()
    await settle(page)
    expect(unique(site.thirdParties())).toEqual([AUDIENCE, SDK, GTAG].toSorted())
    expect((await layer(page)).filter(([command]) => command === 'consent').at(-1)?.[2]).toEqual({
      ad_storage: 'denied',
      ad_user_data: 'denied',
      ad_personalization: 'denied',
      analytics_storage: 'granted',
    })
    expect(await chosen(page)).toMatchObject({
      granted: { measurement: ['google-analytics', 'marfeel', 'measurement audience.example'] },
      refused: ['advertising', 'notifications', 'comments', 'embeds'],
    })
    // The next page asks nothing, and loads no dialogue.
    await page.goto(site.origin() + ARTICLE)
    await settle(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    // And which revision was read, by the portal itself (CORR-5).
    const stored = await page.evaluate(() => Object.keys(localStorage).toSorted())
    expect(stored.filter((key) => key !== 'revisions')).toEqual(['consent'])
    await page.close()
  })

  test('a click on embedded content asks, and loads it after consent alone (CONS-18)', async () => {
    const page = await fresh(EMBEDS, 'post')
    await questionShows(page)
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(400)
    const button = page.locator('[data-embed] button').first()
    await button.click()
    await settings(page).waitFor()
    expect(site.thirdParties()).toEqual([])
    await settings(page).getByRole('checkbox', { name: 'Treści osadzone z innych serwisów' }).check()
    await settings(page).getByRole('button', { name: 'Zapisz wybór' }).click()
    await page.waitForFunction(() => document.querySelector('[data-embed] iframe'))
    expect(site.thirdParties()).toHaveLength(1)
    await page.close()
  })
})

describe('a withdrawal (CONS-22)', () => {
  test('ends what runs, in this tab and in others, and deletes what known third parties have stored', async () => {
    const page = await fresh(ARTICLE)
    await questionShows(page)
    await question(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
    await settle(page)
    const other = await page.context().newPage()
    await other.goto(site.origin() + ARTICLE)
    await settle(other)
    await other
      .context()
      .addCookies(['_ga_TEST123', '__gads', 'kept'].map((name) => ({ name, value: '1', url: site.origin() })))
    await other.evaluate(() => Object.assign(window, { isOld: true }))
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    site.foreign.length = 0
    await changeLink(page).click()
    await settings(page).getByRole('button', { name: 'Nie zgadzam się' }).click()
    for (const tab of [page, other]) await tab.waitForFunction(() => !('isOld' in window))
    await settle(page)
    await settle(other)
    expect(site.thirdParties()).toEqual([])
    expect(await other.evaluate(() => document.cookie)).toBe('kept=1')
    await other.close()
    await page.close()
  })

  test('of one category leaves what the others let load', async () => {
    const page = await fresh(ARTICLE)
    await questionShows(page)
    await question(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
    await settle(page)
    await changeLink(page).click()
    await settings(page).getByRole('checkbox', { name: 'Reklamy' }).uncheck()
    await page.evaluate(() => Object.assign(window, { isOld: true }))
    site.foreign.length = 0
    await settings(page).getByRole('button', { name: 'Zapisz wybór' }).click()
    await page.waitForFunction(() => !('isOld' in window))
    await settle(page)
    expect(unique(site.thirdParties())).toContain(GTAG)
    expect(unique(site.thirdParties())).not.toContain(GPT)
    await page.close()
  })
})

test('where storage is forbidden, a choice is for one document (CONS-19)', async () => {
  const page = await fresh(ARTICLE, undefined, (page) =>
    page.addInitScript(() => {
      const refuse = (): never => {
        throw new DOMException('no', 'SecurityError')
      }
      for (const name of ['getItem', 'setItem', 'removeItem'] as const) Storage.prototype[name] = refuse
    }),
  )
  await questionShows(page)
  await question(page).getByRole('button', { name: 'Zgadzam się', exact: true }).click()
  await settle(page)
  expect(unique(site.thirdParties())).toContain(GTAG)
  site.foreign.length = 0
  await page.reload()
  await questionShows(page)
  expect(site.thirdParties()).toEqual([])
  await page.close()
})
