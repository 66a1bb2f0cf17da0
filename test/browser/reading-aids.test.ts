import type { Page } from 'playwright-core'
import { seriousProblems } from '../support/axe.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const OTHER = '/2026/02/fraza-bip39-w-liczbach'
const SAVED = '/zapisane'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first()
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const bodySize = (page: Page) =>
  page
    .locator('.article-body')
    .first()
    .evaluate((body) => Number.parseFloat(getComputedStyle(body).fontSize))

// Side by side, each in a profile of its own.
test.concurrent.each([360, 1280])(
  'a text size is kept, without a shift on the pages after it, at %i pixels (AID-1)',
  async (width) => {
    const page = await site.open(ARTICLE, { width, prepare: recordShifts, context: {} })
    const usual = await bodySize(page)
    await button(page, 'A+, Większy tekst').click()
    await until(
      () => bodySize(page),
      (size) => Math.abs(size - usual * 1.125) < 0.1,
    )
    await button(page, 'A+, Większy tekst').click()
    await button(page, 'A+, Większy tekst').click()
    await until(
      () => bodySize(page),
      (size) => Math.abs(size - usual * 1.5) < 0.1,
    )
    expect(await page.locator('[data-feature=reading] [role=status]').textContent()).toBe('Wielkość tekstu: 150%')
    expect(await button(page, 'A+, Większy tekst').getAttribute('aria-disabled')).toBe('true')
    await button(page, 'A+, Większy tekst').press('Enter')
    expect(await bodySize(page)).toBeCloseTo(usual * 1.5, 1)

    await page.goto(site.origin() + OTHER)
    expect(await bodySize(page)).toBeCloseTo(usual * 1.5, 1)
    await page.waitForFunction(() => document.readyState === 'complete')
    expect(await shiftsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

    for (let step = 0; step < 3; step += 1) await button(page, 'A−, Mniejszy tekst').click()
    await until(
      () => stored(page, 'text-size'),
      (size) => size === null,
    )
    expect(await bodySize(page)).toBe(usual)
    expect(site.errors).toEqual([])
    await page.close()
  },
)

test.concurrent('strange sizes in the storage are none (AID-1)', async () => {
  const page = await site.open(ARTICLE, { context: {} })
  const usual = await bodySize(page)
  for (const size of ['9', '1.5;x', '{}']) {
    await page.evaluate((text) => localStorage.setItem('text-size', text), size)
    await page.reload()
    expect(await bodySize(page)).toBe(usual)
  }
  await page.close()
})

test.concurrent('an article is saved and removed by keyboard, and its button says so (AID-3, AID-5)', async () => {
  const page = await site.open(ARTICLE, { width: 360, context: {}, prepare: recordShifts })
  const save = button(page, 'Zapisz artykuł')
  await save.focus()
  await page.keyboard.press('Enter')
  await until(
    () => page.locator('[data-feature=reading] [role=status]').textContent(),
    (text) => text === 'Zapisano. Ten artykuł przeczytasz też bez internetu.',
  )
  expect(await save.getAttribute('aria-pressed')).toBe('true')
  expect(await seriousProblems(page)).toEqual([])

  await page.reload()
  await until(
    () => save.getAttribute('aria-pressed'),
    (pressed) => pressed === 'true',
  )
  expect(await shiftsOf(page)).toEqual([])

  await page.goto(site.origin() + OTHER)
  await save.click()
  await until(
    () => stored(page, 'saved'),
    (saved) => saved?.includes(OTHER) === true,
  )
  await page.goto(site.origin() + SAVED)
  const links = page.locator('.saved-articles a')
  await links.first().waitFor()
  // The latest first.
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([OTHER, ARTICLE])
  expect(await seriousProblems(page)).toEqual([])
  expect(await shiftsOf(page)).toEqual([])
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
  await page
    .getByRole('button', { name: /^Usuń: / })
    .first()
    .click()
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([ARTICLE])
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Usuń')
  await page.getByRole('button', { name: /^Usuń: / }).click()
  await page.getByText('Nic tu jeszcze nie ma.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await stored(page, 'saved')).toBe('[]')
  await until(
    () => page.evaluate(async (path) => (await (await caches.open('saved')).match(path)) !== undefined, ARTICLE),
    (isKept) => !isKept,
  )
  expect(site.errors).toEqual([])
  await page.close()
})

test.concurrent('a saved article and the list open without a network, with images and styles (AID-3, AID-5)', async () => {
  const page = await site.open(ARTICLE, { context: { serviceWorkers: 'allow' } })
  const usual = await bodySize(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await button(page, 'Zapisz artykuł').click()
  await until(
    () => page.locator('[data-feature=reading] [role=status]').textContent(),
    (text) => text !== '',
  )
  // What the worker keeps of read articles is not what is looked at here.
  await page.evaluate(async () => {
    await caches.delete('articles')
    await caches.delete('pictures')
  })
  const images = await page.evaluate(() => JSON.parse(localStorage.getItem('saved') ?? '[]')[0].length - 2)
  expect(images).toBeGreaterThan(0)
  await page.goto('about:blank')
  await page.context().setOffline(true)
  await page.goto(site.origin() + ARTICLE)
  expect(await page.locator('h1').textContent()).toMatch(/blockchain/i)
  expect(await bodySize(page)).toBe(usual)
  await until(
    () => page.locator('.hero img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    (naturalWidth) => naturalWidth > 0,
  )
  await page.goto(`${site.origin()}/2026/01/nie-zapisany`)
  await page.getByRole('link', { name: 'Zapisane artykuły' }).waitFor()
  await page.goto(site.origin() + SAVED)
  await page.locator('.saved-articles a').waitFor()
  await until(
    () => page.locator('.saved-articles img').evaluate((image: HTMLImageElement) => image.naturalWidth),
    (naturalWidth) => naturalWidth > 0,
  )
  expect(await page.locator('.saved-articles li p').textContent()).toMatch(/^Edukacja · \d+ min czytania$/)
  await page.close()
})

test.concurrent('without a network the aids speak, and offer the way back (AID-3, AID-4)', async () => {
  const page = await site.open(ARTICLE, { context: { serviceWorkers: 'allow' } })
  await page.evaluate(() => navigator.serviceWorker.ready)
  const status = page.locator('[data-feature=reading] [role=status]')
  await button(page, 'Zapisz artykuł').click()
  await until(
    () => status.textContent(),
    (text) => text !== '',
  )
  const beginning = ((await page.locator('.article-body > p').nth(4).textContent()) ?? '').replace(/\s+/g, ' ').trim()
  await page.evaluate(
    (list) => localStorage.setItem('places', JSON.stringify(list)),
    [[ARTICLE, beginning.slice(0, 60)]],
  )
  await page.goto('about:blank')
  // Only the worker is left.
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache')
  await page.context().setOffline(true)
  await page.goto(site.origin() + ARTICLE)
  await button(page, 'Wróć do ostatnio czytanego fragmentu').waitFor()
  await button(page, 'A+, Większy tekst').click()
  await button(page, 'A+, Większy tekst').click()
  await until(
    () => status.textContent(),
    (text) => text === 'Wielkość tekstu: 125%',
  )
  await button(page, 'Zapisz artykuł').click()
  await until(
    () => status.textContent(),
    (text) => text === 'Usunięto z zapisanych.',
  )
  await page.close()
})

test.concurrent('an offer that cannot be shown keeps no place from being recorded (AID-4)', async () => {
  const page = await site.open(ARTICLE, { context: {} })
  const paragraphs = page.locator('.article-body > p')
  const beginnings = await paragraphs.evaluateAll((all) =>
    all.map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)),
  )
  await page.evaluate((list) => localStorage.setItem('places', JSON.stringify(list)), [[ARTICLE, beginnings[8]]])
  await page.route('**/feature-reading-*.css', (route) => route.abort())
  await page.reload()
  await paragraphs
    .nth(4)
    .evaluate((element) => scrollTo({ top: element.getBoundingClientRect().top + scrollY - 100, behavior: 'instant' }))
  await until(
    async () => (JSON.parse((await stored(page, 'places')) ?? '[]') as string[][])[0]?.[1],
    (place) => place === beginnings[4],
  )
  expect(await page.locator('.resume').count()).toBe(0)
  await page.close()
})

test.concurrent('fifty articles are kept, and what is no list is none (AID-3)', async () => {
  const page = await site.open(ARTICLE, { context: {} })
  const others = Array.from({ length: 60 }, (_, n) => [`/2026/01/tekst-${n}`, `Tekst ${n}`])
  await page.evaluate((list) => localStorage.setItem('saved', JSON.stringify(list)), others)
  await button(page, 'Zapisz artykuł').click()
  await until(
    async () => JSON.parse((await stored(page, 'saved')) ?? '[]') as unknown[][],
    (list) => list.length === 50,
  )
  expect((JSON.parse((await stored(page, 'saved')) ?? '[]') as unknown[][])[0]?.[0]).toBe(ARTICLE)
  await page.goto(site.origin() + SAVED)
  for (const strange of ['no JSON', '{}', '[7]', '[["javascript:alert(1)","x"]]', '[["//evil.example","x"]]']) {
    await page.evaluate((text) => localStorage.setItem('saved', text), strange)
    await page.reload()
    await page.getByText('Nic tu jeszcze nie ma.').waitFor()
    expect(await page.locator('.saved-articles a').count()).toBe(0)
  }
  expect(site.errors).toEqual([])
  await page.close()
})

test.concurrent('a reader who comes back is offered the way to where reading stopped, until the end is reached (AID-4)', async () => {
  const page = await site.open(ARTICLE, { width: 360, context: {}, prepare: recordShifts })
  const paragraph = page.locator('.article-body > p').nth(5)
  await page.mouse.move(180, 400)
  await paragraph.evaluate((element) =>
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - 100, behavior: 'instant' }),
  )
  const places = async () => JSON.parse((await stored(page, 'places')) ?? '[]') as string[][]
  const beginning = ((await paragraph.textContent()) ?? '').replace(/\s+/g, ' ').trim().slice(0, 60)
  await until(
    async () => (await places())[0]?.[1],
    (place) => place === beginning,
  )

  await page.goto(site.origin() + ARTICLE)
  const go = button(page, 'Wróć do ostatnio czytanego fragmentu')
  await go.waitFor()
  expect(await shiftsOf(page)).toEqual([])
  expect(await seriousProblems(page)).toEqual([])
  await go.click()
  await until(
    () => paragraph.evaluate((element) => Math.round(element.getBoundingClientRect().top)),
    (top) => top >= 0 && top < 200,
  )
  expect(await page.locator('.resume').count()).toBe(0)
  expect(await paragraph.evaluate((element) => document.activeElement === element)).toBe(true)

  await page
    .locator('.article-footer')
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }))
  await until(places, (list) => list.length === 0)
  await page.goto(site.origin() + ARTICLE)
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(await page.locator('.resume').count()).toBe(0)
  expect(site.errors).toEqual([])
  await page.close()
})

