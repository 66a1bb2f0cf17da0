import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import * as z from 'zod'
import { objections } from '../support/axe.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { ROOT } from '../support/root.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const TOKEN = 'bardzo-tajny-token'
const BLOCK = '<!-- wp:acf/most-read {"fields":{"header":"Czytane dzisiaj","count":6,"window":"24h"}} /-->'
const READ = [
  '/2026/11/multisig-dwa-z-trzech',
  '/2026/02/blockchain-skrot-blok-lancuch',
  '/2026/04/co-naprawde-przechowuje-portfel',
  '/2026/10/oszustwo-krypto-gdzie-zglosic',
]
const UNREAD = '/2026/02/klucz-prywatny-i-adres'
const MISSING = '/nie-ma-takiej'
/** *dalej* below that article, which says it once. */
const NEXT = READ[2]
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const figures = z.object({
  services: z.record(
    z.string(),
    z.array(z.object({ path: z.string(), views: z.object({ '1h': z.number(), '24h': z.number() }) })),
  ),
})

let folder: string
let site: Site
/** Views of the academy's articles, by path. */
async function counted(window: '1h' | '24h' = '1h'): Promise<Record<string, number>> {
  const { text } = await site.portal.get(`/ops/most-read?window=${window}`, { authorization: `Bearer ${TOKEN}` })
  const { akademia = [] } = figures.parse(JSON.parse(text)).services
  return Object.fromEntries(akademia.map(({ path, views }) => [path, views[window]]))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  const home = join(folder, 'akademia/home.html')
  const text = await readFile(home, 'utf8')
  await writeFile(home, text.replace('<!-- wp:acf/section-title', `${BLOCK}\n\n$&`))
  site = await startSite({ NEWSROOM_DIR: folder, METRICS_TOKEN: TOKEN })
  for (const [place, path] of READ.entries()) {
    for (let view = 0; view < 9 - place; view++) {
      expect((await site.portal.get(path, { 'user-agent': AGENT, accept: 'text/html' })).status).toBe(200)
    }
  }
  // The articles were rendered with the rankings of before, which are used for some seconds.
  await until(
    () => counted('24h'),
    (views) => views[READ[0] ?? ''] === 9 && views[READ[3] ?? ''] === 6,
    30_000,
  )
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const linksIn = (page: Page) =>
  page
    .locator('.most-read ol > li .card-title a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))

const PLACES = [
  ['the home page', '/', READ],
  ['a page that does not exist', MISSING, READ],
  ['an article', UNREAD, READ.filter((path) => path !== NEXT)],
] as const

// Side by side: a page that scrolls mostly waits.
test.concurrent.each(PLACES.flatMap((place) => [360, 1280].map((width) => [...place, width] as const)))(
  'on %s (%s) the most read articles (%j) stand in their order, in view, and shift nothing: %i px (READ-8)',
  async (_what, path, expected, width) => {
    const page = await site.open(path, { width, prepare: recordShifts })
    expect(await page.locator('[data-article]').count()).toBe(path === UNREAD ? 1 : 0)
    expect((await linksIn(page)).slice(0, expected.length)).toEqual(expected)
    const row = page.locator('.most-read').first()
    const box = await row.boundingBox()
    expect([box && box.x >= 0, box && box.x + box.width <= width, box && box.height > 100]).toEqual([true, true, true])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    // A page that does not exist leads home after some seconds.
    if (path === MISSING) await page.locator('[data-redirect-stay]').click()
    await scrollToEnd(page, { most: 25 })
    // That press moves what is below it.
    expect((await shiftsOf(page)).filter(({ hadRecentInput }) => !hadRecentInput)).toEqual([])
    await page.close()
  },
)

test.each(PLACES)('on %s their texts and numbers have contrast in both themes (A11Y-1)', async (_what, path) => {
  const page = await site.open(path, { width: 360 })
  await page.locator('.most-read').first().scrollIntoViewIfNeeded()
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value
    }, theme)
    const violations = await objections(page, { within: '.most-read' })
    expect([theme, violations.map(({ id }) => id)]).toEqual([theme, []])
  }
  await page.close()
})

