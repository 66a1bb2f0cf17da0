import * as z from 'zod'
import { EVERYTHING } from '../support/consent-site.ts'
import { type Chromium, SLOW_4G, startChromium, type Tab } from '../support/devtools.ts'
import { createLiveNewsroom, type LiveNewsroom, updatesOfDay } from '../support/live-newsroom.ts'
import { LARGEST_PAINT, paintAfterTap, REMEMBER_TAP } from '../support/paint-after-tap.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'
import { until } from '../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const LINK = 'main .big-posts a[href^="/20"]'
const figures = z.object({
  services: z.record(z.string(), z.array(z.object({ path: z.string(), views: z.object({ '1h': z.number() }) }))),
})

let newsroom: LiveNewsroom
let portal: TestPortal
let chromium: Chromium
let origin: string
beforeAll(async () => {
  newsroom = await createLiveNewsroom(updatesOfDay(5, '2026-11-24'))
  portal = await startTestPortal({ ...EVERYTHING, NEWSROOM_DIR: newsroom.folder, METRICS_TOKEN: TOKEN })
  // A secure context, so that the service worker is there.
  origin = `http://localhost:${portal.port}`
  chromium = await startChromium()
})
afterAll(async () => {
  await chromium.close()
  await portal.close()
  await newsroom.remove()
})

/** Views of an article of the academy. */
async function counted(path: string): Promise<number> {
  const { text } = await portal.get('/ops/most-read?window=1h', { authorization: `Bearer ${TOKEN}` })
  const { akademia = [] } = figures.parse(JSON.parse(text)).services
  return akademia.find((one) => one.path === path)?.views['1h'] ?? 0
}

const foreign = (tab: Tab): string[] =>
  tab.requests.map(({ host }) => host).filter((host) => host !== `localhost:${portal.port}`)
const views = (tab: Tab): string[] => tab.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)

/** Points at a link until its page is rendered. */
async function renderInAdvance(tab: Tab, link: string): Promise<void> {
  // A service worker that arrives meanwhile makes Chromium give the rendering up.
  await tab.evaluate('navigator.serviceWorker.ready.then(() => true)', z.literal(true))
  await tab.hover(link)
  await until(
    () => tab.attempts.at(-1),
    (state) => state === 'Ready',
  )
}

describe('an article that Chromium has rendered in advance', () => {
  let tab: Tab
  let path: string
  let before: number
  beforeAll(async () => {
    tab = await chromium.openTab({ userAgent: AGENT })
    await tab.open(`${origin}/`)
    path = await tab.evaluate(`document.querySelector(${JSON.stringify(LINK)}).pathname`, z.string())
    before = await counted(path)
    await renderInAdvance(tab, LINK)
    // What a page does once it is idle, it would have done by now.
    await new Promise((resolve) => setTimeout(resolve, 1500))
  })
  afterAll(() => tab.close())

  test('has come with all that it shows, and as a rendering in advance (LINK-9)', () => {
    const inAdvance = tab.requests.filter(({ purpose }) => purpose === 'prefetch;prerender').map((one) => one.path)
    expect(inAdvance).toContain(path)
    expect(inAdvance.some((one) => one.startsWith('/media/'))).toBe(true)
    expect(inAdvance.some((one) => one.startsWith('/assets/boot-'))).toBe(true)
  })

  test('runs nothing: no third party, no view, no worker’s copy (NAV-2, READ-1)', async () => {
    const state = await tab.prerendered(
      `(async () => [document.prerendering, document.querySelectorAll('script[src]').length,
        (await caches.match(${JSON.stringify(path)})) === undefined])()`,
      z.tuple([z.boolean(), z.number(), z.boolean()]),
    )
    expect(state).toEqual([true, 0, true])
    expect(views(tab)).toEqual([])
    expect(await counted(path)).toBe(before)
  })

  test('starts all that when it is shown (NAV-2)', async () => {
    const early = foreign(tab).length
    await tab.click(LINK)
    await tab.until(`location.pathname === ${JSON.stringify(path)}`)
    expect(await tab.evaluate(`performance.getEntriesByType('navigation')[0].activationStart > 0`, z.boolean())).toBe(
      true,
    )
    // Then its script starts, with all that waits for it.
    await tab.until(`document.querySelector('script[src*="/boot-"]') !== null`)
    await until(
      () => foreign(tab).length,
      (number) => number > early,
    )
  })

  test('counts once, also for a reader who does not scroll and who comes back (READ-9)', async () => {
    await until(
      () => views(tab),
      (sent) => sent.length > 0,
    )
    await until(
      () => counted(path),
      (number) => number > before,
      15_000,
    )
    await tab.travel(-1)
    await tab.travel(1)
    await tab.wheel(3000)
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect([views(tab), await counted(path)]).toEqual([[`/api/views${path}`], before + 1])
  })
})

test('a reader who changes the theme sees it in what was rendered before (NAV-2, THEME-1)', async () => {
  const tab = await chromium.openTab()
  await tab.open(`http://post.localhost:${portal.port}/`)
  await renderInAdvance(tab, 'main a[href^="/20"]')
  expect(await tab.evaluate('document.documentElement.dataset.theme', z.string())).toBe('light')
  await tab.evaluate(`localStorage.setItem('theme', 'dark')`, z.unknown())
  await tab.click('main a[href^="/20"]')
  await tab.until(`location.pathname.startsWith('/20')`)
  const [, theme] = await tab.evaluate(
    `[performance.getEntriesByType('navigation')[0].activationStart > 0, document.documentElement.dataset.theme]`,
    z.tuple([z.literal(true), z.string()]),
  )
  expect(theme).toBe('dark')
  await tab.close()
})

