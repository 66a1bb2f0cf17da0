import type { Locator, Page } from 'playwright-core'
import { type ConsentSite, EVERYTHING, question, questionShows, startConsentSite } from '../support/consent-site.ts'
import { imageOf, pixelsThatChange, pixelsThatStandOut } from '../support/drawn.ts'
import { clip, type GiphyServer, giphyItem, startGiphy } from '../support/giphy-server.ts'
import { type Site, startSite } from '../support/site.ts'

const EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'

let giphy: GiphyServer
let site: Site
beforeAll(async () => {
  giphy = await startGiphy()
  giphy.on('/film.mp4', clip())
  giphy.on('/v1/gifs/', giphyItem({ original: { mp4: `${giphy.url}/film.mp4`, width: '480', height: '270' } }))
  site = await startSite({ GIPHY_API_KEY: 'tajnyKluczGiphy', GIPHY_API_URL: giphy.url })
})
afterAll(async () => {
  await site.close()
  await giphy.close()
})

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** A page as a reader with colours of their own sees it: black on white, or the other way round. */
const forced = (path: string, colorScheme: Scheme, options: { service?: string; width?: number } = {}) =>
  site.open(path, { ...options, context: { forcedColors: 'active', colorScheme, reducedMotion: 'reduce' } })

/** Fails unless enough of the element is drawn in another colour than its ground. */
async function expectDrawn(page: Page, element: Locator, least = 12): Promise<void> {
  const seen = pixelsThatStandOut(await imageOf(page, element))
  expect([String(element), seen >= least]).toEqual([String(element), true])
}

/** Fails unless the change is seen on the element. */
async function expectSeen(page: Page, element: Locator, change: () => Promise<unknown>, least: number): Promise<void> {
  const before = await imageOf(page, element)
  await change()
  expect(pixelsThatChange(before, await imageOf(page, element))).toBeGreaterThan(least)
}

/** The outline of a box, a pixel wide. */
async function outlineOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  return box ? 2 * (box.width + box.height) : Number.POSITIVE_INFINITY
}

