import type { Page } from 'playwright-core'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { type Site, startSite } from '../support/site.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const COLUMNS = '/2026/06/emisja-i-spalanie-etheru'
const TERMS = '/2026/06/zgody-na-tokeny-jak-cofac'
const LINE_CHART = '/2026/11/krzywa-ladowania-ac-i-dc'
/** 44 letters without a place to break at. */
const WORD = 'Konstantynopolitanczykowianeczkowianeczkowna'

let site: Site
beforeAll(async () => {
  site = await startSite({ GAM_NETWORK_CODE: '123456' })
})
afterAll(() => site.close())

const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { left, right, top, width } = element.getBoundingClientRect()
      return { left, right, top: top + scrollY, width }
    })
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

/** The middle number of characters of a full line of text. */
const charactersOfLines = (page: Page) =>
  page.evaluate(() => {
    const lengths = [...document.querySelectorAll('.article-body > p')].slice(0, 8).flatMap((paragraph) => {
      const lines = new Map<number, number>()
      const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0
        for (let at = 0; at < length; at += 1) {
          const range = document.createRange()
          range.setStart(node, at)
          range.setEnd(node, at + 1)
          const line = Math.round(range.getBoundingClientRect().bottom / 12)
          lines.set(line, (lines.get(line) ?? 0) + 1)
        }
      }
      return [...lines.values()].slice(0, -1)
    })
    return lengths.sort((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 0
  })

test('text has the size that the reader has chosen for the browser, and about 18 px else (ART-12)', async () => {
  const page = await site.open(ARTICLE, { width: 360 })
  const sizes = () =>
    page.evaluate(() => [
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      Number.parseFloat(getComputedStyle(document.querySelector('.article-body') as Element).fontSize),
    ])
  expect(await sizes()).toEqual([16, 18])
  expect(await charactersOfLines(page)).toBeGreaterThanOrEqual(36)
  await page.close()
})

test.each([768, 1280, 1600])('a line of text has 62 to 70 characters at %i pixels (ART-12)', async (width) => {
  const page = await site.open(ARTICLE, { width })
  const characters = await charactersOfLines(page)
  expect(characters).toBeGreaterThanOrEqual(62)
  expect(characters).toBeLessThanOrEqual(70)
  await page.close()
})

test('the headline, its image, advertisements, text and further articles stand on one grid (ART-12)', async () => {
  const page = await site.open(ARTICLE, { prepare: recordShifts, context: {} })
  const [header, hero, ad, wide, text, cards] = await Promise.all(
    ['.article-header', '.hero', '.article > .ad', '.article-body > .ad', '.article-body', '.read-next'].map(
      (selector) => boxOf(page, selector),
    ),
  )
  if (!header || !hero || !ad || !wide || !text || !cards) throw new Error('a part is missing')
  for (const box of [ad, cards]) expect(box.left).toBeCloseTo(header.left, 0)
  // Behind the column of the contents (ART-17).
  expect(wide.left).toBeCloseTo(header.left + 240, 0)
  for (const box of [ad, wide, cards]) expect(box.right).toBeCloseTo(hero.right, 0)
  expect(hero.width).toBeCloseTo(header.width, 0)
  expect((text.left + text.right) / 2).toBeCloseTo((header.left + hero.right) / 2, 0)
  expect(await shiftsOf(page)).toEqual([])
  await page.close()
})

test('text begins in the first screen of 1280x800, below a headline next to its image (ART-12)', async () => {
  const page = await site.open(ARTICLE)
  expect((await boxOf(page, '.article-body > p')).top).toBeLessThan(640)
  expect((await boxOf(page, '.hero')).top).toBeCloseTo((await boxOf(page, '.article-header')).top, 0)
  await page.close()
})

test.each([
  [320, 100],
  [360, 100],
  [360, 200],
  [768, 200],
  [1280, 200],
])(
  'nothing is wider than a screen of %i pixels with text of %i per cent and long words (A11Y-3)',
  async (width, text) => {
    const page = await site.open(ARTICLE, { width })
    const count = await page.evaluate(
      ([word, size]) => {
        document.documentElement.style.fontSize = `${size}%`
        const places =
          'h1, h2, h3, .lead, .chip, .card-title a, .author a, .trail a, .contents a, .onward-title, .series-line a, figcaption, caption, .article-body > p, .article-body li'
        const elements = [...document.querySelectorAll('main *')].filter((element) => element.matches(places))
        for (const element of elements) element.textContent = String(word)
        return elements.length
      },
      [WORD, text],
    )
    expect(count).toBeGreaterThan(20)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    const wordmark = await page
      .locator('.header .wordmark')
      .evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(wordmark).toBeLessThanOrEqual(0)
    await page.close()
  },
)

test('contents are folded on a phone, where a tap opens them, and open next to the text on a large screen (ART-9)', async () => {
  const phone = await site.open(ARTICLE, { width: 360 })
  const first = phone.locator('.contents a').first()
  expect(await first.isVisible()).toBe(false)
  expect(await phone.locator('.contents').evaluate((element) => element.getBoundingClientRect().height)).toBeLessThan(
    64,
  )
  await phone.locator('.contents summary').click()
  expect(await first.isVisible()).toBe(true)
  await phone.close()
  const large = await site.open(ARTICLE, { width: 1280 })
  const heights = await large
    .locator('.contents a')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().height))
  expect(heights.length).toBeGreaterThan(2)
  expect(Math.min(...heights)).toBeGreaterThan(16)
  await large.close()
})

test('two columns of half the width stand side by side where there is room for them (BLOCK-20)', async () => {
  for (const [width, isBeside] of [
    [360, false],
    [640, true],
    [1280, true],
  ] as const) {
    const page = await site.open(COLUMNS, { width })
    const [left, right] = [await boxOf(page, '.columns > :first-child'), await boxOf(page, '.columns > :last-child')]
    expect([width, right.left > left.right, right.top === left.top]).toEqual([width, isBeside, isBeside])
    await page.close()
  }
})

