import type { Page } from 'playwright-core'
import { plainLine } from '../../src/content/plain-line.ts'
import { type Site, startSite } from '../support/site.ts'

const PIE = '/2026/06/proof-of-work-i-proof-of-stake'
const LINE = '/2026/05/usrednianie-zakupow-w-liczbach'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

async function openChart(path: string, prepare?: (page: Page) => Promise<unknown>) {
  const page = await site.open(path, { prepare })
  const chart = page.locator('.chart', { has: page.locator('.chart-dot, .chart-slice') }).first()
  await chart.scrollIntoViewIfNeeded()
  const range = chart.getByRole('slider')
  await range.waitFor({ state: 'attached' })
  return { page, chart, range, tip: chart.locator('.chart-read > p') }
}

const plain = (text: string | null): string => plainLine(text ?? '')

test('a line is read by keyboard, pointer and touch, and nothing moves (BLOCK-27)', async () => {
  const { page, chart, range, tip } = await openChart(LINE)
  const height = await chart.evaluate((element) => element.getBoundingClientRect().height)
  expect(plain(await range.getAttribute('aria-label'))).toBe('Średnia cena zakupu po kolejnych wpłatach')
  await range.focus()
  await page.keyboard.press('ArrowRight')
  expect(plain(await range.getAttribute('aria-valuetext'))).toBe('2. miesiąc: 177,78 zł')
  expect(plain(await tip.textContent())).toBe('2. miesiąc: 177,78 zł')
  await page.keyboard.press('End')
  expect(plain(await tip.textContent())).toBe('6. miesiąc: 137,93 zł')
  await range.blur()
  expect(await tip.isVisible()).toBe(false)

  const dot = await chart.locator('.chart-dot').nth(2).boundingBox()
  await page.mouse.move((dot?.x ?? 0) + 6, (dot?.y ?? 0) + 60)
  expect(plain(await tip.textContent())).toBe('3. miesiąc: 155,84 zł')
  await page.mouse.move(2, 2)
  expect(await tip.isVisible()).toBe(false)

  // A press stays at the nearest value, wherever the thumb of a range would be.
  await page.mouse.move((dot?.x ?? 0) + 6, (dot?.y ?? 0) + 40)
  await page.mouse.down()
  await page.mouse.up()
  expect(plain(await tip.textContent())).toBe('3. miesiąc: 155,84 zł')
  expect(await chart.evaluate((element) => element.getBoundingClientRect().height)).toBe(height)
  await page.close()
})

test('a slice is read where the pointer is, and by keyboard (BLOCK-27)', async () => {
  const { page, chart, range, tip } = await openChart(PIE)
  await range.focus()
  await page.keyboard.press('Home')
  expect(plain(await tip.textContent())).toBe('2009–2012: 10,5 mln BTC')
  await range.blur()
  const ring = await chart.locator('svg').boundingBox()
  const { x = 0, y = 0, width = 0 } = ring ?? {}
  // The first slice is the right half of the ring.
  await page.mouse.move(x + width * 0.88, y + width * 0.5)
  expect(plain(await tip.textContent())).toBe('2009–2012: 10,5 mln BTC')
  expect(await chart.locator('.chart-slice.is-read').count()).toBe(1)
  await page.close()
})

test('without a script each chart has its table, and is named by its title (BLOCK-27)', async () => {
  const page = await site.open(LINE, { context: { javaScriptEnabled: false } })
  const figure = page.getByRole('figure', { name: /Średnia cena zakupu po/ })
  expect(await figure.count()).toBe(1)
  expect(await figure.locator('tbody th[scope=row]').count()).toBe(6)
  expect(await figure.getByRole('slider').count()).toBe(0)
  await page.close()
})

test('a card says its title once to a screen reader (CARD-17)', async () => {
  const page = await site.open('/')
  const image = page.locator('main .card:has(.card-picture img)').first()
  const name = plain(await image.locator('.card-title a').textContent())
  expect(await image.locator('.card-picture img').getAttribute('alt')).toBe(name)
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const named = nodes.filter((node) => !node.ignored && plain(String(node.name?.value ?? '')) === name)
  const roles = new Set(named.map(({ role }) => String(role?.value)))
  expect(roles.has('link')).toBe(true)
  expect(roles.has('image')).toBe(false)
  await page.close()
})
