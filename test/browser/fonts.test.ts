import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
/** An article with emphasised words. */
const EMPHASIS = '/2026/11/arkusz-zlecen-w-liczbach'
const HOME = '/'
/** Those of MARK-1. */
const WIDTHS = [360, 1280] as const
/** Turns of the wheel: five screens of a phone, and of late fonts the same again. */
const STEPS = 6
const TEST_TIME = 120_000

/** What the network does with fonts: it sends them at once, on demand, or never. */
const ARRIVALS = ['early', 'late', 'never'] as const
let arrival: (typeof ARRIVALS)[number] = 'early'
/** Requests of fonts that wait: they get a response, or none. */
const held: Array<(isComing: boolean) => void> = []
/** Of a browser's six connections to a host. */
const MOST_HELD = 4
/** Of fonts, since the start of a case. */
let requests = 0
let portal: TestPortal
let network: Server
let origin: string
let browser: TestBrowser

beforeAll(async () => {
  portal = await startTestPortal()
  network = createServer((incoming, outgoing) => {
    const isFont = incoming.url?.endsWith('.woff2') ?? false
    if (isFont) requests += 1
    const forward = () => {
      const options = { port: portal.port, path: incoming.url, method: incoming.method, headers: incoming.headers }
      const upstream = ask(options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      upstream.on('error', () => outgoing.destroy())
      incoming.pipe(upstream)
    }
    // What waits must leave a connection to the page itself.
    if (isFont && arrival !== 'early' && held.length === MOST_HELD) incoming.destroy()
    else if (isFont && arrival !== 'early') held.push((isComing) => (isComing ? forward() : incoming.destroy()))
    else forward()
  })
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(network.address() as AddressInfo).port}`
  browser = await startBrowser((url) => url.origin === origin, [], 'allow', 'whole')
})
afterAll(async () => {
  await browser.close()
  network.closeAllConnections()
  await new Promise((resolve) => network.close(resolve))
  await portal.close()
})

/** A reader who has seen nothing of the site before. */
async function withReader(work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.context.browser()?.newContext({ serviceWorkers: 'allow' })
  if (!context) throw new Error('the browser has no contexts')
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )
  try {
    await work(context)
  } finally {
    arrival = 'early'
    letGo(false)
    await context.close()
  }
}

/** Ends the wait of fonts. What waits holds one of the browser's few connections to a host, which the next page needs. */
function letGo(isComing: boolean): void {
  for (const end of held.splice(0)) end(isComing)
}

async function open(context: BrowserContext, path: string, width: number): Promise<{ page: Page; fonts: string[] }> {
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

/** From its activation on the worker controls pages. */
const untilWorkerIsActive = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true))

/** The first page of a visit. */
async function visitOnce(context: BrowserContext): Promise<void> {
  const { page } = await open(context, HOME, 360)
  await untilFontsAreKept(page)
  await untilWorkerIsActive(page)
  await page.close()
}

/** What a browser does that needs room. Seen from a document that asks for no font. */
async function loseFonts(context: BrowserContext): Promise<void> {
  const { page } = await open(context, '/robots.txt', 360)
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) if (url.endsWith('.woff2')) await cache.delete(url)
    }
  })
  await (await context.newCDPSession(page)).send('Network.clearBrowserCache')
  await page.close()
}

const TITLE_FONTS = ['bricolage-grotesque-title-latin', 'bricolage-grotesque-title-polish']

const nameOf = (path: string) => /([a-z\d-]+)-\w+\.woff2$/.exec(path)?.[1] ?? path

test(
  'FONT-6: the headline of a first page is in the font of the site, which takes at most 8 kB',
  async () => {
    // Without a worker that answers, each page is a first one; the browser has the files, so that none is late on a busy machine.
    const context = await browser.context.browser()?.newContext({ serviceWorkers: 'block' })
    if (!context) throw new Error('the browser has no contexts')
    try {
      for (const [path, heading] of [
        [ARTICLE, 'h1'],
        [HOME, '.card-lead .card-title'],
      ] as const) {
        const page = await context.newPage()
        const cdp = await context.newCDPSession(page)
        await page.setViewportSize({ width: 360, height: 740 })
        await page.goto(origin + path)
        await page.reload()
        await page.evaluate(() => document.fonts.ready.then(() => true))
        await cdp.send('DOM.enable')
        await cdp.send('CSS.enable')
        const { root } = await cdp.send('DOM.getDocument')
        for (const selector of [heading, '.wordmark']) {
          const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector })
          const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
          const used = fonts.filter(({ glyphCount }) => glyphCount > 0)
          expect([path, selector, used.map(({ isCustomFont }) => isCustomFont)]).toEqual([
            path,
            selector,
            used.map(() => true),
          ])
          expect(used.length).toBeGreaterThan(0)
        }
        const bytes = await page.evaluate(async () => {
          const links = [...document.querySelectorAll<HTMLLinkElement>('link[as=font]:not([media])')]
          const files = await Promise.all(links.map(async ({ href }) => (await fetch(href)).arrayBuffer()))
          return files.reduce((sum, { byteLength }) => sum + byteLength, 0)
        })
        expect(bytes).toBeGreaterThan(0)
        expect(bytes).toBeLessThanOrEqual(8000)
        await page.close()
      }
    } finally {
      await context.close()
    }
  },
  TEST_TIME,
)

test(
  'FONT-1, FONT-2: the first page of a visit is read in the fallback but for its headings, and the fonts come after it',
  () =>
    withReader(async (context) => {
      const { page, fonts } = await open(context, ARTICLE, 360)
      expect(fonts.map(nameOf).sort()).toEqual(TITLE_FONTS)
      expect(await page.evaluate(() => document.documentElement.hasAttribute('data-fonts'))).toBe(false)
      const familyOf = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).fontFamily)
      expect(await familyOf('.article-body p')).toMatch(/^"Source Serif Fallback"/)
      expect(await familyOf('.menu-toggle')).toMatch(/^"Bricolage Fallback"/)
      await untilFontsAreKept(page)
      await page.waitForTimeout(300)
      expect(fonts.map(nameOf).sort()).toEqual(TITLE_FONTS)
      expect(await shiftsOf(page)).toEqual([])
      await untilWorkerIsActive(page)
      await page.close()

      const next = await open(context, HOME, 360)
      await next.page.evaluate(() => document.fonts.ready.then(() => true))
      const again = await open(context, ARTICLE, 360)
      await again.page.evaluate(() => document.fonts.ready.then(() => true))
      expect(next.fonts.length).toBeGreaterThan(0)
      expect(await isSetInSiteFonts(again.page)).toBe(true)
      expect(await shiftsOf(again.page)).toEqual([])
    }),
  TEST_TIME,
)

test(
  'FONT-5: from the second page on, emphasised text is in the true italic of the text’s font',
  () =>
    withReader(async (context) => {
      await visitOnce(context)
      const { page } = await open(context, EMPHASIS, 360)
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

/** Reads a page while its fonts arrive in that way: it asks for them, and nothing shifts. */
async function expectStill(context: BrowserContext, path: string, width: number, way: typeof arrival): Promise<void> {
  arrival = way
  requests = 0
  const { page } = await open(context, path, width)
  await scrollToEnd(page, { most: STEPS })
  if (way === 'late') {
    arrival = 'early'
    letGo(true)
    await page.evaluate(() => document.fonts.ready.then(() => true))
    await scrollToEnd(page, { most: STEPS })
  }
  expect(requests).toBeGreaterThan(0)
  expect([path, way, await shiftsOf(page)]).toEqual([path, way, []])
  arrival = 'early'
  letGo(false)
  await page.close()
}

/** By turns, so that each page meets each arrival, and each width both pages: what shifts is any text. */
const CASES = WIDTHS.map((width, nth) => ({
  width,
  visits: ARRIVALS.map((way, turn) => [(nth + turn) % 2 === 0 ? ARTICLE : HOME, way] as const),
}))

describe.each(CASES)('MARK-1: $width pixels wide, nothing shifts', ({ width, visits }) => {
  test(
    'where the worker has lost the fonts, and they come early, late or never',
    () =>
      withReader(async (context) => {
        await visitOnce(context)
        for (const [path, way] of visits) {
          await loseFonts(context)
          await expectStill(context, path, width, way)
        }
      }),
    TEST_TIME,
  )
})

// Where fonts come from makes no difference to the width of a text: one width is enough.
test(
  'MARK-1: nothing shifts where there is no worker, and fonts come early, late or never',
  () =>
    withReader(async (context) => {
      await context.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }),
      )
      for (const way of ARRIVALS.toReversed()) await expectStill(context, ARTICLE, 360, way)
    }),
  TEST_TIME,
)

test(
  'FONT-3: the fallback is as wide as the font that it stands in for',
  () =>
    withReader(async (context) => {
      const { page } = await open(context, HOME, 1280)
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
