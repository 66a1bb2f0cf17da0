import type { Page } from 'playwright-core'
import { type Site, startSite } from '../support/site.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const MOST_STOPS = 400

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

interface Stop {
  name: string
  /** Why a reader would not find it; empty when they do. */
  faults: string[]
}

/** Presses Tab until the focus leaves the page. @returns the stops, in order */
async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let press = 0; press < MOST_STOPS; press++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return undefined
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
      const rgb = (color: string): number[] => {
        if (!canvas) return []
        canvas.clearRect(0, 0, 1, 1)
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data]
      }
      const luminance = (color: string): number => {
        const [r = 0, g = 0, b = 0] = rgb(color)
          .slice(0, 3)
          .map((part) => part / 255)
          .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const contrast = (one: string, other: string): number => {
        const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
        return (high + 0.05) / (low + 0.05)
      }
      /** The ring lies outside of the element: on what is behind it. */
      const behind = (inner: Element | null): string => {
        for (let at = inner; at; at = at.parentElement) {
          const { backgroundColor } = getComputedStyle(at)
          if (rgb(backgroundColor)[3] === 255) return backgroundColor
        }
        return 'white'
      }
      const ringed = [element, element.closest('form'), element.closest('label'), element.parentElement].filter(
        (one) => one !== null,
      )
      const hasRing = ringed.some((one) => {
        const { outlineStyle, outlineWidth, outlineColor, outlineOffset, boxShadow } = getComputedStyle(one)
        if (outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2) return false
        const ground = Number.parseFloat(outlineOffset) < 0 ? behind(one) : behind(one.parentElement)
        // A shadow without an offset and a blur is the inner colour of the ring.
        const [, inner, spread = '0'] = /^(.+\)) 0px 0px 0px ([\d.]+)px/.exec(boxShadow) ?? []
        const colors = inner !== undefined && Number(spread) >= 2 ? [outlineColor, inner] : [outlineColor]
        return colors.some((color) => contrast(color, ground) >= 3)
      })
      const box = element.getBoundingClientRect()
      const isInView =
        box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
      const stuck = (inner: Element | null): Element | undefined => {
        for (let at = inner; at; at = at.parentElement)
          if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return at
        return undefined
      }
      const parts = [0.1, 0.5, 0.9]
      const points = parts.flatMap((x) =>
        parts.map((y) => [box.left + x * box.width, box.top + y * box.height] as const),
      )
      // What stays in place may cover a part of it, never the whole (WCAG 2.4.11).
      const isCovered = points.every(([x, y]) => {
        const cover = stuck(document.elementFromPoint(x, y))
        return x < 0 || y < 0 || x > innerWidth || y > innerHeight || (cover && !cover.contains(element))
      })
      const before = (window as Window & { before?: HTMLElement }).before
      const isBackwards =
        before !== undefined && (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
      Object.assign(window, { before: element })
      return {
        name: `${element.localName}.${element.className}: ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`,
        faults: [
          ...(element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && isInView
            ? []
            : ['unseen']),
          ...(hasRing ? [] : ['no ring']),
          ...(isCovered ? ['covered'] : []),
          ...(isBackwards ? ['out of order'] : []),
          ...(element.tabIndex > 0 ? ['tabindex'] : []),
        ],
      }
    })
    if (stop === undefined) return stops
    stops.push(stop)
  }
  throw new Error(`the focus does not leave the page: ${stops.at(-1)?.name}`)
}

describe.each([360, 1280])('at %i pixels', (width) => {
  test.concurrent.each([
    ['home of the academy', '/', 'akademia', 'light'],
    ['home of the main portal', '/', 'post', 'dark'],
    ['article', ARTICLE, 'akademia', 'light'],
    ['article with embeds', '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', 'post', 'dark'],
    ['search', '/search?s=klucz', 'akademia', 'light'],
  ] as const)(
    'Tab goes through %s in the order of reading and out of it, with a ring on every stop (A11Y-4, A11Y-9)',
    async (_name, path, service, colorScheme) => {
      const page = await site.open(path, { width, service, context: { colorScheme, reducedMotion: 'reduce' } })
      await page.waitForFunction(() => document.querySelector('.is-lazy') === null)
      const stops = await walk(page)
      expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([])
      expect(stops[0]?.name).toContain('Przejdź do treści')
      const names = stops.map(({ name }) => name)
      expect(names.some((name) => name.includes('Szukaj'))).toBe(true)
      expect(
        names.some(
          (name) =>
            name.startsWith(width === 360 ? 'button.text-button menu-toggle' : 'button.submenu-toggle') ||
            service === 'post',
        ),
      ).toBe(true)
      expect(stops.length).toBeGreaterThan(20)
      await page.close()
    },
  )
})

test.each([
  ['/', 'post'],
  [ARTICLE, 'akademia'],
] as const)(
  'at 400 %% nothing that stays in place covers what has the focus on %s of %s (A11Y-8)',
  async (path, service) => {
    const page = await site.open(path, { width: 320, service, context: { reducedMotion: 'reduce' } })
    await page.setViewportSize({ width: 320, height: 256 })
    const stops = await walk(page)
    expect(stops.filter(({ faults }) => faults.length > 0)).toEqual([])
    expect(stops.length).toBeGreaterThan(20)
    await page.close()
  },
)

test('the theme is switched by keyboard (A11Y-4)', async () => {
  const page = await site.open('/', { service: 'post', context: { colorScheme: 'light' } })
  const button = page.getByRole('switch', { name: 'Tryb ciemny' })
  await button.focus()
  await page.keyboard.press('Space')
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})

test('the menu of a small screen is opened, walked and closed by keyboard, and gives the focus back (A11Y-4)', async () => {
  const page = await site.open('/', { width: 360, context: {} })
  const button = page.locator('.menu-toggle')
  await button.focus()
  await page.keyboard.press('Enter')
  await page.locator('.menu-panel').waitFor({ state: 'visible' })
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.menu-panel') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  expect(await page.locator('.menu-panel').isVisible()).toBe(false)
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})
