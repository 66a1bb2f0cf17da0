import type { Page } from 'playwright-core'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { createLiveNewsroom, type LiveNewsroom, updatesOfDay, type WrittenUpdate } from '../support/live-newsroom.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const DAY = '2026-11-24'
const OLD = updatesOfDay(30, DAY)
const PINNED = { time: `${DAY}T07:00`, heading: 'Co wiemy', text: 'Streszczenie.', classes: 'live-pinned' }
const at = (clock: string, text: string): WrittenUpdate => ({
  time: `${DAY}T${clock}`,
  heading: `Nagłówek ${clock}`,
  text,
})
const QUESTION = 10_000

declare global {
  interface Window {
    announced?: string[]
  }
}

let newsroom: LiveNewsroom
let site: Site
beforeAll(async () => {
  newsroom = await createLiveNewsroom([...OLD, PINNED])
  site = await startSite({ NEWSROOM_DIR: newsroom.folder })
})
afterAll(async () => {
  await site.close()
  await newsroom.remove()
})
/** As it was before the other tests, for new readers too: the first page after a purge is still the old one. */
beforeEach(async () => {
  await newsroom.write([...OLD, PINNED])
  const isOfBefore = async (path: string) => {
    const { text } = await site.portal.get(path)
    return /Nagłówek|Koniec|Poprawiony/.test(text) || !text.includes('Wpis 30.')
  }
  for (const path of [`/fragment/live${newsroom.path}`, newsroom.path])
    await until(
      () => isOfBefore(path),
      (isOld) => !isOld,
      30_000,
    )
})

/** Opens the page at a moment of the coverage, once its script follows it. */
async function follow(width: number, prepare: (page: Page) => Promise<unknown> = async () => {}): Promise<Page> {
  const page = await site.open(newsroom.path, {
    width,
    context: {},
    prepare: async (one) => {
      await one.clock.install({ time: `${DAY}T10:00:00+01:00` })
      await recordShifts(one)
      await prepare(one)
    },
  })
  await page.evaluate(() => {
    const announced: string[] = []
    window.announced = announced
    const status = document.querySelector('[data-live-status]')
    if (status)
      new MutationObserver(() => announced.push(status.textContent ?? '')).observe(status, { childList: true })
  })
  await oneQuestion(page)
  return page
}

/** Lets the page ask once. */
async function oneQuestion(page: Page): Promise<void> {
  const response = page.waitForResponse((one) => one.url().includes('/fragment/live/'))
  await until(
    async () => {
      await page.clock.fastForward(QUESTION)
      return Promise.race([response.then(() => true), page.waitForTimeout(200).then(() => false)])
    },
    (isThere) => isThere,
  )
}

/** Whether there is an element with a text, soon after a response. */
async function shows(page: Page, selector: string, text: string): Promise<boolean> {
  const texts = () => page.locator(selector).allTextContents()
  const shown = await until(texts, (all) => all.includes(text), 1000).catch(() => [])
  return shown.length > 0
}

/** Asks until there is an element with a text. */
async function askedUntil(page: Page, selector: string, text: string): Promise<void> {
  await until(
    async () => {
      await oneQuestion(page)
      return shows(page, selector, text)
    },
    (isShown) => isShown,
    20_000,
  )
}

const top = (page: Page, id: string) => page.locator(`#${id}`).evaluate((one) => one.getBoundingClientRect().top)
const announced = (page: Page) => page.evaluate(() => window.announced)
const idOf = (clock: string) => `live-20261124-${clock}`

test('new updates are counted and announced once a batch, and nothing moves until the reader wants them (LIVE-9)', async () => {
  const page = await follow(1280)
  const show = page.locator('[data-live-show]')
  await page.locator(`#${idOf('0820')}`).scrollIntoViewIfNeeded()
  const before = await top(page, idOf('0820'))

  await newsroom.write([at('09:00', 'Pierwszy.'), ...OLD, PINNED])
  await askedUntil(page, '[data-live-show]', '1 nowy wpis')
  await newsroom.write([at('09:20', 'Trzeci.'), at('09:10', 'Drugi.'), at('09:00', 'Pierwszy.'), ...OLD, PINNED])
  await askedUntil(page, '[data-live-show]', '3 nowe wpisy')

  expect(await announced(page)).toEqual(['1 nowy wpis', '3 nowe wpisy'])
  expect(await show.isVisible()).toBe(true)
  expect(await top(page, idOf('0820'))).toBe(before)
  expect(await page.locator(`#${idOf('0900')}`).count()).toBe(0)
  expect(await shiftsOf(page)).toEqual([])

  await show.focus()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(idOf('0920'))
  expect(await show.isVisible()).toBe(false)
  const order = await page.locator('[data-live-updates] > [data-update]').evaluateAll((all) => all.map(({ id }) => id))
  expect(order.slice(0, 5)).toEqual(['0700', '0920', '0910', '0900', '0830'].map(idOf))
  expect(await page.locator('.live-key-events a').first().getAttribute('href')).toBe(`#${idOf('0920')}`)
  expect((await shiftsOf(page)).filter(({ hadRecentInput }) => !hadRecentInput)).toEqual([])
  expect(site.errors).toEqual([])
  await page.close()
})

