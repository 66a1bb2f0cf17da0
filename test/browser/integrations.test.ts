import type { Page } from 'playwright-core'
import { recordSignals } from '../support/page-signals.ts'
import { type OpenOptions, type Site, startSites } from '../support/site.ts'
import { untilQuiet, watchRequests } from '../support/until-quiet.ts'

const ARTICLE = '/2026/05/pierwsza-wyplata-z-gieldy'
const EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'
const GTAG = 'https://www.googletagmanager.com/gtag/js?id=G-TEST123'
const SDK = 'https://sdk.mrf.io/statics/marfeel-sdk.js?id=1234'
const PUSH = 'https://push.example/sdk.js'
const AUDIENCE = 'https://audience.example/measure.js'
const COMMENTS = 'https://komentarze.example/js/embed.min.js'
const ALL = {
  GA_MEASUREMENT_ID: 'G-TEST123',
  MARFEEL_ACCOUNT_ID: '1234',
  PUSH_SCRIPT_URL: PUSH,
  AUDIENCE_SCRIPT_URL: AUDIENCE,
  COMMENTS_SCRIPT_URL: COMMENTS,
}

/** The script of each stand-in, by URL. */
type StandIn = Record<string, string>
const STAND_INS: StandIn = {
  [GTAG]: '',
  // Like the library: runs the queued commands, then each new one immediately.
  [SDK]: `window.tracked = []
    const compass = { trackNewPage: (options) => window.tracked.push(options) }
    const run = ([, command]) => command(compass)
    window.marfeel.cmd.forEach(run)
    window.marfeel.cmd = { push: run }`,
  [PUSH]: '',
  [AUDIENCE]: '',
  [COMMENTS]: `document.getElementById('isso-thread').textContent = 'Dyskusja'`,
}

const SETTINGS = {
  bare: {},
  preset: ALL,
  disqus: { DISQUS_SHORTNAME: 'szpalta-test' },
  cmp: { ...ALL, CONSENT_MODE: 'cmp' },
  own: { ...ALL, CONSENT_MODE: 'own' },
}
let sites: Record<keyof typeof SETTINGS, Site>
/** The one that a test is about. */
let site: Site
const opened: Page[] = []
beforeAll(async () => {
  sites = await startSites(SETTINGS)
})
// A test finds no other's pages, choices and requests.
afterEach(async () => {
  for (const page of opened.splice(0)) {
    if (page.isClosed()) continue
    await page.evaluate(() => localStorage.clear())
    await page.close()
  }
  site.foreign.length = 0
  site.errors.length = 0
})
afterAll(async () => {
  for (const one of Object.values(sites)) await one.close()
})

/** Opens a page with stand-ins for third parties, and records which of them were requested. */
async function open(path: string, options: OpenOptions & { standIns?: StandIn; delay?: number } = {}) {
  const { standIns = STAND_INS, delay = 0, prepare, ...rest } = options
  const requests: string[] = []
  const console_: string[] = []
  const page = await site.open(path, {
    ...rest,
    prepare: async (page) => {
      opened.push(page)
      watchRequests(page)
      await recordSignals(page)
      page.on('console', (message) => {
        // The browser reports failed requests itself; they are no errors of the portal.
        if (message.type() === 'error' && !/Failed to load resource|ERR_FAILED/.test(message.text())) {
          console_.push(message.text())
        }
      })
      await page.route(
        (url) => url.href in standIns,
        async (route) => {
          const url = route.request().url()
          requests.push(url)
          if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay))
          await route.fulfill({ contentType: 'text/javascript', body: standIns[url] ?? '' })
        },
      )
      await prepare?.(page)
    },
  })
  return { page, requests, errors: console_ }
}

const settle = untilQuiet
const grant = (page: Page, detail: object) =>
  page.evaluate((value) => window.dispatchEvent(new CustomEvent('szpalta:consent', { detail: value })), detail)
const layerOf = (page: Page) =>
  page.evaluate(() => (window.dataLayer ?? []).map((entry) => Array.from(entry as ArrayLike<unknown>)))
const trackedBy = (page: Page) => page.evaluate(() => (window as unknown as { tracked?: object[] }).tracked)
const shiftOf = (page: Page) => page.evaluate(() => window.signals.shift)
const toComments = (page: Page) =>
  page.evaluate(() => document.querySelector('.comments')?.scrollIntoView({ behavior: 'instant' }))

describe('unconfigured', () => {
  test('no page requests a third party, and the document mentions none (VIEW-6)', async () => {
    site = sites.bare
    for (const path of ['/', ARTICLE, '/search?s=klucz']) {
      const { page } = await open(path)
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await settle(page)
      expect(await page.$('#integrations')).toBeNull()
      await page.close()
    }
    expect(site.foreign).toEqual([])
    expect((await site.portal.get('/marfeel.js')).text).toBe('')
    expect((await site.portal.get('/')).headers['content-security-policy']).not.toMatch(
      /googletagmanager|doubleclick|mrf/,
    )
  })
})

