import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { seriousProblems } from '../../support/axe.ts'
import {
  ARTICLE,
  type ConsentSite,
  changeLink,
  EVERYTHING,
  question,
  questionShows,
  settings,
  settle,
  startConsentSite,
} from '../../support/consent-site.ts'
import { ROOT } from '../../support/root.ts'
import { type Site, startSites } from '../../support/site.ts'

/** The question's script and styles, by gzip. Bytes. */
const DIALOG = 12 * 1024

let site: ConsentSite
/** Portals that need no consent, and one that would ask. */
let others: Record<'plain' | 'none' | 'own', Site>
beforeAll(async () => {
  ;[site, others] = await Promise.all([
    startConsentSite({ ...EVERYTHING, CONSENT_MODE: 'own' }),
    startSites({ plain: {}, none: { CONSENT_MODE: 'none' }, own: { CONSENT_MODE: 'own' } }),
  ])
})
afterAll(async () => {
  await site.close()
  for (const other of Object.values(others)) await other.close()
})

const fresh = (path = ARTICLE, more: object = {}) => site.open(path, { context: {}, ...more })
const toSettings = async (page: Page): Promise<void> => {
  await questionShows(page)
  await question(page).getByRole('button', { name: 'Chcę wybrać' }).click()
  await page.waitForFunction(() => document.activeElement?.closest('.pm'))
}

