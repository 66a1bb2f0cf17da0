import type { Page } from 'playwright-core'

/** Tells what the security policy of a page refuses from now on: the directive, and what it met. */
export async function reportViolations(page: Page, report: (violation: string) => void): Promise<void> {
  await page.exposeFunction('violated', report)
  await page.addInitScript(() => {
    const { violated } = window as unknown as { violated(violation: string): void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      violated(`${effectiveDirective} refused ${blockedURI} ${sample}`.trim()),
    )
  })
}