test('a glossary has its terms stand out from what they mean (BLOCK-48)', async () => {
  const page = await site.open(TERMS)
  const [term, meaning] = [await boxOf(page, '.article-body dt'), await boxOf(page, '.article-body dd')]
  expect(meaning.left).toBeGreaterThan(term.left)
  const weight = await page
    .locator('.article-body dt')
    .first()
    .evaluate((element) => getComputedStyle(element).fontWeight)
  expect(Number(weight)).toBeGreaterThan(500)
  await page.close()
})

test('images of a gallery are level, and further articles keep their distance (BLOCK-25)', async () => {
  const page = await site.open(ARTICLE)
  const tops = await page
    .locator('.gallery-row > li')
    .evaluateAll((items) => items.map((item) => Math.round(item.getBoundingClientRect().top)))
  expect(tops.length).toBeGreaterThan(1)
  expect(new Set(tops).size).toBe(1)
  const [above, below] = await page.evaluate(() => {
    const next = document.querySelector('.read-next')
    return [next?.previousElementSibling?.getBoundingClientRect().bottom ?? 0, next?.getBoundingClientRect().top ?? 0]
  })
  expect((below ?? 0) - (above ?? 0)).toBeGreaterThanOrEqual(40)
  await page.close()
})

test.each([320, 360, 1280])('labels of a chart stand apart, within its box, at %i pixels (BLOCK-27)', async (width) => {
  const page = await site.open(LINE_CHART, { service: 'autoblog', width })
  const { overlaps, outside, gap, letters, count } = await page.locator('.chart').evaluate((chart) => {
    const svg = chart.querySelector('svg')
    const labels = [...(svg?.querySelectorAll('text') ?? [])].map((label) => label.getBoundingClientRect())
    const frame = svg?.getBoundingClientRect() ?? new DOMRect()
    const style = getComputedStyle(chart)
    const room = chart.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    const meet = (a: DOMRect, b: DOMRect) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1
    return {
      overlaps: labels.flatMap((a, at) => labels.slice(at + 1).filter((b) => meet(a, b))).length,
      outside: labels.filter(({ left, right }) => left < frame.left - 1 || right > frame.right + 1).length,
      gap: Math.abs(room - frame.width),
      letters: Math.min(...labels.map(({ height }) => height)),
      count: labels.length,
    }
  })
  expect({ overlaps, outside }).toEqual({ overlaps: 0, outside: 0 })
  expect(gap).toBeLessThan(1)
  expect(letters).toBeGreaterThan(12)
  expect(count).toBeGreaterThan(6)
  await page.close()
})

test('numbers of a table stand below one another (BLOCK-14)', async () => {
  const page = await site.open(ARTICLE)
  const rights = await page.locator('.article-body :is(th, td).numeric').evaluateAll((cells) =>
    cells.map((cell) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      return Math.round(range.getBoundingClientRect().right)
    }),
  )
  expect(rights.length).toBeGreaterThan(4)
  expect(new Set(rights).size).toBe(1)
  await page.close()
})

test('the image has its caption and credit, on the page and in AMP; its creator is in the structured data (IMG-27)', async () => {
  const page = await site.open(ARTICLE)
  const caption = 'Każdy blok trzyma się poprzedniego. Rys. Szpalta'
  const shown = await page.locator('.hero figcaption').innerText()
  expect(shown).toBe(caption)
  const amp = await site.portal.follow(`/wp-json/amp/v2/post${ARTICLE}`)
  const [, inAmp = ''] = /<figcaption>(<span>Każdy.*?)<\/figcaption>/.exec(amp.text) ?? []
  expect(inAmp.replace(/<[^>]*>/g, '')).toBe(caption)
  const data = await page.locator('script[type="application/ld+json"]').first().textContent()
  expect(data).toContain('"creditText":"Rys. Szpalta"')
  await page.close()
})

test('a gallery is walked through by buttons and arrow keys, and the focus returns to the image seen last (BLOCK-25)', async () => {
  const page = await site.open(ARTICLE)
  const links = page.locator('.gallery a:has(img)')
  const count = await links.count()
  await links.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const sourceOf = () => dialog.locator('img').getAttribute('src')
  const first = await sourceOf()
  expect(await dialog.getByRole('status').textContent()).toBe(`1 / ${count}`)
  const next = dialog.getByRole('button', { name: 'Następne zdjęcie' })
  await next.focus()
  await page.keyboard.press('Enter')
  expect(await sourceOf()).not.toBe(first)
  expect(await next.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowLeft')
  expect(await sourceOf()).toBe(first)
  await dialog.getByRole('button', { name: 'Poprzednie zdjęcie' }).click()
  expect(await dialog.getByRole('status').textContent()).toBe(`${count} / ${count}`)
  const swipe = (to: number) =>
    dialog.locator('img').evaluate((image, x) => {
      const at = (clientX: number) => ({ clientX, clientY: 300, isPrimary: true, pointerType: 'touch', bubbles: true })
      image.dispatchEvent(new PointerEvent('pointerdown', at(400)))
      image.dispatchEvent(new PointerEvent('pointerup', at(x)))
    }, to)
  await swipe(420)
  expect(await dialog.getByRole('status').textContent()).toBe(`${count} / ${count}`)
  await swipe(250)
  expect(await dialog.getByRole('status').textContent()).toBe(`1 / ${count}`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  expect(await dialog.count()).toBe(0)
  expect(await links.nth(1).evaluate((element) => element === document.activeElement)).toBe(true)
  expect(site.errors).toEqual([])
  await page.close()
})