test.concurrent('an offer that is refused is forgotten, and fifty places are kept (AID-4)', async () => {
  const page = await site.open(ARTICLE, { context: {}, prepare: recordShifts })
  const beginning = await page
    .locator('.article-body > p')
    .nth(4)
    .evaluate((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 60))
  await page.evaluate((list) => localStorage.setItem('places', JSON.stringify(list)), [[ARTICLE, beginning]])
  // Late, its style sheet moves nothing either.
  await page.route('**/feature-reading-*.css', async (route) => {
    await page.waitForTimeout(1000)
    await route.fallback()
  })
  await page.reload()
  const hide = page.locator('.resume').getByRole('button', { name: 'Ukryj' })
  await hide.waitFor()
  expect(await shiftsOf(page)).toEqual([])
  await page.unrouteAll({ behavior: 'wait' })
  await hide.click()
  expect(await stored(page, 'places')).toBe('[]')
  expect(await page.locator('.resume').count()).toBe(0)

  const others = Array.from({ length: 60 }, (_, n) => [`/2026/01/tekst-${n}`, 'Początek akapitu'])
  await page.evaluate((list) => localStorage.setItem('places', JSON.stringify(list)), others)
  await page.reload()
  await page
    .locator('.article-body > p')
    .nth(4)
    .evaluate((element) => scrollTo({ top: element.getBoundingClientRect().top + scrollY - 100, behavior: 'instant' }))
  await until(
    async () => (JSON.parse((await stored(page, 'places')) ?? '[]') as string[][]).at(-1)?.[0],
    (path) => path === ARTICLE,
  )
  expect((JSON.parse((await stored(page, 'places')) ?? '[]') as string[][]).length).toBe(50)
  await page.close()
})

