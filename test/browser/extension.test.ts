import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { JSDOM } from 'jsdom'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { objections } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { reportViolations } from '../support/policy-violations.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'
import { ROOT } from '../support/root.ts'
import { until } from '../support/until.ts'

/** The example site with the quiz, and scripts of a publisher's own. */
const SCRIPTS = `import { defineExtension } from 'szpalta/extension'
import { quiz } from '${'./extension'}/quiz.tsx'

export default defineExtension({
  blocks: [quiz],
  head: [
    { script: 'https://stats.example/s.js', consent: 'measurement', attributes: { 'data-domain': 'zoria.example' } },
    { script: 'https://talk.example/t.js', consent: 'comments', connect: ['https://in.talk.example'] },
  ],
})
`
const BUILD = 'dist-extension-test'
const ARTICLE = '/2026/10/chomu-lid-plavaie'
const ANSWER = 'Не зміниться. Лід витісняє'

let site: string
let portal: PortalProcess
let browser: TestBrowser
const foreign: string[] = []
const violations: string[] = []
beforeAll(async () => {
  site = await mkdtemp(join(tmpdir(), 'zoria-'))
  await cp(join(ROOT, 'sites/zoria'), site, { recursive: true })
  await writeFile(join(site, 'extension.ts'), SCRIPTS)
  const env = { ...process.env, SITE_DIR: site }
  await promisify(execFile)('node', ['esbuild.config.mjs', BUILD], { cwd: ROOT, env })
  portal = await startProcess({ SITE_DIR: site, CONSENT_MODE: 'cmp' }, { build: BUILD, preload: 'encoded-once.mjs' })
  await portal.ready()
  browser = await startBrowser(({ port }) => port === String(portal.port), foreign)
})
afterAll(async () => {
  await browser?.close()
  await portal?.stop()
  await rm(site, { recursive: true, force: true })
  await rm(join(ROOT, BUILD), { recursive: true, force: true })
})

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.context.browser()?.newContext({ locale: 'uk', ...options })
  const page = context ? await context.newPage() : await browser.context.newPage()
  await reportViolations(page, (violation) => violations.push(violation))
  await page.route(
    ({ port }) => port !== String(portal.port),
    async (route) => {
      foreign.push(route.request().url())
      await route.fulfill({ contentType: 'text/javascript', body: '' })
    },
  )
  await page.goto(`http://127.0.0.1:${portal.port}${ARTICLE}`)
  return page
}

const quizOf = (page: Page) => page.locator('.quiz')

test('a choice is judged at once, by keyboard too, and the right one opens the solution (SITE-15)', async () => {
  const page = await open()
  const quiz = quizOf(page)
  await quiz.scrollIntoViewIfNeeded()
  const status = quiz.getByRole('status')
  expect(await status.textContent()).toBe('')
  // The first touch hydrates; the choice it makes counts.
  await quiz.getByLabel('Підніметься').check()
  await until(
    async () => (await status.textContent()) ?? '',
    (text) => text === 'Ні, спробуйте ще.',
  )
  expect(await quiz.locator('details').getAttribute('open')).toBeNull()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await until(
    async () => (await status.textContent()) ?? '',
    (text) => text === 'Так, правильно!',
  )
  expect(await quiz.locator('details').getAttribute('open')).toBe('')
  expect(await quiz.locator('details p').textContent()).toContain(ANSWER)
  await page.close()
})

test('without JavaScript the solution opens on request', async () => {
  const page = await open({ javaScriptEnabled: false })
  const quiz = quizOf(page)
  expect(await quiz.getByRole('radio').count()).toBe(3)
  expect(await quiz.getByText(ANSWER).isVisible()).toBe(false)
  await quiz.locator('summary').click()
  expect(await quiz.getByText(ANSWER).isVisible()).toBe(true)
  await page.close()
})

test.each([
  [360, 'light'],
  [1280, 'dark'],
] as const)('axe objects to nothing in the quiz at %i, %s', async (width, colorScheme) => {
  const page = await open({ viewport: { width, height: 800 }, colorScheme })
  const violations = await objections(page, { within: '.quiz' })
  expect(violations.map(({ id }) => id)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await page.close()
})

test('the AMP document and the feed have the quiz, without a script of it', async () => {
  const { text } = await portal.ask(`/wp-json/amp/v2/post${ARTICLE}`)
  expect([...(await ampProblems(text)), ...unvalidatedProblems(new JSDOM(text).window.document)]).toEqual([])
  expect(new JSDOM(text).window.document.querySelector('.quiz details')?.textContent).toContain(ANSWER)
  expect(text).not.toContain('stats.example')
  const feed = await portal.ask('/api/feed/rss')
  expect(feed.text).toContain('Відповідь: Не зміниться. Лід витісняє')
  expect(feed.text).not.toContain('<input')
})

test('scripts of the site’s own wait for consent, and the policy knows their hosts (SITE-15)', async () => {
  foreign.length = 0
  const page = await open()
  const footer = await page.locator('footer.footer').textContent()
  // What the site's own scripts do is in the notice (CONS-3), and consent can be changed (CONS-5).
  expect(footer).toMatch(/вимірювання|аналітик|статистик/i)
  const attributes = () => page.locator('script[src="https://stats.example/s.js"]').getAttribute('data-domain')
  /** Repeats the event: who listens starts when the browser is idle. */
  const grant = (detail: object, wanted: number) =>
    until(
      async () => {
        await page.evaluate((flags) => dispatchEvent(new CustomEvent('szpalta:consent', { detail: flags })), detail)
        return foreign.length
      },
      (count) => count === wanted,
    )
  await grant({ comments: true }, 1)
  await page.evaluate(() => dispatchEvent(new CustomEvent('szpalta:consent', { detail: { consent: true } })))
  expect(foreign).toEqual(['https://talk.example/t.js'])
  await grant({ audience: true }, 2)
  expect(foreign).toEqual(['https://talk.example/t.js', 'https://stats.example/s.js'])
  expect(await attributes()).toBe('zoria.example')
  const { headers } = await portal.ask(ARTICLE)
  const policy = String(headers['content-security-policy']).split('; ')
  const connect = policy.find((directive) => directive.startsWith('connect-src')) ?? ''
  for (const origin of ['https://stats.example', 'https://talk.example', 'https://in.talk.example']) {
    expect(connect.split(' ')).toContain(origin)
  }
  expect(violations).toEqual([])
  await page.close()
})

test('a build without the extension shows what the editor has saved, and says what to run (SITE-14)', async () => {
  const plain = await startProcess({ SITE_DIR: site })
  try {
    await plain.ready()
    const { text } = await plain.ask(ARTICLE)
    expect(text).toContain('Підніметься, опуститься чи не зміниться?')
    expect(text).not.toContain('class="quiz"')
    const notice = plain.lines().find(({ msg }) => String(msg).includes('extension.ts is not compiled'))
    expect(notice?.msg).toContain('npm run build')
    // What another extension has built in is not used either.
    const changed = await readFile(join(site, 'extension.ts'), 'utf8')
    await writeFile(join(site, 'extension.ts'), `${changed}// changed\n`)
    const behind = await startProcess({ SITE_DIR: site }, { build: BUILD, preload: 'encoded-once.mjs' })
    try {
      await behind.ready()
      expect((await behind.ask(ARTICLE)).text).not.toContain('class="quiz"')
    } finally {
      await behind.stop()
      await writeFile(join(site, 'extension.ts'), changed)
    }
  } finally {
    await plain.stop()
  }
})