describe('configured, with consent preset', () => {
  beforeEach(() => {
    site = sites.preset
  })

  test('each provider is requested once, after the page has loaded (VIEW-5, CONS-7)', async () => {
    const { page, requests, errors } = await open(ARTICLE, {
      // The page has loaded once its images have: late, so that a script that does not wait comes first.
      prepare: (page) =>
        page.route('**/media/**', async (route) => {
          await new Promise((resolve) => setTimeout(resolve, 1500))
          await route.fallback()
        }),
    })
    await settle(page)
    expect(requests.sort()).toEqual([AUDIENCE, GTAG, PUSH, SDK].sort())
    expect([site.foreign, errors, site.errors]).toEqual([[], [], []])
    const early = await page.evaluate((urls) => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const hasLoaded = navigation?.loadEventStart ?? Number.POSITIVE_INFINITY
      return urls.map((url) => performance.getEntriesByName(url).some(({ startTime }) => startTime < hasLoaded))
    }, requests)
    expect(early).toEqual([false, false, false, false])
  })

  test('analytics: the document is a page view, a further article a postview with its path (VIEW-2, VIEW-3)', async () => {
    const { page } = await open(ARTICLE)
    await settle(page)
    expect((await layerOf(page)).map(([command, name]) => [command, typeof name === 'string' ? name : 'date'])).toEqual(
      [
        ['js', 'date'],
        ['config', 'G-TEST123'],
      ],
    )
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await page.waitForFunction(() => document.querySelectorAll('[data-article]').length > 1)
    await page.evaluate(() => document.querySelectorAll('[data-article]')[1]?.scrollIntoView({ behavior: 'instant' }))
    await page.waitForFunction(() => (window.dataLayer?.length ?? 0) > 2)
    const path = await page.evaluate(() => location.pathname)
    expect((await layerOf(page))[2]).toEqual(['event', 'postview', { event_category: 'scroll posts', page_path: path }])
    expect(path).not.toBe(ARTICLE)
    expect(await trackedBy(page)).toEqual([{ rs: 'infinite scroll' }, { rs: 'infinite scroll' }])
  })

  test('on the main portal the path of a view ends in .html (VIEW-2)', async () => {
    const { page } = await open(EMBEDS, { service: 'post' })
    await settle(page)
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await page.waitForFunction(() => document.querySelectorAll('[data-article]').length > 1)
    await page.evaluate(() => document.querySelectorAll('[data-article]')[1]?.scrollIntoView({ behavior: 'instant' }))
    await page.waitForFunction(() => (window.dataLayer?.length ?? 0) > 2)
    expect((await layerOf(page))[2]?.[2]).toEqual({
      event_category: 'scroll posts',
      page_path: expect.stringMatching(/\.html$/),
    })
  })

  test('Marfeel counts each document once; its own counting is off (VIEW-3, VIEW-4)', async () => {
    const { page } = await open('/')
    await page.waitForFunction(() => (window as unknown as { tracked?: object[] }).tracked !== undefined)
    await settle(page)
    expect(await trackedBy(page)).toEqual([{ rs: 'infinite scroll' }])
    expect((await site.portal.get('/marfeel.js')).text).toMatch(/"accountId":"1234".*"autoTrack":false/)
  })

  test('comments load when the reader scrolls to them, under the article’s path (ART-7)', async () => {
    const { page, requests } = await open(ARTICLE)
    await settle(page)
    expect(requests).not.toContain(COMMENTS)
    await toComments(page)
    await page.waitForFunction(() => document.querySelector('#isso-thread')?.textContent === 'Dyskusja')
    expect(await page.getAttribute('#isso-thread', 'data-isso-id')).toBe(ARTICLE)
    expect(await page.getAttribute(`script[src="${COMMENTS}"]`, 'data-isso')).toBe('https://komentarze.example/')
    expect(await page.getAttribute('section.comments', 'aria-label')).toBe('Komentarze')
  })
})

test('Disqus is the other comments provider', async () => {
  const embed = 'https://szpalta-test.disqus.com/embed.js'
  site = sites.disqus
  const body = `const config = { page: {} }; window.disqus_config.call(config)
    document.getElementById('disqus_thread').textContent = JSON.stringify(config)`
  const { page } = await open(ARTICLE, { standIns: { [embed]: body } })
  await settle(page)
  await toComments(page)
  await page.waitForFunction(() => document.querySelector('#disqus_thread')?.textContent)
  expect(JSON.parse((await page.textContent('#disqus_thread')) ?? '')).toEqual({
    page: {
      url: `https://akademia.szpalta.test${ARTICLE}`,
      identifier: ARTICLE,
      title: expect.any(String),
    },
    language: 'pl',
  })
})

