import type { CoreSite } from '../../support/core-browsers/core-site.ts'
import { pathOf, press } from '../../support/core-browsers/page.ts'
import { until } from '../../support/until.ts'
import { ARTICLE } from './article.ts'

/** Four pages of the academy. */
const PAGES = ['/', ARTICLE, '/kategoria/edukacja', '/search?s=klucz']

export function layout(at: () => CoreSite): void {
  test.each([360, 1280])('no page is wider than its window at %i (BROWSER-2)', async (width) => {
    const { browser, relay } = at()
    await browser.resize(width, 800)
    for (const path of PAGES) {
      await browser.open(relay.origin() + path)
      const [document_, window_] = await browser.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect([path, document_]).toEqual([path, window_])
    }
  })

  test('no headline is hyphenated (BROWSER-6)', async () => {
    const { browser, relay } = at()
    await browser.resize(360, 740)
    for (const path of PAGES) {
      await browser.open(relay.origin() + path)
      const hyphenated = await browser.evaluate(() =>
        [...document.querySelectorAll('h1, h2, h3, .card-title')]
          .filter((heading) => getComputedStyle(heading).hyphens === 'auto')
          .map((heading) => heading.textContent),
      )
      expect([path, hyphenated]).toEqual([path, []])
    }
  })

  test('images are shown, and the fonts of the page on the second one (BROWSER-7)', async () => {
    const { browser, relay } = at()
    await browser.open(`${relay.origin()}/`)
    await browser.open(relay.origin() + ARTICLE)
    const state = () =>
      browser.evaluate(() => {
        const image = document.querySelector<HTMLImageElement>('.hero img')
        return {
          width: image?.naturalWidth ?? 0,
          type: image?.currentSrc ?? '',
          fonts: [...document.fonts].filter(({ status }) => status === 'loaded').length,
        }
      })
    await until(state, ({ width, fonts }) => width > 0 && fonts > 0)
  })
}

export function inAdvance(at: () => CoreSite): void {
  test('without speculation rules nothing is requested in advance, and links lead on (BROWSER-4)', async () => {
    const { browser, relay } = at()
    await browser.resize(1280, 900)
    await browser.open(`${relay.origin()}/`)
    const before = relay.requested.length
    await browser.hover('.menu-wide a[href="/kategoria/inwestycje"]')
    await new Promise((resolve) => setTimeout(resolve, 700))
    const supported = await browser.evaluate(() => HTMLScriptElement.supports?.('speculationrules') ?? false)
    if (!supported) expect(relay.requested.slice(before)).not.toContain('/kategoria/inwestycje')
    await press(browser, 'Inwestycje')
    await until(
      () => pathOf(browser),
      (path) => path === '/kategoria/inwestycje',
    )
  })
}

export function policy(at: () => CoreSite): void {
  test('in all of this no page violated its policy, and no script failed (BROWSER-2)', async () => {
    const { relay } = at()
    expect([relay.violations, relay.errors]).toEqual([[], []])
  })
}

/** Before the others, which must be silent: what it hears is forgotten. */
export function hearing(at: () => CoreSite): void {
  test('a violation and an error would have been heard (BROWSER-2)', async () => {
    const { browser, relay } = at()
    await browser.open(relay.origin() + ARTICLE)
    await browser.evaluate(() => {
      document.body.append(Object.assign(document.createElement('iframe'), { src: 'https://not-allowed.example/' }))
      const script = document.createElement('script')
      try {
        script.textContent = 'document.title = "refused"'
      } catch {
        // Trusted Types are known here.
      }
      document.body.append(script)
      setTimeout(() => {
        throw new Error('heard')
      })
    })
    await until(
      () => relay.violations.join(),
      (all) => /frame-src/.test(all) && /trusted-types|script-src/.test(all),
    )
    // Chromium hides what a script of its driver threw.
    await until(
      () => relay.errors.join(),
      (all) => /heard|Script error/.test(all),
    )
    expect(await browser.evaluate(() => document.title)).not.toBe('refused')
    relay.violations.length = 0
    relay.errors.length = 0
  })
}
