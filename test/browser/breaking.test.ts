import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ampProblems } from '../support/amp-validator.ts'
import { objections } from '../support/axe.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { type Site, startSite } from '../support/site.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const TEXT = 'Giełda wstrzymała wypłaty: co wiadomo do tej pory i co mogą zrobić jej klienci'
const ENDS = Date.now() + 3_600_000

let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breaking-'))
  const until = new Date(ENDS).toISOString()
  await writeFile(join(folder, 'breaking.yaml'), `- { text: "${TEXT}", link: ${ARTICLE}, until: "${until}" }\n`)
  site = await startSite({ SITE_DIR: folder })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

const region = (page: Page) => page.getByRole('complementary', { name: 'Pilna wiadomość' })
const hide = (page: Page) => region(page).getByRole('button', { name: 'Ukryj tę wiadomość' })

test.each([360, 1280])(
  'a reader hides the line for good, and nothing moves, at %i pixels (BREAK-1, BREAK-6)',
  async (width) => {
    const page = await site.open('/', { width, prepare: recordShifts, context: {} })
    await hide(page).waitFor()
    expect(await region(page).getByRole('link', { name: TEXT }).getAttribute('href')).toBe(ARTICLE)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await shiftsOf(page)).toEqual([])
    expect(await objections(page, { within: '.breaking' })).toEqual([])

    await hide(page).focus()
    await page.keyboard.press('Enter')
    await region(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('wordmark')
    for (const path of ['/', ARTICLE]) {
      await page.goto(site.origin() + path)
      await page.waitForFunction(() => document.readyState === 'complete')
      expect(await region(page).isVisible()).toBe(false)
      expect(await shiftsOf(page)).toEqual([])
    }
    expect(site.errors).toEqual([])
    await page.close()
  },
)

test('a browser remembers twenty lines, and strange storage hides nothing (BREAK-6)', async () => {
  const page = await site.open(ARTICLE, { context: {} })
  for (const strange of ['not JSON', 'null', '{"a":1}', '7']) {
    await page.evaluate((text) => localStorage.setItem('breaking', text), strange)
    await page.reload()
    await hide(page).waitFor()
  }
  const others = Array.from({ length: 30 }, (_, n) => `inna-${n}`)
  await page.evaluate((ids) => localStorage.setItem('breaking', JSON.stringify(ids)), others)
  await page.reload()
  const id = await region(page).getAttribute('data-breaking')
  await hide(page).click()
  const kept = await page.evaluate(() => localStorage.getItem('breaking'))
  expect(JSON.parse(kept ?? '')).toEqual([...others.slice(-19), id])
  expect(site.errors).toEqual([])
  await page.close()
})

test('a page that was stored before the end does not show the line after it (BREAK-4)', async () => {
  const prepare = async (page: Page) => {
    await recordShifts(page)
    await page.clock.setFixedTime(ENDS + 1000)
  }
  const page = await site.open(ARTICLE, { prepare, context: {} })
  expect(await page.locator('.breaking').count()).toBe(1)
  expect(await region(page).isVisible()).toBe(false)
  expect(await shiftsOf(page)).toEqual([])
  await page.close()
})

test('without JavaScript it is a link, without a button (BREAK-1)', async () => {
  const page = await site.open(ARTICLE, { context: { javaScriptEnabled: false } })
  expect(await region(page).getByRole('link', { name: TEXT }).isVisible()).toBe(true)
  expect(await hide(page).isVisible()).toBe(false)
  // The first stop of the keyboard is still the way past all of this.
  expect(await page.locator('body > a').first().getAttribute('class')).toBe('skip-link')
  await page.close()
})

test('AMP documents have it as a line of text, and are valid (BREAK-7)', async () => {
  const { text } = await site.portal.get(`/wp-json/amp/v2/post${ARTICLE}`)
  expect(text).toContain(`<a href="${ARTICLE}">${TEXT}</a>`)
  expect(text).toMatch(
    /<aside id="breaking-line"[\s\S]*?<button on="tap:breaking-line\.hide" aria-label="Ukryj tę wiadomość">/,
  )
  expect(await ampProblems(text)).toEqual([])
})

test('pages without a line load nothing for it (BREAK-1)', async () => {
  const plain = await startSite()
  const { text } = await plain.portal.get('/')
  expect(text).not.toMatch(/class="breaking"|feature-breaking/)
  await plain.close()
})
