import type { Locator, Page } from 'playwright-core'
import { GPT_HOST, gptCalls, playGpt } from '../support/gpt-stand-in.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { recordSignals, scrollOn } from '../support/page-signals.ts'
import { type OpenOptions, type Site, startSites } from '../support/site.ts'

const [FIRST, SECOND] = ['/2026/03/pierwszy', '/2026/03/drugi']
const WITH_STICKY = '/2026/03/przyklejony'
const PLACED = '/2026/03/lokowanie'

const slot = (adUnit: string, more: object = {}) => ({
  adUnit,
  active: true,
  adSizes: {
    desktop: [
      [728, 90],
      [970, 250],
    ],
    tablet: [
      [728, 90],
      [300, 250],
    ],
    mobile: [
      [320, 100],
      [300, 250],
    ],
  },
  adHigh: { desktop: 250, tablet: 250, mobile: 250 },
  ...more,
})
const slotsOf = (name: string, more: object = {}) => ({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((key) => [key, slot(`/9/${name}_${key}`)])),
  ...more,
})
const paragraph = (words: string) => ({
  blockName: 'core/paragraph',
  attrs: [],
  innerHTML: `<p>${words}</p>`,
  innerBlocks: [],
})
const text = (name: string) => Array.from({ length: 12 }, (_, n) => paragraph(`${name}, akapit ${n}. `.repeat(25)))
const article = (path: string, fields: object = {}) => {
  const name = path.split('/').pop() ?? ''
  return {
    ID: path.length,
    title: `Tytuł: ${name}`,
    relative_link: path,
    publication_date: '2026-03-03T10:00:00+01:00',
    blocks: text(name),
    ad_slots: slotsOf(name),
    ...fields,
  }
}
const ARTICLES = [
  article(FIRST, { next_posts_for_this_post: [SECOND] }),
  article(SECOND, { next_posts_for_this_post: [FIRST] }),
  article(WITH_STICKY, {
    next_posts_for_this_post: [SECOND],
    ad_slots: { 3: slot('stopka', { addStick: '1', adSizes: { desktop: [[970, 90]] }, adHigh: { desktop: 90 } }) },
  }),
  article(PLACED, { nrm_product_placement: true, nrm_product_placement_ads: { 2: true } }),
]
const block = (blockType: string, attrs: object) => ({
  blockType,
  blockName: `acf/${blockType}`,
  attrs,
  innerHTML: '',
  innerBlocks: [],
})
const home = (id: string, fields: object = {}) => ({
  ID: id,
  page_slug: 'home-krypto',
  nrm_ad_code: 'kod-2026_a',
  blocks: [
    paragraph('Krótki początek.'),
    block('ad-slot', { active: true, adUnit: '/9/home_2' }),
    ...text('środek').slice(0, 6),
    block('ad-slot', { active: true, adUnit: '/9/home_7' }),
    block('ad-slot', { active: true, adUnit: '/9/nieznany' }),
    ...text('koniec').slice(0, 4),
  ],
  ad_slots: {
    2: slot('/9/home_2'),
    7: slot('/9/home_7'),
    screaning: slot('/9/screaning'),
    welcome: slot('/9/welcome', { active: false }),
  },
  ...fields,
})
/** Home pages: akademia is full-screen by its id, the others by a flag or not at all. */
const HOMES: Record<string, object> = {
  5257367: home('5257367'),
  1001: home('1001', { screaningOn: '1' }),
  1002: home('1002', { screaningOn: true }),
  1003: home('1003', { screaningOn: '0', nrm_ad_code: 'kod głośny' }),
  1004: home('1004', {
    blocks: [
      block('ad-slot', { active: true, adUnit: '/9/szeroki' }),
      ...text('początek').slice(0, 2),
      block('ad-slot', { active: true, adUnit: '/9/przyklejony' }),
      ...text('koniec').slice(0, 2),
    ],
    ad_slots: {
      2: slot('/9/szeroki', { adSizes: { desktop: [[970, 250]], tablet: [], mobile: [] } }),
      7: slot('/9/przyklejony', { addStick: true, adSizes: { desktop: [[728, 90]] } }),
    },
  }),
}
/** The ad table of the CMS: every slot that a page does not define is inactive. */
const KEYS = [...Array.from({ length: 11 }, (_, key) => key), 'screaning', 'welcome', 'adex']
const TABLE = Object.fromEntries(KEYS.map((key) => [key, slot(`/9/tabela_${key}`, { active: false })]))
const WIDTHS = [1280, 900, 390] as const

