import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { editorOf, type RunningDesk, startDesk } from '../../support/desk.ts'
import { until } from '../../support/until.ts'

jest.setTimeout(300_000)

/** How slow the Git host is here. Milliseconds. */
const SLOW = 2500

describe.each([
  ['without a review', 'off'],
  ['with a review', 'on'],
])('the first save of a text, %s', (_name, review) => {
  let desk: RunningDesk
  let browser: TestBrowser
  let page: Page
  let editor: ReturnType<typeof editorOf>

  beforeAll(async () => {
    desk = await startDesk(['--git'], { DESK_REVIEW: review })
    browser = await startBrowser((url) => ['localhost', '127.0.0.1'].includes(url.hostname), [])
    page = await browser.context.newPage()
    page.setDefaultTimeout(30_000)
    await page.setViewportSize({ width: 1280, height: 1600 })
    editor = editorOf(page, desk.url)
    await editor.signIn()
    await begin('Tekst pisany bez przerwy', 'Przed zapisem.')
  })
  afterAll(async () => {
    await page?.close({ runBeforeUnload: false })
    await browser?.close()
    await desk?.stop()
  })

  const begin = async (title: string, text: string): Promise<void> => {
    await page.goto(`${desk.url}/desk#/collections/akademia-articles/new`)
    await editor.field('Tytuł').first().fill(title)
    await editor.field('Lead').fill('Kto pisze szybko, nie czeka na zapis.')
    await editor.choose('Autorzy', 'Ida Korczyk')
    await editor.choose('Kategoria', 'Edukacja')
    await editor.write(text)
  }
  const isHeld = (): Promise<boolean> => page.locator('#nc-root').evaluate((element: HTMLElement) => element.inert)
  const save = async (): Promise<void> => {
    if (review === 'on') {
      await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
      return
    }
    await page.getByRole('button', { name: 'Opublikuj' }).click()
    await page.getByRole('menuitem', { name: 'Opublikuj teraz', exact: true }).click()
  }
  const savedText = async (): Promise<string> => {
    const file = 'newsroom/akademia/articles/tekst-pisany-bez-przerwy.md'
    if (review === 'off') return readFile(join(desk.folder, file), 'utf8').catch(() => '')
    const branch = 'cms/akademia-articles/tekst-pisany-bez-przerwy'
    return desk.git('branch', '--list', branch).includes(branch) ? desk.git('show', `${branch}:${file}`) : ''
  }

  test('holds the form and says so until the text has been read again; no word is lost (DESK-7)', async () => {
    const slowly = /persistEntry|getEntry|unpublishedEntry"/
    await page.route(/:\d+\/api\/v1/, async (route) => {
      if (slowly.test(route.request().postData() ?? '')) await wait(SLOW)
      await route.continue()
    })
    await save()
    await until(isHeld, (held) => held)
    const status = page.getByRole('status').filter({ hasText: 'Za chwilę można pisać dalej' })
    await status.waitFor()
    const startedAt = performance.now()
    // Nothing of the form takes the focus, and so no keys.
    await page.keyboard.type('Zgubione słowa.')
    expect(await isHeld()).toBe(true)
    expect(await page.locator('[data-slate-editor=true]').first().innerText()).not.toContain('Zgubione')
    await until(isHeld, (held) => !held, 60_000)
    expect(performance.now() - startedAt).toBeGreaterThan(SLOW / 2)
    expect(await status.count()).toBe(0)
    await page.waitForURL(/#\/collections\/[^/]+\/entries\//)

    await page.unroute(/:\d+\/api\/v1/)
    await editor.write(' Zaraz po zapisie.')
    // What the editor reads late would take these words away.
    await wait(SLOW)
    expect(await page.locator('[data-slate-editor=true]').first().innerText()).toContain('Zaraz po zapisie.')
    await save()
    await until(savedText, (text) => text.includes('Zaraz po zapisie.'), 60_000)
    expect(await savedText()).toMatch(/Przed zapisem\..*Zaraz po zapisie\./)
    // A later save puts nothing into the form.
    await until(isHeld, (held) => !held, 5000)
  })

  test('does not hold it when a save fails (DESK-7)', async () => {
    await begin('Tekst, którego nie zapisano', 'Treść.')
    await page.route(/:\d+\/api\/v1/, (route) =>
      /persistEntry/.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    )
    await save()
    await page
      .getByText(/Nie można zapisać|Błąd|Failed/i)
      .first()
      .waitFor()
    await until(isHeld, (held) => !held)
    await editor.write(' Dalej.')
    await page.unroute(/:\d+\/api\/v1/)
    expect(await page.locator('[data-slate-editor=true]').first().innerText()).toContain('Treść. Dalej.')
  })
})
