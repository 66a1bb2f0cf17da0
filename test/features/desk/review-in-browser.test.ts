import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startBrowser, type TestBrowser } from '../../support/browser.ts'
import { editorOf, type RunningDesk, startDesk } from '../../support/desk.ts'
import { type PortalProcess, startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'

jest.setTimeout(300_000)

const SLUG = 'tekst-do-recenzji'
const FILE = `newsroom/akademia/articles/${SLUG}.md`
const BRANCH = `cms/akademia-articles/${SLUG}`

let desk: RunningDesk
/** The portal as readers have it, with the same newsroom. */
let portal: PortalProcess
let browser: TestBrowser
/** The page of the test that runs. */
let shown: Page | undefined
let editor: ReturnType<typeof editorOf>
/** The commit with which the newsroom begins. */
let begin: string

beforeAll(async () => {
  desk = await startDesk(['--git'], { DESK_REVIEW: 'on' })
  portal = await startProcess({ NEWSROOM_DIR: join(desk.folder, 'newsroom'), SUBSCRIBERS_FILE: '/dev/null/none' })
  await portal.ready()
  browser = await startBrowser((url) => ['localhost', '127.0.0.1'].includes(url.hostname), [])
  begin = desk.git('rev-parse', 'main').trim()
})
/** Each test, and each second try of one, has the newsroom as it was. */
beforeEach(async () => {
  const reset = (): string => {
    try {
      desk.git('checkout', '--quiet', '--force', 'main')
      desk.git('reset', '--quiet', '--hard', begin)
      const drafts = branches().filter((branch) => branch !== 'main')
      if (drafts.length > 0) desk.git('branch', '--quiet', '-D', ...drafts)
      return 'reset'
    } catch (error) {
      // The editor's server still has the repository for a page that was closed.
      return String(error)
    }
  }
  await until(reset, (result) => result === 'reset')
})
afterEach(async () => {
  if (process.env.SCREENSHOTS)
    await shown?.screenshot({
      path: join(process.env.SCREENSHOTS, `review ${expect.getState().currentTestName?.slice(0, 30)}.png`),
    })
  await shown?.close()
  shown = undefined
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await desk?.stop()
})

/** A page without unsaved words. */
async function openDesk(): Promise<Page> {
  const page = await browser.context.newPage()
  shown = page
  page.setDefaultTimeout(30_000)
  await page.setViewportSize({ width: 1280, height: 1600 })
  editor = editorOf(page, desk.url)
  await editor.signIn()
  return page
}
const branches = (): string[] => desk.git('branch', '--format=%(refname:short)').trim().split('\n').sort()
const onMain = (): boolean => desk.git('ls-tree', '--name-only', 'main', FILE).trim() !== ''
const pathOf = (branch: string): string => {
  const [, month] = /^date: (\d{4}-\d{2})/m.exec(desk.git('show', `${branch}:${FILE}`)) ?? []
  return `/${month?.replace('-', '/')}/${SLUG}`
}
/** The editor's server has the draft in the folder for a moment, while it commits it (docs/desk.md). */
const readersHave = (path: string, status: number): Promise<number> =>
  until(
    () => portal.status(path),
    (now) => now === status,
  )
const statusOf = (): string => desk.git('config', `branch.${BRANCH}.description`).trim()

test('a text is a branch of its own until somebody publishes it: draft, in review, ready, published (DESK-2)', async () => {
  const page = await openDesk()
  await page.goto(`${desk.url}/desk#/collections/akademia-articles/new`)
  await editor.field('Tytuł').first().fill('Tekst do recenzji')
  await editor.write('Pierwsza wersja.')
  await editor.saveDraft()
  expect(branches()).toEqual([BRANCH, 'main'])
  expect(statusOf()).toMatch(/draft$/)
  expect(onMain()).toBe(false)
  const path = pathOf(BRANCH)
  await readersHave(path, 404)

  await editor.setStatus('W recenzji')
  expect(statusOf()).toMatch(/pending_review$/)
  await editor.write(' Poprawiona.')
  await editor.saveDraft()
  expect(desk.git('show', `${BRANCH}:${FILE}`)).toContain('Poprawiona.')
  expect(onMain()).toBe(false)

  // Others see where it is.
  await page.goto(`${desk.url}/desk#/workflow`)
  await page
    .getByRole('link', { name: /Tekst do recenzji/ })
    .first()
    .waitFor()
  await page
    .getByRole('link', { name: /Tekst do recenzji/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Status: W recenzji' }).waitFor()
  await editor.setStatus('Gotowe')
  expect(statusOf()).toMatch(/pending_publish$/)
  await readersHave(path, 404)

  const approved = desk.git('rev-parse', BRANCH)
  await editor.publish()
  await until(branches, (all) => all.length === 1)
  expect(onMain()).toBe(true)
  expect(desk.git('rev-parse', 'main')).toBe(approved)
  await readersHave(path, 200)
})

test('a published text that is changed stays as it was for readers, and what is taken back leaves no branch (DESK-2)', async () => {
  await writeFile(
    join(desk.folder, FILE),
    '---\ntitle: Tekst do recenzji\ndate: 2026-11-20 12:00\n---\n\nPierwsza wersja.\n',
  )
  desk.git('add', FILE)
  desk.git('commit', '--quiet', '--message', 'Publish')
  const path = pathOf('main')
  await readersHave(path, 200)
  const textOf = async (): Promise<string> => (await portal.ask(path)).text
  const page = await openDesk()
  await page.goto(`${desk.url}/desk#/collections/akademia-articles/entries/${SLUG}`)
  await editor.write(' Druga zmiana.')
  await editor.saveDraft()
  expect(branches()).toEqual([BRANCH, 'main'])
  expect(desk.git('show', `main:${FILE}`)).not.toContain('Druga zmiana')
  await until(textOf, (text) => !text.includes('Druga zmiana'))
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Usuń nieopublikowane zmiany' }).click()
  await until(branches, (all) => all.length === 1)
  expect(await textOf()).toContain('Pierwsza wersja.')
})

test('without --git there are no branches, and the desk says so at its start', async () => {
  await expect(startDesk([], { DESK_REVIEW: 'on' })).rejects.toThrow('npm run desk -- --git')
})