let hub: HubServer
let site: Site
/** Without an advertiser, with readers to ask, and of the newsroom with an advertiser and without. */
let others: Record<'bare' | 'asking' | 'newsroom' | 'plain', Site>
beforeAll(async () => {
  hub = await startHub(undefined, ({ path }) => {
    const article = ARTICLES.find(({ relative_link }) => path.endsWith(`/post${relative_link}`))
    const page = HOMES[/\/page\/(\d+)$/.exec(path)?.[1] ?? '']
    const table = path.endsWith('/ads/all') ? TABLE : undefined
    return article || page || table ? { body: JSON.stringify(article ?? page ?? table) } : undefined
  })
  const network = { GAM_NETWORK_CODE: '123456' }
  const ofHub = { CONTENT: 'hub', CMS_URL: hub.url, SERVICE_URL_POST: 'https://post.example' }
  ;({ site, ...others } = await startSites({
    site: { ...ofHub, ...network },
    bare: ofHub,
    asking: { ...ofHub, ...network, CONSENT_MODE: 'cmp' },
    newsroom: network,
    plain: {},
  }))
})
afterAll(async () => {
  for (const one of [site, ...Object.values(others)]) await one.close()
  await hub.close()
})

async function open(path: string, options: OpenOptions = {}, on = site): Promise<Page> {
  return on.open(path, {
    ...options,
    prepare: async (page) => {
      await recordSignals(page)
      await playGpt(page)
      await options.prepare?.(page)
    },
  })
}
const unitsOf = async (page: Page, name: string): Promise<unknown[]> =>
  (await gptCalls(page, name)).map(({ args }) => args[0])
const isCalled = (page: Page, name: string) =>
  page.waitForFunction((n) => window.gptCalls?.some((c) => c.name === n), name)
/** Excludes messages about the service worker, which these tests block, and of the provider itself. */
const isOurs = (line: string): boolean =>
  !line.includes('Service Worker registration blocked') && !line.startsWith('https://securepubads.g.doubleclick.net/')
const shift = (page: Page): Promise<number> => page.evaluate(() => window.signals.shift)
const isInView = (page: Page, path: string) => async () => new URL(page.url()).pathname === path