test.concurrent('without JavaScript there are no controls, and the list says what it needs (A11Y-13, AID-5)', async () => {
  const page = await site.open(ARTICLE, { context: { javaScriptEnabled: false } })
  expect(await button(page, 'A+, Większy tekst').isVisible()).toBe(false)
  expect(await button(page, 'Zapisz artykuł').isVisible()).toBe(false)
  await page.goto(site.origin() + SAVED)
  expect(await page.locator('.page noscript p').isVisible()).toBe(true)
  await page.close()
})

test.concurrent('a page loads nothing of it before an interaction (AID-6)', async () => {
  const names: string[] = []
  const page = await site.open(ARTICLE, {
    context: {},
    prepare: async (page) => void page.on('request', (request) => names.push(new URL(request.url()).pathname)),
  })
  await page.waitForLoadState('networkidle')
  const reading = () => names.filter((name) => /\/assets\/(?:feature-)?reading-/.test(name)).length
  expect(reading()).toBe(0)
  await page.keyboard.press('Tab')
  await until(reading, (count) => count === 2)
  await page.close()
})

const bookmark = (page: Page) => page.locator('.header .saved-link')

test.concurrent('a bookmark comes with the first saved article and goes with the last one (AID-8)', async () => {
  const page = await site.open(ARTICLE, { prepare: recordShifts, context: {} })
  expect(await bookmark(page).count()).toBe(0)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((name) => name.includes('saved'))).toEqual([])
  await button(page, 'Zapisz artykuł').click()
  await bookmark(page).waitFor()
  expect(await bookmark(page).getAttribute('aria-label')).toBe('Zapisane artykuły: 1')
  await bookmark(page).click()
  await page.waitForURL(`**${SAVED}`)
  await page.getByRole('button', { name: /^Usuń/ }).first().click()
  await until(
    () => bookmark(page).count(),
    (count) => count === 0,
  )
  await page.close()
})

test.concurrent.each([320, 360, 768, 1280])(
  'the bookmark moves nothing and cuts no name, at %i pixels (AID-8)',
  async (width) => {
    const prepare = async (page: Page) => {
      await recordShifts(page)
      await page.addInitScript(() => localStorage.setItem('saved', JSON.stringify([['/2026/02/a', 'A', '/2026/02/a']])))
    }
    const page = await site.open(ARTICLE, { width, prepare, context: {} })
    await bookmark(page).waitFor({ state: width < 360 ? 'attached' : 'visible' })
    const { cut, wider } = await page.evaluate(() => {
      const name = document.querySelector('.header .wordmark')
      return {
        cut: (name?.scrollWidth ?? 0) - (name?.clientWidth ?? 0),
        wider: document.documentElement.scrollWidth - innerWidth,
      }
    })
    expect([cut, wider]).toEqual([0, 0])
    expect(await shiftsOf(page)).toEqual([])
    await page.close()
  },
)
