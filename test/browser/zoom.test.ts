import type { Page } from 'playwright-core'
import { KINDS_OF_PAGE } from '../support/kinds-of-page.ts'
import { type Site, startSite } from '../support/site.ts'

/** A window of 1280x1024 at 400 % (WCAG 1.4.10). */
const ZOOMED = { width: 320, height: 256 }
/** Of the window, for what stays in place while the text moves. */
const MOST_COVERED = 0.3

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Rows of the window that fixed or stuck elements cover, as a part of it. */
const covered = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = new Set<number>()
    for (const element of document.querySelectorAll('body *')) {
      const { position, pointerEvents, opacity } = getComputedStyle(element)
      if (position !== 'fixed' && position !== 'sticky') continue
      if (!element.checkVisibility() || pointerEvents === 'none' || opacity === '0') continue
      const { top, bottom, width } = element.getBoundingClientRect()
      const edge = Number.parseFloat(getComputedStyle(element).top)
      // What is sticky, and moves with the text at the moment, covers nothing.
      if (position === 'sticky' && Math.abs(top - edge) > 1) continue
      if (width < innerWidth / 2) continue
      for (let row = Math.max(0, Math.floor(top)); row < Math.min(innerHeight, bottom); row++) rows.add(row)
    }
    return rows.size / innerHeight
  })

// Side by side: each page rests after it was scrolled.
test.concurrent.each(Object.entries(KINDS_OF_PAGE))(
  '%s is read at 400 %%: nothing wider than the window, little over the text (A11Y-3, A11Y-8)',
  async (_name, { path, service }) => {
    const page = await site.open(path, { width: ZOOMED.width, ...(service && { service }) })
    await page.setViewportSize(ZOOMED)
    for (const part of [0, 0.3, 0.7, 1]) {
      await page.evaluate((part) => scrollTo({ top: part * document.body.scrollHeight, behavior: 'instant' }), part)
      await page.waitForTimeout(60)
      expect([part, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([part, 0])
      expect(await covered(page)).toBeLessThanOrEqual(MOST_COVERED)
    }
    await page.close()
  },
)