describe('bytes (CONS-18)', () => {
  const sizeOf = async (paths: readonly string[]): Promise<number> => {
    const files = await Promise.all([...new Set(paths)].map((path) => readFile(join(ROOT, 'dist', path))))
    return files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
  }

  test('the dialogue takes at most 12 kB, and loads once the browser is idle', async () => {
    const page = await fresh()
    await questionShows(page)
    const own = site.loaded(page)
    const dialog = own.filter((path) => /dialog|consent-/.test(path))
    const size = await sizeOf(dialog)
    console.info(`dialogue: ${dialog.join(', ')}: ${size} bytes of gzip`)
    expect(dialog.length).toBeGreaterThanOrEqual(2)
    expect(size).toBeLessThanOrEqual(DIALOG)
    const isLate = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return performance
        .getEntriesByType('resource')
        .filter(({ name }) => /dialog-|consent-|\/own-|\/start-|api\/consent/.test(name))
        .every(({ startTime }) => startTime >= (navigation?.loadEventStart ?? Number.POSITIVE_INFINITY))
    })
    expect(isLate).toBe(true)
    await page.close()
  })

  test('where readers are asked, a page loads no byte more of script before it is idle', async () => {
    const beforeIdle = async (from: { open: ConsentSite['open'] }, path: string): Promise<string[]> => {
      const page = await from.open(path, { context: {} })
      await page.waitForLoadState('networkidle')
      const names = await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => /\.js$/.test(name) && startTime < (navigation?.loadEventEnd ?? 0))
          .map(({ name }) => new URL(name).pathname)
      })
      await page.close()
      return names.toSorted()
    }
    for (const path of ['/', ARTICLE])
      expect(await beforeIdle(site, path)).toEqual(await beforeIdle(others.plain, path))
  })

  test('with a choice, and where nothing needs consent, no page loads the dialogue', async () => {
    const page = await fresh()
    await questionShows(page)
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'hidden' })
    await page.goto(`${site.origin()}${ARTICLE}`)
    const before = site.loaded(page).length
    await page.reload()
    await settle(page)
    expect(
      site
        .loaded(page)
        .slice(before)
        .filter((path) => /dialog|consent-/.test(path)),
    ).toEqual([])
    await page.close()
    for (const [name, other] of Object.entries(others)) {
      const scripts: string[] = []
      const open = await other.open(ARTICLE, {
        prepare: async (page) => page.on('request', (request) => void scripts.push(new URL(request.url()).pathname)),
      })
      await settle(open)
      expect(scripts.filter((path) => /dialog|consent|\/own-|\/platform-/.test(path))).toEqual(
        // Embedded content may wait for a click: the gate stands ready, the dialogue does not load.
        name === 'own' ? [expect.stringMatching(/\/own-/)] : [],
      )
      expect(await open.getByRole('dialog').count()).toBe(0)
      await open.close()
    }
  })

  test('the file of the dialogue has its licence in the notices of the build', async () => {
    const names = await readdir(join(ROOT, 'dist'))
    expect(names).toContain('THIRD-PARTY-NOTICES.txt')
    expect(await readFile(join(ROOT, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')).toContain('vanilla-cookieconsent')
  })
})

describe('for everybody (A11Y-1 to A11Y-4)', () => {
  test.each(['light', 'dark'] as const)(
    'question, settings and every open category, %s, 360 and 1280 pixels: nothing serious by axe',
    async (colorScheme) => {
      const page = await fresh('/', { service: 'post', context: { colorScheme, reducedMotion: 'reduce' } })
      const problems = async (): Promise<string[]> => {
        const all: string[] = []
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 800 })
          all.push(...(await seriousProblems(page, 'all', '#cc-main')).map((problem) => `${width}: ${problem}`))
        }
        return all
      }
      await questionShows(page)
      expect(await problems()).toEqual([])
      await toSettings(page)
      for (const title of await settings(page).locator('button[aria-expanded]').all()) await title.click()
      expect(await problems()).toEqual([])
      await page.close()
    },
  )

  test('names and roles that screen readers say', async () => {
    const page = await fresh()
    await questionShows(page)
    expect(await question(page).getByRole('heading', { name: 'Pytanie o zgodę' }).count()).toBe(1)
    expect(await question(page).getByRole('button').allTextContents()).toEqual([
      'Zgadzam się',
      'Nie zgadzam się',
      'Chcę wybrać',
    ])
    const described = await question(page).getAttribute('aria-describedby')
    expect(await page.locator(`#${described}`).textContent()).toMatch(
      /^Czy zgadzasz się na korzystanie z usług naszych partnerów \(reklamy, pomiar oglądalności, powiadomienia, komentarze i treści osadzone z innych serwisów\)\?/,
    )
    await toSettings(page)
    const names = ['Reklamy', 'Pomiar oglądalności', 'Powiadomienia', 'Komentarze', 'Treści osadzone z innych serwisów']
    for (const name of names)
      expect([name, await settings(page).getByRole('checkbox', { name }).count()]).toEqual([name, 1])
    expect(await settings(page).getByRole('button', { name: 'Zamknij bez zmian' }).count()).toBe(1)
    const title = settings(page).getByRole('button', { name: 'Pomiar oglądalności' })
    expect(await title.getAttribute('aria-expanded')).toBe('false')
    await title.click()
    expect(await title.getAttribute('aria-expanded')).toBe('true')
    expect(await settings(page).textContent()).toContain(
      'Google Analytics, Google Ireland Limited. Siedziba: Irlandia. Zapisuje: _ga (24 miesiące) i _ga_* (24 miesiące).',
    )
    await page.close()
  })

  test('to refuse is as easy as to accept: the same size, look and place in the row (CONS-18)', async () => {
    const page = await fresh()
    await questionShows(page)
    const looks = await Promise.all(
      ['Zgadzam się', 'Nie zgadzam się'].map((name) =>
        question(page)
          .getByRole('button', { name, exact: true })
          .evaluate((button) => {
            const { width, height, top } = button.getBoundingClientRect()
            const { backgroundColor, color, fontSize, fontWeight } = getComputedStyle(button)
            return { width: Math.round(width), height, top, backgroundColor, color, fontSize, fontWeight }
          }),
      ),
    )
    expect(looks[0]).toEqual(looks[1])
    await page.close()
  })

  test('by keyboard alone: the focus comes, stays, and goes back', async () => {
    const page = await fresh()
    await questionShows(page)
    const inside = () => page.evaluate(() => document.activeElement?.closest('.cm, .pm')?.className.split(' ')[0])
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 8; step += 1) {
        await page.keyboard.press(key)
        expect(await inside()).toBe('cm')
      }
    }
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'hidden' })
    await page.waitForTimeout(500)
    // From the footer, and back to it.
    await changeLink(page).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.closest('.pm'))
    for (let step = 0; step < 30; step += 1) {
      await page.keyboard.press('Tab')
      expect(await inside()).toBe('pm')
    }
    await page.keyboard.press('Escape')
    await settings(page).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Zmień zgodę')
    await page.waitForTimeout(500)
    expect(
      await page.evaluate(() => [document.activeElement?.textContent, document.querySelector('#cc-main')]),
    ).toEqual(['Zmień zgodę', null])
    await page.close()
  })

  test('does not take the focus from a word that is being typed', async () => {
    const page = await site.open('/search', { context: {} })
    await page.locator('main input[type=search]').focus()
    await page.waitForTimeout(1500)
    expect(await question(page).count()).toBe(0)
    await page.locator('main input[type=search]').blur()
    await questionShows(page)
    await page.close()
  })

  test.each([
    ['320 pixels', { width: 320, height: 568 }],
    ['400 % of 1280 by 900', { width: 320, height: 225 }],
  ])('at %s everything can be reached, and nothing is wider than the screen', async (_name, size) => {
    const page = await fresh()
    await page.setViewportSize(size)
    await questionShows(page)
    const fits = (name: '.cm' | '.pm') =>
      page.evaluate((selector) => {
        const box = document.querySelector(selector)
        if (!box) return 'no box'
        const { left, right, top, bottom } = box.getBoundingClientRect()
        return (
          left >= 0 &&
          right <= innerWidth &&
          top >= 0 &&
          bottom <= innerHeight &&
          box.scrollWidth <= box.clientWidth &&
          document.documentElement.scrollWidth <= innerWidth
        )
      }, name)
    expect(await fits('.cm')).toBe(true)
    await toSettings(page)
    for (const title of await settings(page).locator('button[aria-expanded]').all()) await title.click()
    expect(await fits('.pm')).toBe(true)
    const save = settings(page).getByRole('button', { name: 'Zapisz wybór' })
    await save.scrollIntoViewIfNeeded()
    await save.click()
    await settings(page).waitFor({ state: 'hidden' })
    await page.close()
  })

  test('targets are at least 24 pixels; nothing moves for those who want that', async () => {
    const page = await fresh(ARTICLE, { context: { reducedMotion: 'reduce' } })
    await toSettings(page)
    const small = await page.$$eval('#cc-main button, #cc-main input', (all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)),
    )
    expect(small).toEqual([])
    const durations = await page.$eval('.pm', (box) =>
      getComputedStyle(box).transitionDuration.split(',').map(parseFloat),
    )
    expect(Math.max(...durations)).toBeLessThan(0.001)
    await page.close()
  })
})
