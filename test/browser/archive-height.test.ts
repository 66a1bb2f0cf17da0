import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

test.each(['/tag/smart-contracts', '/author/ida-korczyk', '/kategoria/edukacja'])(
  'the archive %s is at least 1000 px high (CARD-27)',
  async (path) => {
    const page = await site.open(path)
    expect((await page.locator('.archive').boundingBox())?.height).toBeGreaterThanOrEqual(1000)
    await page.close()
  },
)