describe("the server's HTML", () => {
  test('has empty ad slots and nothing of the provider (ADS-6)', async () => {
    const { text: html } = await site.portal.get(FIRST)
    const places = [...html.matchAll(/<div role="group" class="ad[^>]*data-ad=[^>]*><\/div>/g)]
    expect(places).toHaveLength(4)
    expect(html).not.toMatch(/googletag|gpt\.js|doubleclick|<iframe/)
  })

  test('has no advertising on plus, home and article', async () => {
    for (const path of ['/', FIRST]) {
      const { status, text: html } = await site.portal.get(path, { host: 'plus.localhost' })
      expect([status, /data-ad|class="ad/.test(html)]).toEqual([200, false])
    }
  })

  test('has no advertising when nothing is configured, and the browser requests nothing', async () => {
    const { bare } = others
    bare.foreign.length = 0
    for (const path of ['/', FIRST]) {
      const { status, text: html } = await bare.portal.get(path)
      expect([status, /data-ad|class="ad/.test(html)]).toEqual([200, false])
      const page = await open(path, {}, bare)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(500)
      expect(await gptCalls(page)).toEqual([])
      await page.close()
    }
    expect(bare.foreign).toEqual([])
  })

  test('the text is the same with and without ad slots', async () => {
    const bodyOf = async (on: Site) =>
      /<div class="article-body">.*?<footer/s.exec((await on.portal.get(FIRST)).text)?.[0]
    const withPlaces = await bodyOf(site)
    expect(withPlaces?.replaceAll(/<div role="group" class="ad[^>]*><\/div>/g, '')).toBe(await bodyOf(others.bare))
  })

  test('ad slots are invisible without a script and on paper', async () => {
    const page = await site.open(FIRST, { context: { javaScriptEnabled: false } })
    expect(await page.locator('.ad').first().isVisible()).toBe(false)
    await page.close()
    const printed = await open(FIRST)
    await printed.emulateMedia({ media: 'print' })
    expect(await printed.locator('.ad').first().isVisible()).toBe(false)
    await printed.close()
  })
})

test.each(WIDTHS)('filling every slot with its largest size causes no layout shift, at %i (ADS-6)', async (width) => {
  const page = await open(FIRST, { width })
  await isCalled(page, 'refresh')
  await scrollOn(
    page,
    async () => (await page.locator('[data-article]').count()) > 1 && (await isInView(page, SECOND)()),
  )
  await scrollOn(page, async () => false, 900, 12)
  expect(await page.locator('[data-filled]').count()).toBe(4)
  const places = await page.$$eval('.ad', (ads) => ads.map((ad) => [ad.clientHeight, ad.scrollHeight]))
  expect(places).toEqual(places.map(() => [320, 320]))
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(await shift(page)).toBe(0)
  await page.close()
})

test.each(WIDTHS)('nor do the slots of the home page, at %i', async (width) => {
  const page = await open('/', { width })
  await isCalled(page, 'refresh')
  await scrollOn(page, async () => false, 500, 14)
  expect(await page.locator('.home-block [data-filled]').count()).toBe(2)
  expect(await shift(page)).toBe(0)
  await page.close()
})

test('the library is initialised and refreshed once: lazy loading, single request, nothing collapsed (ADS-15)', async () => {
  const page = await open(FIRST)
  await isCalled(page, 'refresh')
  const calls = await gptCalls(page)
  expect(calls.find(({ name }) => name === 'enableLazyLoad')?.args).toEqual([
    { fetchMarginPercent: 300, renderMarginPercent: 100, mobileScaling: 1 },
  ])
  const names = calls.map(({ name }) => name)
  expect(names.filter((name) => /^(enable|refresh|collapse)/.test(name))).toEqual([
    'enableSingleRequest',
    'enableLazyLoad',
    'enableServices',
    'refresh',
  ])
  expect(await unitsOf(page, 'defineSlot')).toEqual([0, 1, 2, 3].map((key) => `/9/pierwszy_${key}`))
  expect(await unitsOf(page, 'display')).toEqual([true, true, true, true])
  await page.close()
})

const SIZES = slot('').adSizes

test.each([
  [1200, 'desktop'],
  [1199, 'tablet'],
  [768, 'tablet'],
  [767, 'mobile'],
] as const)('sizes of a page depend on the device: %i is %s (ADS-18)', async (width, device) => {
  const page = await open('/', { width })
  await isCalled(page, 'defineSlot')
  expect((await gptCalls(page, 'defineSlot'))[0]?.args).toEqual(['/9/home_2', SIZES[device]])
  await page.close()
})

test.each([
  [1200, 'desktop'],
  [1199, 'mobile'],
  [768, 'mobile'],
] as const)('sizes of an article are mobile sizes up to 1199 px: %i is %s (CARD-24)', async (width, device) => {
  const page = await open(FIRST, { width })
  await isCalled(page, 'defineSlot')
  expect((await gptCalls(page, 'defineSlot'))[0]?.args).toEqual(['/9/pierwszy_0', SIZES[device]])
  await page.close()
})

test('only the article in view has slots; they are destroyed when it leaves and defined again when it returns (ADS-16)', async () => {
  const page = await open(FIRST)
  const units = (name: string) => [0, 1, 2, 3].map((key) => `/9/${name}_${key}`)
  await isCalled(page, 'refresh')
  await scrollOn(page, isInView(page, SECOND))
  await isCalled(page, 'destroySlots')
  expect(await unitsOf(page, 'destroySlots')).toEqual([units('pierwszy')])
  expect(await unitsOf(page, 'refresh')).toEqual([units('pierwszy'), units('drugi')])
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForFunction(() => window.gptCalls?.filter(({ name }) => name === 'refresh').length === 3)
  expect(await unitsOf(page, 'destroySlots')).toEqual([units('pierwszy'), units('drugi')])
  expect((await unitsOf(page, 'refresh'))[2]).toEqual(units('pierwszy'))
  await page.waitForTimeout(300)
  expect(await shift(page)).toBe(0)
  await page.close()
})

test('a sticky slot overlays the page; 3000 ms after its definition it can be closed permanently (ADS-17)', async () => {
  const page = await open(WITH_STICKY, {
    prepare: (page) =>
      page.addInitScript(() => {
        new MutationObserver(() => {
          if (document.querySelector('.ad-close')) (window as { closeAt?: number }).closeAt ??= performance.now()
        }).observe(document, { childList: true, subtree: true })
      }),
  })
  await isCalled(page, 'defineSlot')
  expect((await gptCalls(page, 'defineSlot'))[0]?.args[0]).toBe('/123456/stopka')
  const box = page.getByRole('group', { name: 'Reklama' })
  await box.waitFor()
  const [at, size] = [await box.boundingBox(), page.viewportSize()]
  expect([at?.height, (at?.y ?? 0) + (at?.height ?? 0)]).toEqual([110, size?.height])
  const close = page.getByRole('button', { name: 'Zamknij reklamę' })
  expect(await close.count()).toBe(0)
  await close.waitFor()
  const closeAt = await page.evaluate(() => (window as { closeAt?: number }).closeAt ?? 0)
  const delay = closeAt - ((await gptCalls(page, 'defineSlot'))[0]?.at ?? 0)
  expect(delay).toBeGreaterThanOrEqual(2990)
  expect(delay).toBeLessThan(3500)
  await close.click()
  expect(await box.isVisible()).toBe(false)
  await scrollOn(page, isInView(page, SECOND))
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForFunction(() => window.gptCalls?.filter(({ name }) => name === 'destroySlots').length === 2)
  expect((await unitsOf(page, 'defineSlot')).filter((unit) => unit === '/123456/stopka')).toHaveLength(1)
  expect(await shift(page)).toBe(0)
  await page.close()
})

test('product placement blocks other advertisers, except in a slot whose key inverts the flag', async () => {
  const page = await open(PLACED)
  await isCalled(page, 'refresh')
  expect(await unitsOf(page, 'defineSlot')).toEqual(['/9/lokowanie_2'])
  await page.close()
})

const CODE = [['ad_code', 'kod-2026_a']]
test.each([
  ['akademia', 'by its id', ['/9/screaning'], CODE],
  ['post', 'by its flag', ['/9/screaning'], CODE],
  ['rozrywka', 'not at all', [], []],
])('ADS-5, ADS-10: the home page of %s is full-screen %s, with its key-values', async (service, _how, units, code) => {
  const page = await open('/', { service })
  await isCalled(page, 'refresh')
  expect(await unitsOf(page, 'defineOutOfPageSlot')).toEqual(units)
  expect(await unitsOf(page, 'refresh')).toEqual([[...units, '/9/home_2', '/9/home_7']])
  expect((await gptCalls(page, 'setTargeting')).map(({ args }) => args)).toEqual([
    ['page_slug', ['home', 'krypto']],
    ...code,
  ])
  await page.close()
})

test.each([
  [1280, true],
  [900, false],
  [390, false],
])('ADS-1: a slot without sizes for a device takes no space there, nor do its surroundings: %i', async (width, is) => {
  const page = await open('/', { service: 'autoblog', width })
  const blocks = page.locator('.home-block')
  const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN
  const padding = await page.locator('.page.home').evaluate((home) => getComputedStyle(home).paddingTop)
  const above = (await topOf(blocks.first())) - (await topOf(page.locator('.page.home'))) - Number.parseFloat(padding)
  // The slot, the bottom margin of a block and the gap to the next one.
  expect([await page.locator('.ad').first().isVisible(), above]).toEqual([is, is ? 320 + 8 + 48 : 0])
  // The sticky slot between the two others overlays the page.
  expect(await blocks.evaluateAll((all) => all.map((one) => getComputedStyle(one).paddingTop))).toEqual(['0px', '48px'])
  expect(await page.locator('.ad.is-sticky').count()).toBe(1)
  await page.close()
})

describe('ADS-14: the newsroom', () => {
  const ARTICLE = '/2026/11/multisig-dwa-z-trzech'
  const KEYS_OF_HOME = KEYS.slice(0, 11)

  test.each([1280, 390])(
    'shows every slot of its services and shifts nothing when a network is configured: %i',
    async (width) => {
      const { newsroom } = others
      const page = await open('/', { service: 'akademia', width }, newsroom)
      await isCalled(page, 'refresh')
      expect(await unitsOf(page, 'refresh')).toEqual([
        [...['adex', 'screaning', 'welcome'], ...KEYS_OF_HOME].map((key) => `/123456/bizblog/home_${key}`),
      ])
      expect(await page.locator('.ad').evaluateAll((ads) => ads.map((ad) => ad.className))).toEqual(
        KEYS_OF_HOME.map((key) => `ad needs-consent needs-script home-ad-${key}`),
      )
      await scrollOn(page, async () => false, 700, 14)
      expect(await page.locator('.page [data-filled]').count()).toBe(11)
      expect(await shift(page)).toBe(0)
      await page.close()
      const single = await open(ARTICLE, { service: 'akademia', width }, newsroom)
      await isCalled(single, 'refresh')
      expect((await unitsOf(single, 'refresh'))[0]).toEqual(
        ['adex', 'screaning', 'welcome', 0, 1, 2, 3].map((key) => `/123456/bizblog/single_${key}`),
      )
      await single.close()
    },
  )

  test('reserves no space when none is', async () => {
    const { text: html } = await others.plain.portal.get('/', { host: 'akademia.localhost' })
    expect(/data-ad|class="ad|home-ad-/.test(html)).toBe(false)
  })
})

describe('when consent is required', () => {
  const calls = (page: Page, requests: string[]) =>
    page.on('request', (request) => {
      if (!request.url().startsWith(others.asking.origin())) requests.push(new URL(request.url()).host)
    })
  const openConsentSite = async (requests: string[]) =>
    open(FIRST, { prepare: async (page) => void calls(page, requests) }, others.asking)

  test('nothing is requested before consent; the consent event loads the provider', async () => {
    const requests: string[] = []
    const page = await openConsentSite(requests)
    await scrollOn(page, async () => false, 300, 10)
    await page.waitForTimeout(800)
    expect(requests).toEqual([])
    await page.evaluate(() =>
      dispatchEvent(
        new CustomEvent('szpalta:consent', { detail: { consent: true, comments: false, audience: false } }),
      ),
    )
    await isCalled(page, 'refresh')
    expect(requests).toEqual(['securepubads.g.doubleclick.net'])
    await page.waitForTimeout(500)
    expect(await shift(page)).toBe(0)
    await page.close()
  })

  test('a refusal blocks the provider', async () => {
    const requests: string[] = []
    const page = await openConsentSite(requests)
    await page.evaluate(() => dispatchEvent(new CustomEvent('szpalta:consent', { detail: { consent: false } })))
    await page.waitForTimeout(800)
    expect(requests).toEqual([])
    await page.close()
  })

  test('the decision of a consent platform counts', async () => {
    const requests: string[] = []
    const page = await open(
      FIRST,
      {
        prepare: async (page) => {
          calls(page, requests)
          await page.addInitScript(() => {
            window.__tcfapi = (_command, _version, callback = () => {}) => {
              setTimeout(() => callback({ eventStatus: 'cmpuishown' }, true), 100)
              Object.assign(window, {
                agree: () =>
                  callback(
                    {
                      eventStatus: 'useractioncomplete',
                      purpose: { consents: { 1: true, 2: true, 7: true } },
                      vendor: { consents: { 755: true } },
                    },
                    true,
                  ),
              })
            }
          })
        },
      },
      others.asking,
    )
    await page.waitForFunction(() => 'agree' in window)
    await page.waitForTimeout(500)
    expect(requests).toEqual([])
    await page.evaluate(() => (window as unknown as { agree(): void }).agree())
    await isCalled(page, 'refresh')
    await page.close()
  })
})

describe('a provider that is (VIEW-6)', () => {
  const javascript = (body: string) => ({ contentType: 'text/javascript', body })
  const BROKEN = {
    blocked: (page: Page) => page.route(GPT_HOST, (route) => route.abort('blockedbyclient')),
    missing: (page: Page) => page.route(GPT_HOST, (route) => route.fulfill({ status: 503, body: '' })),
    'another library': (page: Page) =>
      page.route(GPT_HOST, (route) =>
        route.fulfill(javascript('const q = googletag.cmd; googletag = { cmd: 7, pubads: 1 }; for (const f of q) f()')),
      ),
    'a library that throws': (page: Page) =>
      page.route(GPT_HOST, (route) =>
        route.fulfill(
          javascript(`const q = googletag.cmd, no = () => { throw new Error('no') };
            Object.assign(googletag, { pubads: no, defineSlot: no, enableServices: no, display: no, destroySlots: no,
              cmd: { push: no } });
            for (const f of q) f()`),
        ),
      ),
    'no script at all': (page: Page) =>
      page.route(GPT_HOST, (route) => route.fulfill(javascript('<!doctype html><title>Nie</title>'))),
  }

  test.concurrent.each(Object.keys(BROKEN) as Array<keyof typeof BROKEN>)('%s breaks nothing else', async (kind) => {
    const thrown: string[] = []
    const logged: string[] = []
    const page = await open(FIRST, {
      prepare: async (page) => {
        await BROKEN[kind](page)
        page.on('pageerror', (error) => thrown.push(`${error.name}: ${error.stack ?? ''}`))
        page.on('console', (message) => logged.push(`${message.location().url} ${message.text()}`))
      },
    })
    await page.waitForTimeout(800)
    await scrollOn(page, isInView(page, SECOND))
    await page.waitForTimeout(300)
    expect(await shift(page)).toBe(0)
    expect(logged.filter(isOurs)).toEqual([])
    // A SyntaxError for a response that is not a script is about the provider, unless it names a file of ours.
    expect(thrown.filter((error) => !error.includes('SyntaxError') || error.includes('/assets/'))).toEqual([])
    await page.close()
  })

  test('so late that the reader is in the next article fills slots whose space was reserved', async () => {
    let come = (): void => {}
    const isComing = new Promise<void>((resolve) => {
      come = resolve
    })
    const page = await open(FIRST, {
      prepare: (page) =>
        page.route(GPT_HOST, async (route) => {
          await isComing
          await route.fallback()
        }),
    })
    await scrollOn(page, isInView(page, SECOND))
    expect(await gptCalls(page)).toEqual([])
    come()
    await isCalled(page, 'refresh')
    expect(await unitsOf(page, 'refresh')).toEqual([[0, 1, 2, 3].map((key) => `/9/drugi_${key}`)])
    await page.waitForTimeout(500)
    expect(await shift(page)).toBe(0)
    await page.close()
  })
})

test('no script of the portal failed', () => {
  expect(site.errors.filter((error) => !error.includes("Unexpected token '<'"))).toEqual([])
  expect(site.portal.errors()).toEqual([])
})
