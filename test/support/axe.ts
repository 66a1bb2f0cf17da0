import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** Rules that count whatever axe thinks of their weight (A11Y-11). */
const STRICT = ['empty-table-header', 'label-content-name-mismatch', 'landmark-unique']

/** @returns what axe finds serious or critical, or what is of a strict rule, on the page as it is now */
export async function seriousProblems(page: Page): Promise<string[]> {
  // axe cannot read the colours of content that the browser has not painted yet.
  await page.waitForFunction(() => document.querySelector('.is-lazy') === null)
  // Without the second page that axe opens for frames: there are no frames before a click.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await axe
    .options({ rules: Object.fromEntries(STRICT.map((id) => [id, { enabled: true }])) })
    .analyze()
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || STRICT.includes(id))
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`),
    )
}

/** Runs the check in each theme that the page has. @returns what it finds, with the theme */
export async function problemsInThemes(page: Page): Promise<string[]> {
  const isSwitchable = (await page.locator('[data-theme-switch]').count()) > 0
  const problems: string[] = []
  // A service without a switch is always light.
  for (const theme of isSwitchable ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme: theme })
    // The page reads the media query once, when it loads.
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme
    }, theme)
    problems.push(...(await seriousProblems(page)).map((problem) => `${theme}: ${problem}`))
  }
  return problems
}
