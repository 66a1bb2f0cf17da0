import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'
const GALLERY = '/2026/02/blockchain-skrot-blok-lancuch'

let portal: TestPortal
let browser: TestBrowser
let tech: string
const foreign: string[] = []
const errors: string[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  tech = `http://post.localhost:${portal.port}`
  browser = await startBrowser((url) => url.port === String(portal.port), foreign)
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

async function open(url: string): Promise<Page> {
  const page = await browser.context.newPage()
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(url, { waitUntil: 'load' })
  return page
}

test('no third party is requested before a click; the right frame is requested after it (BLOCK-30)', async () => {
  const page = await open(tech + EMBEDS)
  expect(foreign).toEqual([])
  const button = page.getByRole('button', { name: 'Pokaż treść z YouTube' })
  const requested = page.waitForRequest((request) => request.url().startsWith('https://www.youtube-nocookie.com/'))
  await button.click()
  expect((await requested).url()).toBe('https://www.youtube-nocookie.com/embed/bBC-nXj3Ng4')
  const frame = page.locator('iframe')
  expect(await frame.count()).toBe(1)
  expect(await frame.getAttribute('title')).toBe('Treść z serwisu YouTube')
  expect(await page.getByRole('button', { name: 'Pokaż treść z Vimeo' }).isVisible()).toBe(true)
  await page.close()
})

test('a poster of our own is shown before the click, and loads the frame (EMB-13, EMB-14)', async () => {
  foreign.length = 0
  const page = await open(tech + EMBEDS)
  const box = page.locator('.embed-row .embed-box').first()
  await box.scrollIntoViewIfNeeded()
  expect(await box.locator('.embed-title').textContent()).toContain('bitcoin')
  expect(await box.locator('time').getAttribute('datetime')).toBe('PT26M20S')
  const poster = box.locator('img')
  await poster.evaluate((image: HTMLImageElement) => image.decode())
  expect(foreign).toEqual([])
  const { x, y, width, height } = (await poster.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  expect(width / height).toBeCloseTo(16 / 9, 1)
  await page.mouse.click(x + width / 2, y + height / 2)
  expect(await box.locator('iframe').getAttribute('src')).toContain('bBC-nXj3Ng4')
  await page.close()
})

test('a row of embeds scrolls by keyboard, in place of the page (EMB-14)', async () => {
  const page = await open(tech + EMBEDS)
  await page.setViewportSize({ width: 360, height: 740 })
  const row = page.locator('ul.embed-row')
  await row.focus()
  expect(await row.getAttribute('aria-label')).toBe('Osadzone treści')
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => (document.querySelector('.embed-row')?.scrollLeft ?? 0) > 0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.close()
})

test('a gallery opens an image in a dialog; Escape closes it and restores the focus (BLOCK-25)', async () => {
  const page = await open(portal.url + GALLERY)
  const imageFile = page.locator('.gallery a').first()
  await imageFile.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
  expect(await imageFile.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})

test('the theme follows the system until the reader chooses, and the choice persists (THEME-1)', async () => {
  const page = await browser.context.newPage()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(tech)
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme)
  expect(await theme()).toBe('dark')
  const themeSwitch = page.getByRole('switch', { name: 'Tryb ciemny' })
  expect(await themeSwitch.getAttribute('aria-checked')).toBe('true')
  await themeSwitch.click()
  expect(await theme()).toBe('light')
  await page.reload()
  expect(await theme()).toBe('light')
  await page.close()
})

test('a 404 redirects after four seconds unless the reader stays (PAGE-20)', async () => {
  const [leaving, staying] = [await open(`${portal.url}/nie-ma`), await open(`${portal.url}/nie-ma`)]
  await staying.getByRole('button', { name: 'Zostań na tej stronie' }).click()
  await leaving.waitForURL(`${portal.url}/`, { timeout: 8000 })
  expect(staying.url()).toBe(`${portal.url}/nie-ma`)
  await leaving.close()
  await staying.close()
})

test('everything is usable without scripts: links for embeds, images, menu and shaded text (PAGE-10)', async () => {
  const plain = await browser.context.browser()?.newContext({ javaScriptEnabled: false })
  if (!plain) throw new Error('no browser')
  const page = await plain.newPage()
  await page.goto(tech + EMBEDS)
  expect(await page.getByRole('link', { name: 'Otwórz w serwisie YouTube' }).isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: /^Pokaż treść/ }).count()).toBe(0)
  await plain.close()
})

test.each([360, 1280])('no page is wider than a screen of %i pixels', async (width) => {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 800 })
  for (const path of ['/', GALLERY, '/kategoria/edukacja', '/author/ida-korczyk', '/search?s=klucz', '/nie-ma']) {
    await page.goto(portal.url + path)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([path, overflow <= 0]).toEqual([path, true])
  }
  await page.close()
})

test('tables in raw HTML are no wider than a small screen: a calendar fits, others scroll (BLOCK-45)', async () => {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(portal.url + GALLERY)
  const hidden = await page.evaluate(() =>
    [7, 40].map((columns) => {
      const block = Object.assign(document.createElement('div'), { className: 'html' })
      const row = block.appendChild(document.createElement('table')).insertRow()
      for (let day = 10; day < 10 + columns; day += 1) row.insertCell().textContent = String(day)
      document.querySelector('.article-body')?.append(block)
      return block.scrollWidth - block.clientWidth
    }),
  )
  expect(hidden[0]).toBe(0)
  expect(hidden[1]).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.close()
})

test('no script of the portal failed', () => {
  expect(errors).toEqual([])
})