describe.each(SCHEMES)('in forced colours, %s', (scheme) => {
  test('menu, buttons, theme switch and fields are seen, and where the focus is (A11Y-12)', async () => {
    const page = await forced('/', scheme, { service: 'post' })
    const theme = page.getByRole('switch', { name: 'Tryb ciemny' })
    const buttons = page.locator('.newsletter .button').first()
    for (const part of [
      '.menu-wide a',
      '.wordmark',
      '.newsletter input[type=email]',
      '.newsletter input[type=checkbox]',
    ])
      await expectDrawn(page, page.locator(part).first(), 60)
    for (const button of [theme, page.getByRole('button', { name: 'Szukaj' }).first()])
      await expectDrawn(page, button, 40)
    // A border, as the ground is the page's.
    await expectDrawn(page, buttons, await outlineOf(buttons))
    await theme.scrollIntoViewIfNeeded()
    await expectSeen(page, theme, () => theme.click(), 20)
    for (const element of [theme, page.locator('.menu-wide a').first(), buttons]) {
      await page.evaluate(() => (document.activeElement as HTMLElement).blur())
      await page.mouse.move(0, 0)
      await expectSeen(
        page,
        element,
        async () => {
          await element.focus()
          await page.keyboard.press('Shift')
        },
        (await outlineOf(element)) * 1.5,
      )
    }
    await page.close()
  })

  test('the menu of a small screen is seen, and its border (A11Y-12)', async () => {
    const page = await forced('/', scheme, { width: 360 })
    await page.getByRole('button', { name: 'menu', exact: true }).click()
    await expectDrawn(page, page.locator('.menu-toggle'), 60)
    await expectDrawn(page, page.locator('.menu-panel a').first(), 60)
    await page.close()
  })

  test('a proposal of the search that has the focus differs from the others (A11Y-12)', async () => {
    const page = await forced('/search', scheme)
    const input = page.locator('main input[type=search]')
    await input.fill('portfel')
    const first = page.locator('main .suggestions a').first()
    await first.waitFor()
    const least = (await outlineOf(first)) * 1.2
    await expectSeen(page, first, () => input.press('ArrowDown'), least)
    await page.close()
  })

  test('the number of the current page differs from the others (A11Y-12)', async () => {
    const page = await forced('/kategoria/najnowsze/page/2', scheme)
    const current = page.locator('.pagination [aria-current]')
    await expectDrawn(page, current, await outlineOf(current))
    await page.close()
  })

  test('bars, lines and slices of charts are drawn, and a legend has the colours of its slices (A11Y-12)', async () => {
    const page = await forced('/2026/02/regula-72-w-pamieci', scheme, { service: 'bizblog' })
    await expectDrawn(page, page.locator('.chart-line').first(), 300)
    await page.goto(`${site.origin('akademia')}/2026/02/fraza-bip39-w-liczbach`)
    const bar = page.locator('.chart-bar').last()
    const box = await bar.boundingBox()
    await expectDrawn(page, bar, ((box?.width ?? 0) * (box?.height ?? 0)) / 3)
    await page.goto(`${site.origin('akademia')}/2026/06/proof-of-work-i-proof-of-stake`)
    await expectDrawn(page, page.locator('.chart-slice').first(), 300)
    const [slices, marks] = await page
      .locator('.chart-pie')
      .first()
      .evaluate((chart) => [
        [...chart.querySelectorAll('.chart-slice')].map((slice) => getComputedStyle(slice).fill),
        [...chart.querySelectorAll('.chart-legend li')].map(
          (item) => getComputedStyle(item, '::before').backgroundColor,
        ),
      ])
    expect(marks).toEqual(slices)
    await page.close()
  })

  test('cards have their words, and those without an image an edge in its place (A11Y-12, CARD-39)', async () => {
    const page = await forced('/', scheme, { service: 'post' })
    await expectDrawn(page, page.locator('.card-title').first(), 200)
    await expectDrawn(page, page.locator('.card-meta time').first(), 60)
    // Every article of the demo has an image: one that does not come leaves the same place.
    await page.route('**/*', (route) => (route.request().resourceType() === 'image' ? route.abort() : route.fallback()))
    await page.reload()
    const placeholder = page.locator('.is-placeholder').first()
    await placeholder.scrollIntoViewIfNeeded()
    // Its corners are round.
    await expectDrawn(page, placeholder, 0.9 * (await outlineOf(placeholder)))
    await page.close()
  })

  test('an embed before its click is a box with its button; the player has its controls and its progress (A11Y-12)', async () => {
    const page = await forced(EMBEDS, scheme, { service: 'post' })
    const box = page.locator('.embed-box').first()
    await expectDrawn(page, box, await outlineOf(box))
    await expectDrawn(page, box.locator('.embed-mark'), 20)
    await expectDrawn(page, box.getByRole('button'), await outlineOf(box.getByRole('button')))
    const player = page.locator('.player').first()
    await player.scrollIntoViewIfNeeded()
    await player.locator('.player-controls').waitFor()
    await player.hover()
    for (const button of await player.locator('.player-controls button').all()) await expectDrawn(page, button, 20)
    const progress = player.locator('.player-progress span')
    const colors = await progress.evaluate((element) => {
      const probe = Object.assign(document.createElement('i'), {
        style: 'background: Highlight; forced-color-adjust: none',
      })
      document.body.append(probe)
      return [getComputedStyle(element).backgroundColor, getComputedStyle(probe).backgroundColor]
    })
    expect(colors[0]).toBe(colors[1])
    await page.close()
  })
})

describe('the question about consent', () => {
  let asking: ConsentSite
  beforeAll(async () => {
    asking = await startConsentSite({ ...EVERYTHING, CONSENT_MODE: 'own' })
  })
  afterAll(() => asking.close())

  test.each(SCHEMES)(
    'has an edge, and its buttons have theirs, in forced colours, %s (A11Y-12)',
    async (colorScheme) => {
      const page = await asking.open('/', { context: { forcedColors: 'active', colorScheme, reducedMotion: 'reduce' } })
      await questionShows(page)
      const dialog = question(page)
      await expectDrawn(page, dialog, await outlineOf(dialog))
      for (const button of await dialog.getByRole('button').all())
        await expectDrawn(page, button, await outlineOf(button))
      await page.close()
    },
  )
})
