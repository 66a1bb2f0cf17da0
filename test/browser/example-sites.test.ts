import { JSDOM } from 'jsdom'
import { ampProblems, unvalidatedProblems } from '../support/amp-validator.ts'
import { objections, seriousProblems } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { crawl } from '../support/crawl.ts'
import { customerWordsIn } from '../support/customer-words.ts'
import { foreignTexts, readerTexts } from '../support/foreign-texts.ts'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { type PortalProcess, type ProcessResponse, startProcess } from '../support/process.ts'

/** The example sites that are not the customer's; each brings its own newsroom. */
const SITES = [
  { name: 'courier', language: 'en', host: 'courier.example', missing: '/not-there' },
  { name: 'zoria', language: 'uk', host: 'zoria.example', missing: '/nemaie' },
] as const
/** Each width, and the theme in which pages are loaded there; the colours of the other one are checked after it. */
const LOOKS = [
  [360, 'light', 'dark'],
  [1280, 'dark', 'light'],
] as const
const MOST_AMP_STYLE = 75_000

/** A theme that places the cards of the front page itself has to know all of their shapes. */
function imagesWiderThanTheLead(): string[] {
  const lead = document.querySelector<HTMLElement>('.card-lead .card-picture')
  const images = [...(lead?.closest('.cards-grid')?.querySelectorAll<HTMLElement>('.card-picture') ?? [])]
  return images
    .filter(({ offsetWidth }) => offsetWidth > (lead?.offsetWidth ?? 0))
    .map((image) => `wider than the lead: ${image.innerHTML}`)
}

describe.each(SITES)('the example site $name', ({ name, language, host, missing }) => {
  let portal: PortalProcess
  let browser: TestBrowser
  let responses: Map<string, ProcessResponse>
  let paths: string[]
  const foreign: string[] = []
  beforeAll(async () => {
    portal = await startProcess({ SITE_DIR: `sites/${name}` }, { preload: 'encoded-once.mjs' })
    await portal.ready()
    responses = await crawl(portal, {
      from: ['/', '/sitemap.xml', '/api/feed/rss', '/search', missing],
      host,
      most: 500,
    })
    const listed = [...responses.keys()]
    const first = (form: RegExp): string[] => listed.filter((path) => form.test(path)).slice(0, 1)
    paths = ['/', ...first(/^\/\d{4}\//), ...first(/^\/category\/(?!latest)/), ...first(/^\/author\//), '/search?s=a']
    browser = await startBrowser(({ port }) => port === String(portal.port), foreign)
  })
  afterAll(async () => {
    await browser.close()
    await portal.stop()
  })

  test('links to nothing that is missing, and to nothing of the customer’s (SITE-1)', () => {
    const broken = [...responses].filter(([path, { status }]) => status >= 400 && path !== missing)
    expect(broken.map(([path, { status }]) => `${status} ${path}`)).toEqual([])
    expect(responses.size).toBeGreaterThan(100)
    const words = [...responses].flatMap(([path, { text }]) => customerWordsIn(text).map((word) => `${path}: ${word}`))
    expect(words).toEqual([])
  })

  test('has no text of another language (LANG-1)', () => {
    const pages = [...responses].filter(([, { headers }]) => /html|xml/.test(String(headers['content-type'])))
    // Articles may quote words that are texts of an interface elsewhere; the shell and the lists are the interface.
    const foreign = pages.flatMap(([path, { text }]) =>
      foreignTexts(readerTexts(text), language).map((one) => `${path}: ${one}`),
    )
    expect(foreign).toEqual([])
  })

  test('has valid AMP documents with its own rules, below AMP’s limit (SITE-12)', async () => {
    const articles = [...responses.keys()].filter((path) => /^\/\d{4}\/\d{2}\/[^/?]+(?<!\.md)$/.test(path))
    expect(articles.length).toBeGreaterThanOrEqual(8)
    for (const path of articles) {
      const { text } = await portal.ask(`/wp-json/amp/v2/post${path}`, { headers: { host } })
      expect([path, ...(await ampProblems(text)), ...unvalidatedProblems(new JSDOM(text).window.document)]).toEqual([
        path,
      ])
      const [, style = ''] = /<style amp-custom>([^<]*)<\/style>/.exec(text) ?? []
      expect(style).toContain('--paper:')
      expect(Buffer.byteLength(style)).toBeLessThan(MOST_AMP_STYLE)
    }
  })

  test.each(LOOKS)(
    'at %i pixels, in the %s and the %s theme, axe objects to nothing, nothing shifts or overflows, and the policy holds (SITE-12)',
    async (width, scheme, other) => {
      const problems: string[] = []
      // Side by side: a page that scrolls mostly waits.
      const look = async (path: string): Promise<void> => {
        const page = await browser.context.newPage()
        await page.setViewportSize({ width, height: 800 })
        await page.emulateMedia({ colorScheme: scheme })
        page.on('console', (message) => {
          if (message.type() === 'error' && !/status of 404/.test(message.text()))
            problems.push(`${path}: ${message.text()}`)
        })
        await recordShifts(page)
        await page.goto(`http://127.0.0.1:${portal.port}${path}`)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (overflow > 0) problems.push(`${path}: ${overflow} pixels too wide`)
        if (path === '/') problems.push(...(await page.evaluate(imagesWiderThanTheLead)))
        const violations = await objections(page)
        problems.push(...violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`))
        await scrollToEnd(page, { most: 15, rest: 400 })
        const shifts = (await shiftsOf(page)).filter(({ hadRecentInput }) => !hadRecentInput)
        problems.push(...shifts.map(({ value, what }) => `${path}: shift ${value} ${what[0]}`))
        if ((await page.locator('[data-theme-switch]').count()) > 0) {
          // The page reads the media query once, when it loads.
          await page.evaluate((theme) => {
            document.documentElement.dataset.theme = theme
          }, other)
          problems.push(...(await seriousProblems(page, 'colours')).map((problem) => `${path}, ${other}: ${problem}`))
        }
        await page.close()
      }
      // Alone, because it leads on after four seconds.
      await look(missing)
      await Promise.all(paths.map(look))
      expect([...problems, ...foreign]).toEqual([])
    },
  )
})
