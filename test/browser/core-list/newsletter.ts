import type { CoreSite } from '../../support/core-browsers/core-site.ts'
import { press, says } from '../../support/core-browsers/page.ts'
import { until } from '../../support/until.ts'

const INVALID = 'Nieprawidłowy adres e-mail'
const REQUIRED = 'Wymagane jest zaznaczenie zgody'
const ADDED = 'Gratulacje! Twój e-mail został dodany.'

export function newsletter(at: () => CoreSite): void {
  test('the form says what is missing, then subscribes (NEWS-2, NEWS-12, BROWSER-1)', async () => {
    const { browser, relay, sare } = at()
    await browser.resize(360, 740)
    await browser.open(`${relay.origin()}/`)
    // The page may still move below the pointer.
    await until(async () => {
      await browser.click('form.newsletter-form [type=email]')
      return browser.evaluate(() => document.activeElement?.getAttribute('type') === 'email')
    }, Boolean)
    await browser.type('ola@poczta')
    await press(browser, 'ZAPISZ SIĘ')
    await until(() => says(browser, INVALID), Boolean)
    expect(await says(browser, REQUIRED)).toBe(true)
    expect(await browser.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
    expect(sare.forwarded).toEqual([])

    await browser.type('.example')
    await until(async () => {
      await browser.click('form.newsletter-form [type=checkbox]')
      return browser.evaluate(() => document.querySelector('form.newsletter-form [type=checkbox]:checked') !== null)
    }, Boolean)
    await press(browser, 'ZAPISZ SIĘ')
    await until(() => says(browser, ADDED), Boolean)
    expect([await says(browser, INVALID), await says(browser, REQUIRED)]).toEqual([false, false])
    expect(sare.forwarded).toMatchObject([{ body: { emails: [{ email: 'ola@poczta.example' }] } }])
  })
}
