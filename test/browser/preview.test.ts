import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathOfLink } from '../../src/features/previews/choice.ts'
import { signedLink } from '../../src/system/signed-link.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { startTestPortal, type TestPortal } from '../support/portal.ts'

const SECRET = 'sekret-podgladu-w-przegladarce'
/** An article of the demonstration; a published one can be previewed too. */
const ID = 'etat-czy-b2b-co-porownac'
/** Where the screenshots go, for a person who wants to look. */
const SCREENSHOTS = process.env.SCREENSHOTS

let portal: TestPortal
let browser: TestBrowser
let folder: string

const link = (query = '') =>
  `${portal.url}${pathOfLink(signedLink(SECRET, ID, Math.floor(Date.now() / 1000) + 3600))}${query}`

beforeAll(async () => {
  folder = SCREENSHOTS ?? (await mkdtemp(join(tmpdir(), 'previews-')))
  portal = await startTestPortal({ PREVIEW_SECRET: SECRET, SERVICE: 'bizblog' })
  browser = await startBrowser((url) => url.port === String(portal.port))
})
afterAll(async () => {
  await browser.close()
  await portal.close()
  if (SCREENSHOTS === undefined) await rm(folder, { recursive: true, force: true })
})

test('the bar leads through outputs and widths by keyboard, without JavaScript (PREVIEW-6)', async () => {
  const page = await browser.context.newPage()
  const session = await browser.context.newCDPSession(page)
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(link())
  const bar = page.getByRole('complementary', { name: 'Podgląd' })
  expect(await bar.innerText()).toContain('niewidoczny dla czytelników')
  // The first things that a keyboard reaches.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('strona')
  await bar.getByRole('link', { name: 'karta' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/output=card/)
  expect(await page.locator('.card').count()).toBeGreaterThan(3)
  await bar.getByRole('link', { name: 'strona' }).click()
  await bar.getByRole('link', { name: '360 px' }).click()
  await page.waitForURL(/width=360/)
  const frame = page.frameLocator('iframe')
  expect(await frame.locator('h1').count()).toBe(1)
  expect(await page.locator('iframe').evaluate((element) => element.clientWidth)).toBe(360)
  expect(await frame.locator('.preview-bar').count()).toBe(0)
  await page.close()
})

test.each([360, 1280])('the bar breaks no page and no policy at %i px', async (width) => {
  for (const theme of ['light', 'dark'] as const) {
    const page = await browser.context.newPage()
    await page.setViewportSize({ width, height: 800 })
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    for (const [name, query] of [
      ['page', ''],
      ['card', '&output=card'],
      ['framed', '&width=360'],
    ] as const) {
      await page.goto(link(`${query}&theme=${theme}`))
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement)
      if (name !== 'framed') expect([name, scrollWidth]).toEqual([name, clientWidth])
      await page.screenshot({ path: join(folder, `preview-${name}-${width}-${theme}.png`) })
    }
    expect(problems.filter((text) => /policy|refused/i.test(text))).toEqual([])
    await page.close()
  }
})
