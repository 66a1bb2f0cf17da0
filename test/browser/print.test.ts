import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

/** Has a hero, further images and a shaded part. */
const ARTICLE = '/2026/02/fraza-bip39-w-liczbach'
const ON_TECH = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'

let portal: TestPortal
let browser: TestBrowser
let page: Page

beforeAll(async () => {
  portal = await startTestPortal()
  browser = await startBrowser((url) => url.port === String(portal.port))
  page = await browser.context.newPage()
})
afterAll(async () => {
  await browser.close()
  await portal.close()
})

async function openOnPaper(url: string): Promise<void> {
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await page.goto(url)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** How many elements there are, and how many of them take up space in print. */
const shown = (selector: string) =>
  page.locator(selector).evaluateAll((all) => [all.length, all.filter((element) => element.checkVisibility()).length])

test('print has heading, lead, byline, images and text (PRINT-1)', async () => {
  await openOnPaper(portal.url + ARTICLE)
  for (const selector of [
    'h1',
    '.article-header .lead',
    '.byline',
    '.hero img',
    '.article-body p',
    '.article-body h2',
  ]) {
    const [count = 0, visible] = await shown(selector)
    expect([selector, count > 0, visible]).toEqual([selector, true, count])
  }
})

test('collapsed content is expanded in print, and its toggle is hidden (PRINT-3)', async () => {
  await openOnPaper(portal.url + ARTICLE)
  const folded = page.locator('details.shade .shade-text').first()
  expect(await folded.count()).toBe(1)
  expect(await folded.evaluate((text) => text.getBoundingClientRect().height)).toBeGreaterThan(20)
  expect((await shown('details.shade > summary'))[1]).toBe(0)
  await page.emulateMedia({ media: 'screen' })
  expect(await folded.evaluate((text) => text.checkVisibility())).toBe(false)
})

test.each([ARTICLE, '/'])('print has no buttons, forms or navigation: %s (PRINT-2)', async (path) => {
  await openOnPaper(portal.url + path)
  // An ad slot, whether this page has one or not.
  await page.evaluate(() => {
    const ad = Object.assign(document.createElement('div'), { className: 'ad', textContent: '.' })
    document.querySelector('main')?.append(ad)
  })
  const never = [
    'body > header',
    'body > footer',
    'footer',
    'nav',
    'form',
    'button',
    '.ad',
    'aside.newsletter',
    '.skip-link',
  ]
  const further = ['.share', '.read-next', '.onward', '.comments', '.contents', '.reading-progress', '.further-status']
  for (const selector of [...never, ...further]) expect([selector, (await shown(selector))[1]]).toEqual([selector, 0])
  expect((await shown('body > header'))[0]).toBe(1)
  expect((await shown('nav'))[0]).toBeGreaterThan(1)
})

test('an embed that was not opened leaves no empty box (PRINT-2)', async () => {
  await openOnPaper(`http://post.localhost:${portal.port}${ON_TECH}`)
  const [count, visible] = await shown('.embed-box')
  expect(count).toBeGreaterThan(0)
  expect(visible).toBe(0)
})

test('print is black on white in the dark theme too, and images keep their brightness (PRINT-3)', async () => {
  await openOnPaper(`http://post.localhost:${portal.port}${ON_TECH}`)
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  const styles = await page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector) ?? document.body)
    return [
      of('html').backgroundColor,
      of('h1').color,
      of('.lead').color,
      of('.article-body p').color,
      of('.hero img').filter,
    ]
  })
  expect(styles).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'rgb(0, 0, 0)', 'none'])
})

test('only the first of several loaded articles is printed (PRINT-1)', async () => {
  await openOnPaper(portal.url + ARTICLE)
  await page.evaluate(() => {
    const article = document.querySelector('[data-articles] > .article')
    article?.after(article.cloneNode(true))
  })
  expect(await shown('.article')).toEqual([2, 1])
})

test('paper says whose the article is and where, shows galleries in columns and words of abbreviations (PRINT-4)', async () => {
  await openOnPaper(`${portal.url}/2026/02/blockchain-skrot-blok-lancuch`)
  const printed = await page.evaluate(() => {
    const short = Object.assign(document.createElement('abbr'), { title: 'słowa skrótu', textContent: 'SK' })
    document.querySelector('.article-body p')?.append(short)
    const after = (selector: string, pseudo: string) =>
      getComputedStyle(document.querySelector(selector) ?? document.body, pseudo).content
    const tops = [...document.querySelectorAll('.gallery-row > li')].map((one) => one.getBoundingClientRect().top)
    const named = ['og:url', 'og:site_name'].map((name) => `meta[property="${name}"]`)
    const bottoms = named.map((name) => document.querySelector(name)?.getBoundingClientRect().bottom ?? 0)
    const top = document.querySelector('h1')?.getBoundingClientRect().top ?? 0
    return {
      source: named.map((name) => after(name, '::before')).join(''),
      isAbove: bottoms.every((bottom) => bottom > 0 && bottom < top),
      words: after('abbr[title="słowa skrótu"]', '::after'),
      tops,
    }
  })
  // Browsers differ in whether they join the parts.
  const [source, words] = [printed.source, printed.words].map((text) => text.replaceAll(/" ?"/g, ''))
  expect(source).toMatch(/^"https?:\/\/\S+\/2026\/02\/blockchain-skrot-blok-lancuch · Szpalta Akademia krypto"$/)
  expect([printed.isAbove, words]).toEqual([true, '" (słowa skrótu)"'])
  expect(printed.tops.length).toBeGreaterThan(1)
  expect(printed.tops[0]).toBe(printed.tops[1])
})

/** The height of a page of A4 within its margins; its width is 170 mm. CSS pixels. */
const PAGE = { width: 643, height: 986 }

test.each([
  [(port: number) => `http://localhost:${port}${ARTICLE}`],
  [(port: number) => `http://localhost:${port}/2026/09/stablecoin-czy-cyfrowe-euro`],
  [(port: number) => `http://localhost:${port}/2026/02/blockchain-skrot-blok-lancuch`],
  [(port: number) => `http://post.localhost:${port}${ON_TECH}`],
])('what stays whole is no higher than two fifths of a page (PRINT-5)', async (urlOn) => {
  await page.setViewportSize({ width: PAGE.width, height: PAGE.height })
  await openOnPaper(urlOn(portal.port))
  const heights = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.article *')]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).breakInside === 'avoid')
      .map((one) => one.getBoundingClientRect().height),
  )
  expect(heights.length).toBeGreaterThan(0)
  expect(Math.max(...heights)).toBeLessThan(PAGE.height * 0.4)
  await page.setViewportSize({ width: 1280, height: 720 })
})