test('above the updates, out of their sight, new ones come in by themselves, announced (LIVE-9)', async () => {
  const page = await follow(360)
  await page.setViewportSize({ width: 360, height: 480 })
  await page.evaluate(() => scrollTo(0, 0))
  const place = await page.locator('[data-live-top]').evaluate((one) => one.getBoundingClientRect().top)
  expect(place).toBeGreaterThan(480)
  await newsroom.write([at('09:00', 'Pierwszy.'), ...OLD, PINNED])
  await askedUntil(page, '[data-live-updates] h2', 'Nagłówek 09:00')
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  expect(await announced(page)).toEqual(['1 nowy wpis'])
  expect(await shiftsOf(page)).toEqual([])
  await page.close()
})

/** The old updates, one of them with another text. */
const revised = (clock: string, text: string) =>
  OLD.map((one) => (one.time === `${DAY}T${clock}` ? { ...one, text } : one))
const textOf = (page: Page, clock: string) => page.locator(`#${idOf(clock)} > p:last-child`).textContent()
/** Asks until an update has a text. */
async function askedUntilRevised(page: Page, clock: string, text: string): Promise<void> {
  await until(
    async () => {
      await oneQuestion(page)
      return until(
        () => textOf(page, clock),
        (shown) => shown === text,
        1000,
      ).catch(() => '')
    },
    (shown) => shown === text,
    20_000,
  )
}

test('what was revised is shown where the reader is not, above and below, and moves nothing (LIVE-14)', async () => {
  const page = await follow(1280)
  await page.locator(`#${idOf('0818')}`).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const before = await top(page, idOf('0818'))
  const long = `Poprawiony. ${'Znacznie dłuższy tekst wpisu. '.repeat(40)}`.trim()
  for (const clock of ['08:30', '08:11']) {
    await newsroom.write([...revised(clock, long), PINNED])
    await askedUntilRevised(page, clock.replace(':', ''), long)
  }
  expect(await top(page, idOf('0818'))).toBe(before)
  expect(await announced(page)).toEqual([])
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  expect(await shiftsOf(page)).toEqual([])
  await page.close()
})

test('under the reader’s eyes it is offered, and shown when the reader wants it (LIVE-14)', async () => {
  const page = await follow(1280)
  await page.locator(`#${idOf('0820')}`).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await newsroom.write([...revised('08:20', 'Poprawiony tekst.'), PINNED])
  await askedUntil(page, '[data-live-show]', 'Pokaż poprawki')
  expect(await textOf(page, '0820')).toBe('Wpis 20.')
  expect(await announced(page)).toEqual(['Pokaż poprawki'])
  await page.locator('[data-live-show]').click()
  expect(await textOf(page, '0820')).toBe('Poprawiony tekst.')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(idOf('0820'))
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  await page.close()
})

test('a withdrawn update goes, a late one comes to its place, and neither the one nor an older one is news (LIVE-14)', async () => {
  const page = await follow(1280)
  await page.locator(`#${idOf('0818')}`).evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const order = () =>
    page.locator('[data-live-updates] > [data-update]').evaluateAll((all) => all.map(({ id }) => id).slice(0, 5))
  await newsroom.write([...OLD.filter(({ time }) => time !== `${DAY}T08:29`), PINNED])
  await until(
    async () => {
      await oneQuestion(page)
      return order()
    },
    (ids) => !ids.includes(idOf('0829')),
    20_000,
  )
  expect(await announced(page)).toEqual([])
  await newsroom.write([...OLD.filter(({ time }) => time !== `${DAY}T08:29`), at('08:29', 'Spóźniony.'), PINNED])
  await askedUntil(page, '[data-live-show]', '1 nowy wpis')
  await page.locator('[data-live-show]').click()
  expect(await order()).toEqual(['0700', '0830', '0829', '0828', '0827'].map(idOf))
  // What the withdrawn one made room for has come too.
  expect(await page.locator('[data-live-updates] > [data-update]').last().getAttribute('id')).toBe(idOf('0810'))
  await page.close()
})

