import type { Page } from 'playwright-core'

/** Reports the violations of a page's security policy from now on: the directive, and the blocked resource. */
export async function reportViolations(page: Page, report: (violation: string) => void): Promise<void> {
  await page.exposeFunction('violated', report)
  await page.addInitScript(() => {
    const { violated } = window as unknown as { violated(violation: string): void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      violated(`${effectiveDirective} refused ${blockedURI} ${sample}`.trim()),
    )
  })
}
