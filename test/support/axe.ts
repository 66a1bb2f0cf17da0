import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Rules that count whatever axe thinks of their weight (A11Y-11). */
const STRICT = ['empty-table-header', 'label-content-name-mismatch', 'landmark-unique']
/** Rules whose outcome depends on colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe objects to. */
interface Objection {
  id: string
  /** How bad it is. */
  impact: string | null
  nodes: Array<{ target: string; html: string; failureSummary: string }>
}

interface AxeSettings {
  /** Selector of what is looked at; the whole document without it. */
  within?: string
  runOnly?: { type: 'rule' | 'tag'; values: string[] }
  /** Rules that axe does not run by itself. */
  more?: string[]
}

/**
 * Runs axe on a page as it is now. Half of the time of its own driver went into sending its text twice for every run, and into
 * details of what it does not object to. Frames are left out: there are none before a click.
 */
export async function objections(page: Page, { within, runOnly, more = [] }: AxeSettings = {}): Promise<Objection[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options = {
    resultTypes: ['violations'],
    iframes: false,
    rules: Object.fromEntries(more.map((id) => [id, { enabled: true }])),
    ...(runOnly && { runOnly }),
  }
  return page.evaluate(
    async ([selector, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: unknown, options: unknown): Promise<{ violations: Objection[] }> }
      }
      const { violations } = await axe.run(selector ?? document, options)
      return violations.map(({ id, impact, nodes }) => ({
        id,
        impact,
        nodes: nodes.map(({ target, html, failureSummary }) => ({ target: String(target), html, failureSummary })),
      }))
    },
    [within, options] as const,
  )
}

/**
 * @param rules those of colours alone, or all
 * @returns what axe finds serious or critical, or what is of a strict rule, on the page as it is now
 */
export async function seriousProblems(
  page: Page,
  rules: 'all' | 'colours' = 'all',
  within?: string,
): Promise<string[]> {
  // axe cannot read the colours of content that the browser has not painted yet.
  await page.waitForFunction(() => document.querySelector('.is-lazy') === null)
  const violations = await objections(page, {
    ...(within !== undefined && { within }),
    ...(rules === 'all' ? { more: STRICT } : { runOnly: { type: 'rule', values: OF_COLOURS } }),
  })
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || STRICT.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    )
}

/**
 * Runs the check in each theme that the page has. The dark theme changes colours alone (views/styles/tokens.css), so the rules
 * of colours are those that are run there.
 * @returns what it finds, with the theme
 */
async function problemsInThemes(page: Page): Promise<string[]> {
  const isSwitchable = (await page.locator('[data-theme-switch]').count()) > 0
  const problems: string[] = []
  // A service without a switch is always light.
  for (const theme of isSwitchable ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme: theme })
    // The page reads the media query once, when it loads.
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme
    }, theme)
    const violations = await seriousProblems(page, theme === 'light' ? 'all' : 'colours')
    problems.push(...violations.map((problem) => `${theme}: ${problem}`))
  }
  return problems
}

/** Runs the check in each theme at each width, on one page. @returns what it finds, with the width and the theme */
export async function problemsAtWidths(page: Page, widths: readonly number[]): Promise<string[]> {
  const problems: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
    problems.push(...(await problemsInThemes(page)).map((problem) => `${width}, ${problem}`))
  }
  return problems
}