test('a tap on an article that was rendered in advance needs no network to show it whole (NAV-3)', async () => {
  const ROUND_TRIP = 1500
  const tab = await chromium.openTab({ isPhone: true })
  await tab.open(`${origin}/`)
  await renderInAdvance(tab, LINK)
  await tab.setNetwork({ latency: ROUND_TRIP, throughput: 50_000 })
  await tab.evaluate(REMEMBER_TAP, z.unknown())
  await tab.tap(LINK)
  await tab.until(`location.pathname.startsWith('/20')`)
  const { isPrerendered, largestPaint } = await tab.evaluate(LARGEST_PAINT, paintAfterTap)
  expect(isPrerendered).toBe(true)
  expect(largestPaint).toBeLessThan(ROUND_TRIP)
  await tab.close()
})

test('who reads on, on a slow network, never sees the place of an article that is not there (NEXT-15)', async () => {
  const tab = await chromium.openTab({ isPhone: true, network: SLOW_4G })
  await tab.open(origin + ARTICLE)
  const gaps = await tab.evaluate(
    `new Promise((done) => {
      const gaps = []
      const articles = document.querySelectorAll('[data-article]')
      const step = () => {
        scrollBy({ top: 40, behavior: 'instant' })
        const shown = document.querySelectorAll('[data-article]').length
        if (document.querySelector('[data-sentinel]').getBoundingClientRect().top < innerHeight) gaps.push(scrollY)
        if (shown < 4 && scrollY < 60000) setTimeout(step, 50)
        else done({ gaps, shown })
      }
      step()
    })`,
    z.object({ gaps: z.array(z.number()), shown: z.number() }),
  )
  expect(gaps).toEqual({ gaps: [], shown: 4 })
  await tab.close()
})

describe('back and forward come from the browser’s cache (NAV-4)', () => {
  const focus = (selector: string) => (tab: Tab) =>
    tab.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`, z.unknown())
  interface Kind {
    path(): string
    act?(tab: Tab): Promise<unknown>
  }
  const KINDS: Record<string, Kind> = {
    home: { path: () => '/' },
    article: { path: () => ARTICLE, act: (tab) => tab.wheel(4000) },
    'live coverage': { path: () => newsroom.path },
    'search results': { path: () => '/search?s=klucz', act: (tab) => tab.wheel(2000) },
    search: { path: () => '/search', act: focus('main input[type=search]') },
    category: { path: () => '/kategoria/edukacja' },
    'page of a list': { path: () => '/kategoria/najnowsze/page/2' },
    tag: { path: () => '/tag/bitcoin' },
    author: { path: () => '/author/ida-korczyk' },
    series: { path: () => '/seria/od-poczatku' },
    'page of text': { path: () => '/polityka-prywatnosci' },
    'saved articles': { path: () => '/zapisane' },
    'page on privacy': { path: () => '/prywatnosc-i-pliki-cookie' },
    'newsletter form in use': { path: () => '/', act: focus('form.newsletter-form input[type=email]') },
  }
  let tab: Tab
  beforeAll(async () => {
    tab = await chromium.openTab({ userAgent: AGENT })
  })
  afterAll(() => tab.close())

  /** Marks the page that is open, leaves it and goes back: whether the same page is there, and why not. */
  async function leaveAndReturn(tab: Tab): Promise<[isFromCache: boolean, reasons: string]> {
    await tab.evaluate(
      `new Promise((done) => {
        window.isSame = true
        addEventListener('pageshow', ({ persisted }) => { window.isFromCache = persisted })
        setTimeout(done, 800)
      })`,
      z.unknown(),
    )
    await tab.open(`${origin}/kategoria/inwestycje`)
    await tab.travel(-1)
    return tab.evaluate(
      `[window.isSame === true && window.isFromCache === true,
        JSON.stringify(performance.getEntriesByType('navigation')[0].notRestoredReasons ?? null)]`,
      z.tuple([z.boolean(), z.string()]),
    )
  }

  test.each(Object.entries(KINDS))('%s', async (_name, { path, act }) => {
    await tab.open(origin + path())
    await act?.(tab)
    expect(await leaveAndReturn(tab)).toEqual([true, 'null'])
    await tab.travel(1)
    expect(await tab.evaluate('location.pathname', z.string())).toBe('/kategoria/inwestycje')
  })

  test('no response of a page forbids it', async () => {
    for (const { path } of Object.values(KINDS)) {
      const { headers } = await portal.get(path())
      expect([path(), /no-store/.test(String(headers['cache-control']))]).toEqual([path(), false])
    }
  })

  // Which page a browser keeps changes with its version (156 keeps one that holds a lock); without the cache it keeps none.
  test('a browser without that cache is seen to keep no page', async () => {
    const without = await startChromium(['--disable-features=BackForwardCache'])
    try {
      const tab = await without.openTab({ userAgent: AGENT })
      await tab.open(`${origin}/kategoria/edukacja`)
      const [isFromCache] = await leaveAndReturn(tab)
      expect(isFromCache).toBe(false)
    } finally {
      await without.close()
    }
  })
})