test('an update in which the keyboard stands stays until it has left (LIVE-14)', async () => {
  const page = await follow(1280)
  const update = page.locator(`#${idOf('0830')}`)
  await update.evaluate((one) => {
    one.tabIndex = -1
    one.focus()
    document.querySelector('#live-20261124-0812')?.scrollIntoView({ block: 'start', behavior: 'instant' })
  })
  await newsroom.write([...revised('08:30', 'Poprawiony tekst.'), PINNED])
  await until(
    async () => (await site.portal.get(`/fragment/live${newsroom.path}`)).text,
    (text) => text.includes('Poprawiony tekst.'),
  )
  for (let question = 0; question < 3; question++) await oneQuestion(page)
  expect(await textOf(page, '0830')).toBe('Wpis 30.')
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe(idOf('0830'))
  await update.evaluate((one) => one.blur())
  await askedUntilRevised(page, '0830', 'Poprawiony tekst.')
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  await page.close()
})

test('a hidden page rests, and asks at once when it is seen; after failures the pauses grow (LIVE-6)', async () => {
  const questions: number[] = []
  const page = await follow(1280)
  const now = () => page.evaluate(() => Date.now())
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await page.route('**/fragment/live/**', async (route) => {
    questions.push(await now())
    await route.abort()
  })

  await setHidden(true)
  await page.clock.runFor(10 * QUESTION)
  expect(questions).toEqual([])
  await setHidden(false)
  await page.clock.runFor(1)
  await until(
    () => questions.length,
    (count) => count === 1,
  )
  for (let seconds = 0; seconds < 600; seconds += 5) await page.clock.runFor(5000)
  const pauses = questions.slice(1).map((moment, index) => moment - (questions[index] ?? 0))
  expect(pauses.length).toBeGreaterThanOrEqual(2)
  expect(pauses.length).toBeLessThan(12)
  expect(Math.max(...pauses)).toBeGreaterThan(4 * QUESTION)

  await page.unroute('**/fragment/live/**')
  await oneQuestion(page)
  expect(await announced(page)).toEqual([])
  await page.close()
})

test('nobody asks about an ended coverage (LIVE-6)', async () => {
  const page = await follow(1280)
  await page.locator(`#${idOf('0830')}`).scrollIntoViewIfNeeded()
  await newsroom.write([{ ...at('09:00', 'Koniec.'), classes: 'live-ended' }, ...OLD, PINNED])
  await askedUntil(page, '[data-live-show]', '1 nowy wpis')
  let questions = 0
  page.on('request', (request) => {
    if (request.url().includes('/fragment/live/')) questions += 1
  })
  await page.clock.runFor(10 * QUESTION)
  expect(questions).toBe(0)
  await page.locator('[data-live-show]').click()
  expect(await page.locator('.live-over').textContent()).toBe('Relacja zakończona')
  await page.close()
})

test('nobody asks about a coverage without an update for a day (LIVE-6)', async () => {
  let [questions, isLoaded] = [0, false]
  const page = await site.open(newsroom.path, {
    context: {},
    prepare: async (one) => {
      await one.clock.install({ time: '2026-11-26T10:00:00+01:00' })
      one.on('request', (request) => {
        if (request.url().includes('/fragment/live/')) questions += 1
        isLoaded ||= /\/live-[^/]*\.js$/.test(request.url())
      })
    },
  })
  await until(
    () => isLoaded,
    (isThere) => isThere,
  )
  await page.clock.runFor(10 * QUESTION)
  expect(questions).toBe(0)
  await page.close()
})

/** An update that was on the first page once, and is on the second one now. */
const MOVED = idOf('0805')

test('a link to an update that has moved to an older page goes on to it, also from the text (LIVE-18)', async () => {
  const page = await site.open(`${newsroom.path}#${MOVED}`, { context: {} })
  const target = `${newsroom.path}/live-page-2#${MOVED}`
  await page.waitForURL((url) => url.pathname + url.hash === target)
  await until(
    () => page.locator(`#${MOVED}`).evaluate((one) => one.matches(':target') && one.getBoundingClientRect().top < 400),
    (isSeen) => isSeen,
  )
  expect(await page.locator(`#${MOVED}`).getAttribute('data-update')).toBe(MOVED)
  await page.goto(new URL(newsroom.path, page.url()).href)
  await page.evaluate((id) => {
    const link = document.createElement('a')
    link.href = `#${id}`
    link.textContent = 'wcześniej'
    document.querySelector('.live')?.before(link)
  }, MOVED)
  await page.getByRole('link', { name: 'wcześniej', exact: true }).click()
  await page.waitForURL((url) => url.pathname + url.hash === target)
  await page.close()
})