test('with cmp, TCF v2.2 takes precedence where the page has it (CONS-9)', async () => {
  site = sites.cmp
  const { page, requests } = await open(ARTICLE, {
    prepare: (page) =>
      page.addInitScript(() => {
        const listeners: Array<(data: object, isOk: boolean) => void> = []
        Object.assign(window, {
          __tcfapi: (command: string, version: number, callback: (data: object, isOk: boolean) => void) => {
            if (command === 'addEventListener' && version === 2) listeners.push(callback)
          },
          decide: (data: object, isOk = true) => {
            for (const listener of listeners) listener(data, isOk)
          },
        })
      }),
  })
  const decide = (data: object, isOk = true) =>
    page.evaluate(
      ([choice, ok]) =>
        (window as unknown as { decide(data: object, isOk: boolean): void }).decide(choice as object, ok as boolean),
      [data, isOk],
    )
  await settle(page)
  await grant(page, { consent: true, comments: true, audience: true })
  await decide({ eventStatus: 'cmpuishown', purpose: { consents: { 1: true, 2: true, 7: true, 9: true } } })
  await decide({ eventStatus: 'tcloaded', purpose: { consents: { 1: true } } }, false)
  await decide({ eventStatus: 'tcloaded', purpose: { consents: { 2: true, 7: true } } })
  await settle(page)
  expect(requests).toEqual([])
  await decide({ eventStatus: 'useractioncomplete', purpose: { consents: { 1: true, 9: true } } })
  await settle(page)
  expect(requests).toEqual([AUDIENCE])
  await decide({ eventStatus: 'tcloaded', gdprApplies: false })
  await settle(page)
  expect(requests.sort()).toEqual([AUDIENCE, GTAG, PUSH, SDK].sort())
})

describe.each(['cmp', 'own'] as const)('consent that is waited for (%s)', (mode) => {
  beforeEach(() => {
    site = sites[mode]
  })

  test('nothing is requested before consent is granted; each purpose enables its own providers (CONS-8, CONS-7)', async () => {
    const { page, requests } = await open(ARTICLE)
    await settle(page)
    await toComments(page)
    await settle(page)
    expect([requests, site.foreign]).toEqual([[], []])
    await grant(page, { consent: false, comments: 'yes', audience: 1 })
    await settle(page)
    expect(requests).toEqual([])
    await grant(page, { comments: true })
    await page.waitForFunction(() => document.querySelector('#isso-thread')?.textContent === 'Dyskusja')
    expect(requests).toEqual([COMMENTS])
    await grant(page, { audience: true })
    await settle(page)
    expect(requests).toEqual([COMMENTS, AUDIENCE])
    await grant(page, { consent: true })
    await settle(page)
    expect(requests.sort()).toEqual(Object.keys(STAND_INS).sort())
    expect(await trackedBy(page)).toEqual([{ rs: 'infinite scroll' }])
  })

  test('a clicked embed also waits for consent, and says so (CONS-8)', async () => {
    const { page } = await open(EMBEDS, { service: 'post' })
    await settle(page)
    const button = page.locator('[data-embed] button').first()
    await button.click()
    await settle(page)
    expect(site.foreign).toEqual([])
    expect(await page.locator('[data-embed] .embed-notice').first().textContent()).toBe(
      'Ta treść wczyta się, gdy wyrazisz zgodę na treści naszych partnerów.',
    )
    await grant(page, { consent: true })
    await page.waitForFunction(() => document.querySelector('[data-embed] iframe'))
    expect(site.foreign.filter((url) => !Object.keys(STAND_INS).includes(url))).toHaveLength(1)
  })
})

describe('providers that fail', () => {
  test.each([
    ['blocked', {}, 0],
    ['garbage', Object.fromEntries(Object.keys(STAND_INS).map((url) => [url, '<html>}{ not a script'])), 0],
    ['10 s late', STAND_INS, 10_000],
  ])('%s: the page is complete, nothing shifts, and no error is ours', async (kind, standIns, delay) => {
    site = sites.preset
    const { page, errors } = await open(ARTICLE, { standIns, delay })
    await settle(page)
    await toComments(page)
    await settle(page)
    expect(await shiftOf(page)).toBe(0)
    expect(await page.locator('h1').count()).toBeGreaterThan(0)
    expect(await page.locator('.article-body p').count()).toBeGreaterThan(5)
    if (kind === 'blocked') {
      expect(await page.textContent('.comments [role=status]')).toBe('Nie udało się wczytać komentarzy.')
    }
    if (kind === '10 s late')
      expect(await page.textContent('.comments [role=status]')).toBe('Wczytywanie komentarzy...')
    // An error thrown by a broken provider is its own; the portal's scripts throw none.
    expect([...site.errors, ...errors].filter((text) => !/Unexpected token|SyntaxError/.test(text))).toEqual([])
    await page.close()
  })
})
