import type { Page } from 'playwright-core'
import { objections } from '../support/axe.ts'
import { type Site, startSite } from '../support/site.ts'
import { describeWithWordPress, WORDPRESS } from './available.ts'
import { discussed, PATHS } from './discussed.ts'
import { startWordPress, type WordPress } from './wordpress.ts'

const START_LIMIT_MS = 150_000
const TEST_LIMIT_MS = 60_000
const NO_SCRIPT = { context: { javaScriptEnabled: false }, width: 360 }

let wordpress: WordPress
let site: Site

async function problems(page: Page): Promise<string[]> {
  return (await objections(page)).map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** How far the document is wider than the screen. CSS pixels. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

describeWithWordPress('readers of a WordPress, in a browser', () => {
  beforeAll(async () => {
    wordpress = await startWordPress(WORDPRESS ?? '', discussed)
    site = await startSite({ CONTENT: 'wordpress', CMS_URL: wordpress.url, CMS_POLL_SECONDS: '0' })
  }, START_LIMIT_MS)
  afterAll(async () => {
    await site?.close()
    await wordpress?.close()
  })

  test(
    'reply to a comment without a script, on 360 px, and learn what became of it (COMM-7, COMM-8)',
    async () => {
      const page = await site.open(PATHS.open, NO_SCRIPT)
      await page.getByRole('link', { name: 'Odpowiedz: Jan' }).click()
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Odpowiedź na komentarz')
      expect(await page.locator('blockquote').textContent()).toContain('Odpowiedź na pierwszy.')
      await page.getByLabel('Treść komentarza').fill('Zgadzam się, Janie.')
      await page.getByLabel('Imię lub pseudonim').fill('Iza')
      await page.getByLabel(/^Adres e-mail/).fill('iza@tajne.example')
      await page.getByLabel(/^Adres e-mail/).press('Enter')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('czeka na akceptację redakcji')
      expect(page.url()).not.toContain('tajne.example')
      await page.getByRole('link', { name: 'Wróć do artykułu' }).click()
      expect(page.url()).toContain(`${PATHS.open}#komentarze`)
      const [held] = await wordpress.rest.all('/comments?status=hold&orderby=id&context=edit')
      expect(held).toMatchObject({ author_name: 'Iza', parent: expect.any(Number) })
      expect(held?.parent).not.toBe(0)
      await page.close()
    },
    TEST_LIMIT_MS,
  )

  test(
    'keep their text when it cannot be sent (COMM-9)',
    async () => {
      const page = await site.open(PATHS.open, NO_SCRIPT)
      await page.getByLabel('Treść komentarza').fill('Tekst, którego szkoda.')
      await page.getByLabel('Imię lub pseudonim').fill('Iza')
      await page.getByLabel(/^Adres e-mail/).fill('iza@tajne.example')
      await wordpress.refuse()
      await page.getByRole('button', { name: 'Wyślij komentarz' }).click()
      expect(await page.getByRole('alert').textContent()).toContain('Nie udało się wysłać komentarza.')
      expect(await page.getByLabel('Treść komentarza').inputValue()).toBe('Tekst, którego szkoda.')
      expect(await page.getByLabel(/^Adres e-mail/).inputValue()).toBe('iza@tajne.example')
      await wordpress.accept()
      await page.close()
    },
    TEST_LIMIT_MS,
  )

  test(
    'fill in a contact form without a script, on 360 px (COMM-20, COMM-21)',
    async () => {
      const page = await site.open(PATHS.form, NO_SCRIPT)
      await page.getByLabel('Imię i nazwisko (wymagane)').fill('Iza')
      await page.getByLabel('Adres e-mail (wymagane)').fill('iza@tajne.example')
      await page.getByLabel('Dział').selectOption('Reklama')
      await page.getByRole('group', { name: 'Tematy' }).getByLabel('Prawo').check()
      await page.getByLabel('Wiadomość').fill('Dzień dobry')
      await page.getByLabel('Zgadzam się na kontakt. (wymagane)').check()
      await page.getByRole('button', { name: 'Wyślij wiadomość' }).click()
      expect(await page.getByText('Dziękujemy za wiadomość.').count()).toBe(1)
      await page.close()
    },
    TEST_LIMIT_MS,
  )

  test(
    'have discussions and forms without barriers, at every width, in both themes (A11Y-1)',
    async () => {
      const reply = `/api/comments?article=${encodeURIComponent(PATHS.open)}&reply=2`
      for (const path of [PATHS.open, PATHS.deep, PATHS.large, PATHS.form, reply]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          // The academy has one theme.
          const isDark = colorScheme === 'dark'
          const page = await site.open(isDark && path !== reply ? `${path}.html` : path, {
            width: 360,
            context: { colorScheme },
            ...(isDark && { service: 'post' }),
          })
          // Colours are the same at each width: of the dark page the narrow form is checked, of the light one both.
          for (const width of isDark ? [1280, 360] : [360, 1280]) {
            await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
            expect([path, width, await overflow(page)]).toEqual([path, width, 0])
            if (!isDark || width === 360)
              expect([path, width, colorScheme, await problems(page)]).toEqual([path, width, colorScheme, []])
            const shots = process.env.SHOTS
            if (shots)
              await page.screenshot({
                path: `${shots}/${path.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`,
                fullPage: true,
              })
          }
          await page.close()
        }
      }
      expect(site.errors).toEqual([])
    },
    3 * TEST_LIMIT_MS,
  )
})
