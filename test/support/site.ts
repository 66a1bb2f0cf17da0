import type { BrowserContextOptions, Page } from 'playwright-core'
import { type BrowserKind, startBrowser } from './browser.ts'
import { reportViolations } from './policy-violations.ts'
import { startTestPortal, type TestPortal } from './portal.ts'

/** A running portal and a browser in front of it. */
export interface Site {
  portal: TestPortal
  /** Origin of a service, without a trailing slash; the default one's when none is named. */
  origin(service?: string): string
  /** Opens a path in a new page, 1280 wide by default. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** Errors thrown by scripts of the portal, in any page, and violations of the security policy. */
  errors: string[]
  /** Requested URLs of other hosts. */
  foreign: string[]
  close(): Promise<void>
}

export interface OpenOptions {
  service?: string
  width?: number
  /** Called before the page loads. */
  prepare?(page: Page): Promise<unknown>
  /** Needs a context of its own: no JavaScript, touch, another theme. */
  context?: BrowserContextOptions
}

export async function startSite(variables: Record<string, string> = {}, kind?: BrowserKind): Promise<Site> {
  const portal = await startTestPortal(variables)
  const errors: string[] = []
  const foreign: string[] = []
  const isOwn = (url: URL): boolean => url.port === String(portal.port)
  const browser = await startBrowser(isOwn, foreign, 'block', kind)
  const origin = (service?: string): string =>
    service === undefined ? portal.url : `http://${service}.localhost:${portal.port}`

  return {
    portal,
    errors,
    foreign,
    origin,
    async open(path, { service, width = 1280, prepare, context } = {}) {
      const size = { width, height: width < 768 ? 740 : 900 }
      const options = context && { serviceWorkers: 'block' as const, ...context, viewport: size }
      const own = options && (await browser.context.browser()?.newContext(options))
      const page = await (own ?? browser.context).newPage()
      // Where a test failed, it is closed with the browser.
      if (own) page.on('close', () => void own.close().catch(() => {}))
      await page.setViewportSize(size)
      page.on('pageerror', (error) => errors.push(`${path}: ${error.message}`))
      await reportViolations(page, (violation) => errors.push(`${path}: ${violation}`))
      await prepare?.(page)
      await page.goto(origin(service) + path, { waitUntil: 'load' })
      return page
    },
    async close() {
      await browser.close()
      await portal.close()
    },
  }
}
