import { KINDS_OF_PAGE } from '../support/kinds-of-page.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const context = { javaScriptEnabled: false }

// Side by side: a page whose images come mostly waits.
test.concurrent.each(Object.entries(KINDS_OF_PAGE))(
  '%s shows its content and its images without a script, and no control that needs one (PERF-3, A11Y-13)',
  async (_name, { path, service }) => {
    const page = await site.open(path, { width: 360, context, ...(service && { service }) })
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
    expect((await page.getByRole('main').innerText()).trim().length).toBeGreaterThan(20)
    const dead = await page
      .locator('.needs-script, .needs-script *')
      .evaluateAll((elements) => elements.filter((element) => element.checkVisibility()).length)
    expect(dead).toBe(0)
    const images = await page.locator('main img').all()
    let seen = 0
    for (const image of images.slice(0, 4)) {
      if (!(await image.isVisible())) continue
      seen += 1
      await image.scrollIntoViewIfNeeded()
      await page.waitForTimeout(150)
      const shown = await image.evaluate((element) => {
        const img = element as HTMLImageElement
        return img.decode().then(
          () => img.naturalWidth > 0 && Number(getComputedStyle(img).opacity) > 0.5,
          () => false,
        )
      })
      expect([await image.getAttribute('src'), shown]).toEqual([await image.getAttribute('src'), true])
    }
    expect(seen > 0).toBe(images.length > 0)
    await page.close()
  },
)

test.concurrent.each(['/', '/2026/02/blockchain-skrot-blok-lancuch', '/kategoria/edukacja', '/search?s=klucz'])(
  'menu and search of %s work without a script (SHELL-3, SHELL-4, A11Y-13)',
  async (path) => {
    const page = await site.open(path, { width: 360, context })
    await page.getByRole('button', { name: 'menu', exact: true }).click()
    expect(await page.locator('.menu-panel').getByRole('link', { name: 'Edukacja', exact: true }).isVisible()).toBe(
      true,
    )
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    await page.locator('.search-panel input[type=search]').fill('portfel')
    await page.locator('.search-panel').getByRole('button', { name: 'wyszukaj' }).click()
    await page.waitForURL('**/search?s=portfel')
    expect(await page.locator('main article').count()).toBeGreaterThan(3)
    await page.close()
  },
)

test('the newsletter is subscribed to by a post, and the page says what is missing (PERF-3, A11Y-13)', async () => {
  const page = await site.open('/', { width: 360, context })
  const form = page.locator('form.newsletter-form').first()
  await form.locator('input[type=email]').fill('ktos@example.com')
  await form.locator('input[type=checkbox]').first().uncheck()
  await form.evaluate((element) => {
    ;(element as HTMLFormElement).noValidate = true
  })
  await form.getByRole('button').click()
  await page.waitForURL(/\?newsletter=/)
  const outcome = page.locator('.notice[role=status]')
  expect(await outcome.isVisible()).toBe(true)
  expect(await outcome.innerText()).toMatch(/zgod/i)
  await page.close()
})

test('comments are a link or a form that is there (PERF-3, A11Y-13)', async () => {
  const page = await site.open('/2026/05/pierwsza-wyplata-z-gieldy', { width: 360, context })
  expect(
    await page
      .getByRole('region', { name: 'Komentarze' })
      .or(page.locator('[aria-label="Komentarze"]'))
      .first()
      .isVisible(),
  ).toBe(true)
  await page.close()
})