test('without a script a link to a moved update finds the way to it in view, and nobody else sees one (LIVE-18)', async () => {
  const page = await site.open(`${newsroom.path}#${MOVED}`, { context: { javaScriptEnabled: false } })
  const way = page.getByRole('link', { name: /^Ten wpis jest na starszej stronie relacji: 24.*, 08:05$/ })
  expect(await page.locator('.live-elsewhere a:visible').count()).toBe(1)
  const box = await way.boundingBox()
  expect(box && box.y >= 0 && box.y < (page.viewportSize()?.height ?? 0)).toBe(true)
  await way.click()
  expect(page.url()).toMatch(new RegExp(`${newsroom.path}/live-page-2#${MOVED}$`))
  expect(await page.locator(`#${MOVED}`).getAttribute('data-update')).toBe(MOVED)
  expect(await page.locator('.live-elsewhere').count()).toBe(0)
  await page.goto(new URL(newsroom.path, page.url()).href)
  expect(await page.locator('.live-elsewhere').isVisible()).toBe(false)
  await page.close()
})

test('without a script there are links: to what is new, to older updates, to key events (LIVE-4)', async () => {
  const page = await site.open(newsroom.path, { context: { javaScriptEnabled: false } })
  await page.locator('.live .pagination a[rel=next]').click()
  expect(new URL(page.url()).pathname).toBe(`${newsroom.path}/live-page-2`)
  expect(await page.locator('[data-update]').count()).toBe(10)
  await page.locator('.live-key-events a').first().click()
  expect(page.url()).toMatch(new RegExp(`${newsroom.path}#${idOf('0700')}$`))
  await newsroom.write([at('09:00', 'Pierwszy.'), ...OLD, PINNED])
  await until(
    async () => {
      await page.getByRole('link', { name: 'Odśwież relację' }).click()
      return page.locator('[data-update] h2').allTextContents()
    },
    (titles) => titles.includes('Nagłówek 09:00'),
    20_000,
  )
  expect(await page.locator('[data-live-show]').isVisible()).toBe(false)
  await page.close()
})

test('without a script a reader sees key events alone, and all again (LIVE-16)', async () => {
  const page = await site.open(newsroom.path, { context: { javaScriptEnabled: false } })
  const shown = () =>
    page.locator('[data-update]').evaluateAll((all) => all.filter((one) => one.checkVisibility()).length)
  const all = await shown()
  const box = page.getByRole('checkbox', { name: 'Tylko najważniejsze' })
  await box.focus()
  await page.keyboard.press('Space')
  expect(await shown()).toBe(1)
  // A key event whose day an update without a heading says.
  const later = page.locator(`#${idOf('0820')}`)
  await later.evaluate((one) => one.classList.add('live-key'))
  expect(await later.locator('.live-day').isVisible()).toBe(true)
  await page.keyboard.press('Space')
  expect(await later.locator('.live-day').isVisible()).toBe(false)
  expect(await shown()).toBe(all)
  expect(all).toBeGreaterThan(20)
  expect(await page.locator('[data-share]').first().isVisible()).toBe(false)
  await page.close()
})

test('the time of an update links to it, and its button copies that link (LIVE-15, LIVE-17)', async () => {
  const page = await site.open(newsroom.path, {
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    prepare: (one) => one.addInitScript(() => Object.assign(navigator, { share: undefined })),
  })
  const update = page.locator(`#${idOf('0820')}`)
  const time = update.locator('.live-time time')
  expect(await time.locator('b').textContent()).toBe('08:20')
  expect(await time.locator('.live-day').isVisible()).toBe(false)
  expect(
    await page.locator('.live-day').evaluateAll((days) => days.filter((one) => one.checkVisibility()).length),
  ).toBe(2)
  await update.locator('.live-time a').click()
  expect(new URL(page.url()).hash).toBe(`#${idOf('0820')}`)
  await update.getByRole('button', { name: 'Udostępnij' }).click()
  await update.getByText('Skopiowano odnośnik').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(copied).pathname + new URL(copied).hash).toBe(`${newsroom.path}#${idOf('0820')}`)
  await page.close()
})
