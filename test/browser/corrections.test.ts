import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objections } from '../support/axe.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { ROOT } from '../support/root.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const SLUG = 'multisig-dwa-z-trzech'
const PATH = `/2026/11/${SLUG}`
const CHANGED = 'Ten tekst zmienił się od Twojej ostatniej wizyty.'
const CORRECTION =
  'corrections: [{ date: 2026-11-24T07:00, text: "W pierwszej wersji była zła liczba.", place: bottom }]'

let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsroom-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  const file = join(folder, 'akademia/articles', `${SLUG}.html`)
  await writeFile(file, (await readFile(file, 'utf8')).replace('---\n', `---\n${CORRECTION}\n`))
  site = await startSite({ NEWSROOM_DIR: folder })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

test('a returning reader is told that the text changed, without a layout shift; a new one is not (CORR-5)', async () => {
  const page = await site.open(PATH, { width: 360, prepare: recordShifts })
  const note = page.locator('.revision [data-changed]')
  const stored = () => page.evaluate(() => localStorage.getItem('revisions'))
  const own = JSON.stringify([PATH, '2026-11-24T07:00:00+01:00'])

  await page.keyboard.press('Shift')
  await until(stored, (revisions) => revisions === `[${own}]`)
  expect(await note.textContent()).toBe('')

  const read = (revisions: unknown) =>
    page.evaluate((text) => localStorage.setItem('revisions', text), JSON.stringify(revisions))
  const others = Array.from({ length: 250 }, (_, n) => [`/2026/01/tekst-${n}`, ''])
  await read([[PATH, '2026-11-02T10:00:00+01:00'], ...others])
  await page.reload()
  await until(
    () => note.textContent(),
    (text) => text === CHANGED,
  )
  expect(JSON.parse((await stored()) ?? '')).toEqual([...others.slice(-199), JSON.parse(own)])
  expect(await shiftsOf(page)).toEqual([])
  expect(await page.locator('.revision').getAttribute('role')).toBeNull()
  expect(await note.getAttribute('role')).toBe('status')

  await page.reload()
  await page.waitForFunction(() => document.readyState === 'complete')
  expect(await note.textContent()).toBe('')

  // A copy from before the correction, as the worker keeps it.
  await page.evaluate(async (path) => {
    localStorage.setItem('revisions', 'not JSON')
    await (await caches.open('articles')).put(path, new Response('<h1>Dawny tekst</h1>'))
  }, PATH)
  await page.reload()
  await until(
    () => note.textContent(),
    (text) => text === CHANGED,
  )
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme
    }, colorScheme)
    const violations = await objections(page, { within: '.revision, .correction' })
    expect(violations.map(({ id }) => id)).toEqual([])
  }
  await page.locator('.revision a').click()
  await until(
    () => page.locator('.correction').evaluate((element) => Math.abs(element.getBoundingClientRect().top)),
    (top) => top < 740,
  )
  expect(site.errors).toEqual([])
  await page.close()
})

test('the copy is read before the worker replaces it, and an article without a correction has no empty line (CORR-5)', async () => {
  const plain = '/2026/02/blockchain-skrot-blok-lancuch'
  const page = await site.open(plain, { width: 360, prepare: recordShifts })
  expect(await page.locator('.revision a').count()).toBe(0)
  const heightOf = (selector: string) => page.locator(selector).evaluate((element) => element.getBoundingClientRect())
  const [title, lead] = [await heightOf('.article h1'), await heightOf('.article .lead')]
  expect(Math.round(lead.top - title.bottom)).toBe(16)

  await page.evaluate(async (path) => {
    localStorage.removeItem('revisions')
    await (await caches.open('articles')).put(path, new Response('<h1>Dawny tekst</h1>'))
  }, plain)
  // The module comes after the copy has been replaced by the page itself, as on a slow network.
  await page.route(/\/assets\/reading-/, async (route) => {
    await page.evaluate(async (path) => {
      await (await caches.open('articles')).put(path, await fetch(path))
    }, plain)
    await route.continue()
  })
  await page.reload()
  await until(
    () => page.locator('.revision [data-changed]').textContent(),
    (text) => text === CHANGED,
  )
  expect(await shiftsOf(page)).toEqual([])
  expect(site.errors).toEqual([])
  await page.close()
})
