import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
/** An article with emphasised words. */
const EMPHASIS = '/2026/11/arkusz-zlecen-w-liczbach'
const HOME = '/'
const WIDTHS = [360, 768, 1280] as const
/** Of a font that comes late, after the first paint and before the end of the visit. Milliseconds. */
const LATE = 1500
/** Turns of the wheel, of 150 ms each. */
const STEPS = 16
/** Longer than a page is looked at. Milliseconds. */
const NEVER = 8000
const TEST_TIME = 120_000

/** What the network does with fonts: a delay in milliseconds, or nothing ever comes. */
let fontsTake: number | 'never' = 0
/** Of fonts, since the start of a case. */
let requests = 0
let portal: TestPortal
let network: Server
let origin: string

beforeAll(async () => {
  portal = await startTestPortal()
  network = createServer((incoming, outgoing) => {
    const isFont = incoming.url?.endsWith('.woff2') ?? false
    if (isFont) requests += 1
    // It holds one of the browser's few connections to a host, which the next page needs.
    if (isFont && fontsTake === 'never') return void setTimeout(() => incoming.destroy(), NEVER)
    const forward = () => {
      const options = { port: portal.port, path: incoming.url, method: incoming.method, headers: incoming.headers }
      const upstream = ask(options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      incoming.pipe(upstream)
    }
    if (isFont && typeof fontsTake === 'number') setTimeout(forward, fontsTake)
    else forward()
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
})
afterAll(async () => {
  network.closeAllConnections()
  await new Promise((resolve) => network.close(resolve))
  await portal.close()
})
afterEach(() => {
  fontsTake = 0
})

async function withBrowser(work: (browser: TestBrowser) => Promise<void>): Promise<void> {
  const browser = await startBrowser((url) => url.origin === origin, [], 'allow', 'whole')
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}

async function open({ context }: TestBrowser, path: string, width: number): Promise<{ page: Page; fonts: string[] }> {
  const page = await context.newPage()
  await page.setViewportSize({ width, height: width < 700 ? 740 : 900 })
  await recordShifts(page)
  const fonts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('.woff2')) fonts.push(new URL(request.url()).pathname)
  })
  // The load event waits for fonts that never come.
  await page.goto(origin + path, { waitUntil: 'domcontentloaded' })
  return { page, fonts }
}

/** Whether the document's headings and text are in the fonts of the site. */
const isSetInSiteFonts = (page: Page) =>
  page.evaluate(() => {
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)
    const isUsed = (family: string) => loaded.some((name) => name.includes(family))
    return (
      document.documentElement.hasAttribute('data-fonts') && isUsed('Bricolage Grotesque') && isUsed('Source Serif 4')
    )
  })

/** Waits until the worker of a visit keeps the six files that Polish text needs: upright and, for texts, italic. */
const untilFontsAreKept = (page: Page) =>
  page.waitForFunction(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = (await Promise.all(caches_.map((cache) => cache.keys()))).flat()
    return requests.filter(({ url }) => url.endsWith('.woff2')).length === 6
  })

/** The first page of a visit. */
async function visitOnce(browser: TestBrowser): Promise<void> {
  const { page } = await open(browser, HOME, 360)
  await untilFontsAreKept(page)
  // From its activation on the worker controls pages.
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.close()
}

/** What a browser does that needs room. Seen from a document that asks for no font. */
async function loseFonts(browser: TestBrowser): Promise<void> {
  const { page } = await open(browser, '/robots.txt', 360)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) if (url.endsWith('.woff2')) await cache.delete(url)
    }
  })
  await (await browser.context.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.close()
}

