import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { plainLine } from '../../src/content/plain-line.ts'
import { recordShifts, shiftsOf } from '../support/layout-shift.ts'
import { ROOT } from '../support/root.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

/** Of the page's questions; the newsroom is read within 10 s. Milliseconds. */
const INTERVAL = 30_000
/** Readers that ask at once. */
const READERS = 1000

const TOKEN = 'metrics-of-the-test'

let folder: string
let site: Site
let count = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'published-'))
  await cp(join(ROOT, 'newsroom'), folder, { recursive: true })
  site = await startSite({ NEWSROOM_DIR: folder, METRICS_TOKEN: TOKEN })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

/** Publishes an article, and waits until the portal shows it. */
async function publish(title: string): Promise<void> {
  count += 1
  const date = new Date(Date.now() - 60_000).toISOString().slice(0, 16)
  const text = `---\ntitle: "${title}"\nlead: Lead.\ndate: ${date}\nauthor: igor-palacz\ncategory: edukacja\ntags: [dla-poczatkujacych]\n---\n<p>Tekst.</p>\n`
  await writeFile(join(folder, 'akademia/articles', `nowy-tekst-${count}.html`), text)
  await until(
    async () => (await site.portal.get(`/${date.slice(0, 4)}/${date.slice(5, 7)}/nowy-tekst-${count}`)).status,
    (status) => status === 200,
    40_000,
  )
}

/** Opens the front page, once its script has question for the first time. */
async function openFront(width: number): Promise<Page> {
  let question: Promise<unknown> = Promise.resolve()
  const prepare = async (page: Page): Promise<void> => {
    question = page.waitForResponse((response) => response.url().endsWith('/api/published'))
    await page.clock.install()
    await recordShifts(page)
  }
  const page = await site.open('/', { width, context: {}, prepare })
  await until(
    async () => {
      await page.clock.fastForward(1000)
      return Promise.race([question.then(() => true), page.waitForTimeout(200).then(() => false)])
    },
    (isSent) => isSent,
  )
  return page
}

test.each([360, 1280])(
  'an open front page offers what was published, and nothing moves, at %i px (HOME-20)',
  async (width) => {
    const page = await openFront(width)
    const button = page.locator('.published > button')
    expect(await button.isVisible()).toBe(false)
    await page.evaluate(() => scrollTo(0, 1200))
    const place = () => page.evaluate(() => document.querySelector('footer')?.getBoundingClientRect().top)
    const before = await place()
    await publish(`Świeży tekst ${width} px`)
    await until(
      async () => {
        await page.clock.fastForward(INTERVAL)
        await page.waitForTimeout(100)
        return button.isVisible()
      },
      (isShown) => isShown,
      20_000,
    )
    expect(await button.textContent()).toBe('1 nowy tekst')
    expect(await page.locator('.published [role=status]').textContent()).toBe('1 nowy tekst')
    expect(await place()).toBe(before)
    expect(await shiftsOf(page)).toEqual([])

    await button.focus()
    await page.keyboard.press('Enter')
    const title = page.locator('.published li a').first()
    expect(plainLine((await title.textContent()) ?? '')).toBe(`Świeży tekst ${width} px`)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Nowe teksty')
    expect(await button.isVisible()).toBe(false)
    await page.close()
  },
)

/** What the portal may answer next: an empty list where its source is late, and older articles where newer ones were withdrawn. */
test('the button says what can be opened, whatever the portal returns (HOME-20)', async () => {
  const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const item = (name: string, date: string) =>
    `<li><article class="card"><time datetime="${date}"></time><h3><a href="/2026/11/${name}">${name}</a></h3></article></li>`
  const [old, older] = [item('stary', '2020-01-02T10:00:00Z'), item('starszy', '2020-01-01T10:00:00Z')]
  const [first, second] = [item('pierwszy', later(5)), item('drugi', later(6))]
  let answer = ''
  let answers = 0
  const page = await site.open('/', {
    width: 360,
    context: {},
    prepare: async (opened) => {
      await opened.clock.install()
      await opened.route('**/api/published', (route) => {
        answers += 1
        return route.fulfill({ contentType: 'text/html', body: `<ol>${answer}</ol>` })
      })
    },
  })
  const button = page.locator('.published > button')
  const after = async (next: string): Promise<string | undefined> => {
    answer = next
    const before = answers
    await until(
      async () => {
        await page.clock.fastForward(INTERVAL)
        await page.waitForTimeout(100)
        return answers
      },
      (count) => count > before + 1,
      20_000,
    )
    return (await button.isVisible()) ? ((await button.textContent()) ?? undefined) : undefined
  }
  expect(await after('')).toBeUndefined()
  expect(await after(old + older)).toBeUndefined()
  expect(await after(second + first + old)).toBe('2 nowe teksty')
  expect(await after(second + old + older)).toBe('1 nowy tekst')
  expect(await after('')).toBe('1 nowy tekst')
  expect(await after(old + older)).toBeUndefined()
  await page.close()
})

/** Responses that the portal made, not its page cache. */
async function renderings(): Promise<number> {
  const { text } = await site.portal.get('/metrics', { authorization: `Bearer ${TOKEN}` })
  const lines = text
    .split('\n')
    .filter((line) => /^szpalta_answer_seconds_count\{.*api\/published.*status="200"/.test(line))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('a thousand readers who ask after a publication share one rendering (HOME-20)', async () => {
  await site.portal.get('/api/published')
  const before = await renderings()
  await publish('Tekst dla tysiąca')
  const texts = new Set<string>()
  await Promise.all(
    Array.from({ length: READERS }, async () => texts.add((await site.portal.get('/api/published')).text)),
  )
  expect([...texts].filter((text) => plainLine(text).includes('Tekst dla tysiąca'))).toHaveLength(1)
  expect(texts.size).toBe(1)
  expect((await renderings()) - before).toBe(1)
})
