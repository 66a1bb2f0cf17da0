import type { CoreSite } from '../../support/core-browsers/core-site.ts'
import { ARTICLE } from './article.ts'

export function print(at: () => CoreSite): void {
  test('print is the article in black on white, and nothing to press (PRINT-1 to PRINT-3, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(1280, 900)
    await browser.open(relay.origin() + ARTICLE)
    // No protocol of all three emulates print: the sheets' own media are turned round.
    const printed = await browser.evaluate(() => {
      const turn = (media: MediaList) => {
        if (/\bprint\b/.test(media.mediaText)) media.mediaText = 'all'
        else if (/\bscreen\b/.test(media.mediaText)) media.mediaText = 'not all'
      }
      for (const sheet of document.styleSheets) {
        turn(sheet.media)
        for (const rule of sheet.cssRules) if (rule instanceof CSSMediaRule) turn(rule.media)
      }
      const shown = (selector: string) => {
        const all = [...document.querySelectorAll(selector)]
        return all.length > 0 && all.some((element) => element.checkVisibility())
      }
      return {
        there: ['h1', '.article-header .lead', '.byline', '.hero img', '.article-body p'].map(shown),
        gone: ['body > header', 'footer', 'nav', 'form', 'button', 'aside.newsletter', '.share'].map(shown),
        paper: getComputedStyle(document.documentElement).backgroundColor,
        ink: getComputedStyle(document.querySelector('.article-body p') ?? document.body).color,
      }
    })
    expect(printed).toEqual({
      there: Array(5).fill(true),
      gone: Array(7).fill(false),
      paper: 'rgb(255, 255, 255)',
      ink: 'rgb(0, 0, 0)',
    })
  })

  test('the browser prints the article to a file, where its driver can (BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.open(relay.origin() + ARTICLE)
    if (!browser.print) {
      console.info("WebKitGTK's driver does not print")
      return
    }
    const pdf = (await browser.print()).toString('latin1')
    expect(pdf.slice(0, 5)).toBe('%PDF-')
    // Its text and fonts: an empty page has some hundred bytes.
    expect(pdf.length).toBeGreaterThan(20_000)
  })
}