test(
  'FONT-1, FONT-2: the first page of a visit is read in the fallback, and the fonts come after it',
  () =>
    withBrowser(async (browser) => {
      const { page, fonts } = await open(browser, ARTICLE, 360)
      expect(fonts).toEqual([])
      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-fonts'))).toBe(false)
      const family = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontFamily)
      expect(family).toMatch(/^"Bricolage Fallback"/)
      await untilFontsAreKept(page)
      await page.waitForTimeout(300)
      expect(fonts).toEqual([])
      expect(await shiftsOf(page)).toEqual([])
      await page.close()

      const next = await open(browser, HOME, 360)
      const again = await open(browser, ARTICLE, 360)
      expect(next.fonts.length).toBeGreaterThan(0)
      expect(await isSetInSiteFonts(again.page)).toBe(true)
      expect(await shiftsOf(again.page)).toEqual([])
    }),
  TEST_TIME,
)

test(
  'FONT-5: from the second page on, emphasised text is in the true italic of the text’s font',
  () =>
    withBrowser(async (browser) => {
      await visitOnce(browser)
      const { page } = await open(browser, EMPHASIS, 360)
      const emphasised = page.locator('.article-body em').first()
      await emphasised.scrollIntoViewIfNeeded()
      await page.evaluate(() => document.fonts.ready)
      const faces = await page.evaluate(() =>
        [...document.fonts]
          .filter(({ status, style }) => status === 'loaded' && style === 'italic')
          .map(({ family }) => family),
      )
      expect(new Set(faces.map((family) => family.replaceAll('"', '')))).toEqual(new Set(['Source Serif 4']))
      expect(await shiftsOf(page)).toEqual([])
    }),
  TEST_TIME,
)

const ARRIVALS = [
  ['early', 0],
  ['late', LATE],
  ['never', 'never'],
] as const

/** Reads a home page and an article while fonts arrive in that way; both ask for them, and nothing shifts. */
async function expectStill(browser: TestBrowser, width: number, delay: typeof fontsTake): Promise<void> {
  fontsTake = delay
  requests = 0
  for (const path of [ARTICLE, HOME]) {
    const { page } = await open(browser, path, width)
    await scrollToEnd(page, { most: STEPS })
    expect(requests).toBeGreaterThan(0)
    expect(await shiftsOf(page)).toEqual([])
    await page.close()
  }
  fontsTake = 0
}

describe.each(WIDTHS)('MARK-1: %i pixels wide, nothing shifts', (width) => {
  test(
    'where the worker has lost the fonts, and they come early, late or never',
    () =>
      withBrowser(async (browser) => {
        await visitOnce(browser)
        for (const [, delay] of ARRIVALS) {
          await loseFonts(browser)
          await expectStill(browser, width, delay)
        }
      }),
    TEST_TIME,
  )

  test(
    'where there is no worker, and fonts come early, late or never',
    () =>
      withBrowser(async (browser) => {
        await browser.context.addInitScript(() =>
          Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
        )
        for (const [, delay] of [...ARRIVALS].reverse()) await expectStill(browser, width, delay)
      }),
    TEST_TIME,
  )
})

test(
  'FONT-3: the fallback is as wide as the font that it stands in for',
  () =>
    withBrowser(async (browser) => {
      const { page } = await open(browser, HOME, 1280)
      const ratios = await page.evaluate(async () => {
        const TEXT = 'Giełda obiecuje wygodę, a pęk kluczy zostaje w cudzej kieszeni; ostrożność jest tańsza niż żal.'
        const urls = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]')].map(({ href }) => href)
        for (const url of urls.filter((href) => href.includes('bricolage'))) {
          const unicodeRange = url.includes('-polish') ? 'U+100-17F' : 'U+0-FF, U+2000-20FF'
          document.fonts.add(await new FontFace('Measured', `url(${url})`, { weight: '400 800', unicodeRange }).load())
        }
        const width = (weight: number, family: string) => {
          const span = document.createElement('span')
          span.style.cssText = `position:absolute;white-space:nowrap;font:${weight} 100px ${family}`
          span.textContent = TEXT
          document.body.append(span)
          const { width } = span.getBoundingClientRect()
          span.remove()
          return width
        }
        return [400, 700].map((weight) => width(weight, '"Bricolage Fallback"') / width(weight, 'Measured'))
      })
      console.info(`widths of the fallback against the font, regular and bold: ${ratios.join(', ')}`)
      for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.02)
      await page.close()
    }),
  TEST_TIME,
)