test('below a printed article there is no list (PRINT-1)', async () => {
  const page = await site.open(UNREAD, { prepare: (own) => own.emulateMedia({ media: 'print' }) })
  expect(await page.locator('.most-read').count()).toBe(1)
  expect(await page.locator('.most-read').isVisible()).toBe(false)
  await page.close()
})

test('an undrawn block of the home page has the height that it gets when it is drawn (HOME-14)', async () => {
  const page = await site.open('/')
  const block = page.locator('.home-block:has(.most-read)')
  const reserved = await block.evaluate((element) => getComputedStyle(element).getPropertyValue('--lazy-height'))
  await block.scrollIntoViewIfNeeded()
  const height = await block.evaluate((element) => element.getBoundingClientRect().height)
  expect(Math.abs(Number.parseFloat(reserved) - height)).toBeLessThan(60)
  await page.close()
})

test('an article that Chromium fetched in advance counts once, when it is shown (READ-9)', async () => {
  const sent: string[] = []
  const page = await site.open('/', {
    context: { userAgent: AGENT },
    prepare: async (own) => {
      own.context().on('request', async (request) => {
        const { pathname } = new URL(request.url())
        const purpose = await request.headerValue('sec-purpose').catch(() => null)
        sent.push(`${request.method()} ${pathname} ${purpose ?? ''}`.trim())
      })
    },
  })
  const link = page.locator('main .big-posts a[href^="/20"]').first()
  const path = (await link.getAttribute('href')) ?? ''
  const before = (await counted())[path] ?? 0
  await link.hover()
  // As a driven browser does not render in advance, it fetches the document alone.
  await until(
    () => sent,
    (all) => all.includes(`GET ${path} prefetch;prerender`),
  )
  await link.click()
  await page.waitForURL(`**${path}`)
  await until(
    () => sent,
    (all) => all.includes(`POST /api/views${path}`),
  )
  await page.mouse.wheel(0, 4000)
  await until(
    () => counted(),
    (views) => views[path] !== before,
    15_000,
  )
  await page.waitForTimeout(6000)
  expect((await counted())[path]).toBe(before + 1)
  expect(sent.filter((one) => one.startsWith('POST '))).toEqual([`POST /api/views${path}`])
  // The navigation itself came from what was fetched.
  expect(sent.filter((one) => one === `GET ${path}`)).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(site.errors).toEqual([])
  await page.close()
})

test('it counts also where the reader leaves before the boot script came (READ-9)', async () => {
  const sent: string[] = []
  const page = await site.open('/', {
    context: { userAgent: AGENT },
    prepare: async (own) => {
      own.context().on('request', async (request) => {
        const purpose = await request.headerValue('sec-purpose').catch(() => null)
        sent.push(`${request.method()} ${new URL(request.url()).pathname} ${purpose ?? ''}`.trim())
      })
    },
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  // A route would switch the browser’s cache off.
  await session.send('Network.setBlockedURLs', { urls: ['*/assets/boot-*'] })
  const link = page.locator('main .big-posts a[href^="/20"]').nth(1)
  const path = (await link.getAttribute('href')) ?? ''
  await link.hover()
  await until(
    () => sent,
    (all) => all.includes(`GET ${path} prefetch;prerender`),
  )
  await link.click()
  await page.waitForURL(`**${path}`)
  await until(
    () => sent,
    (all) => all.includes(`POST /api/views${path}`),
  )
  // The boot script did not start.
  expect(await page.locator('[data-feature=reading] [role=status]').count()).toBe(1)
  await page.close()
})

test('an article that was not fetched in advance sends nothing (READ-9)', async () => {
  const sent: string[] = []
  const page = await site.open(UNREAD, {
    context: { userAgent: AGENT },
    prepare: async (own) =>
      void own.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`)),
  })
  await page.mouse.wheel(0, 600)
  // The module that would send it has begun.
  await until(
    () => sent,
    (all) => all.some((one) => one.startsWith('GET /fragment/')),
  )
  expect(sent.filter((one) => one.startsWith('POST '))).toEqual([])
  await page.close()
})
