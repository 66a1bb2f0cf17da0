import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Site as SiteFolder } from '../../src/site/site.ts'
import { type BrowserKind, startBrowser, type TestBrowser } from './browser.ts'
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
  /** Requested URLs of other hosts; of all that share the browser. */
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

export async function startSite(
  variables: Record<string, string> = {},
  kind?: BrowserKind,
  folder?: SiteFolder,
): Promise<Site> {
  return (await startSites({ only: variables }, kind, folder)).only
}

const NO_OVERRIDES = [undefined, undefined, undefined, undefined] as const

/** Portals with different settings in front of one browser, which ends with the last of them. */
export async function startSites<Name extends string>(
  variables: Record<Name, Record<string, string>>,
  kind?: BrowserKind,
  folder?: SiteFolder,
): Promise<Record<Name, Site>> {
  const names = Object.keys(variables) as Name[]
  const foreign: string[] = []
  const ports = new Set<string>()
  const [browser, ...portals] = await Promise.all([
    startBrowser(({ port }) => ports.has(port), foreign, 'block', kind),
    ...names.map(async (name) => [name, await startTestPortal(variables[name], ...NO_OVERRIDES, folder)] as const),
  ])
  for (const [, portal] of portals) ports.add(String(portal.port))
  const close = async (portal: TestPortal): Promise<void> => {
    if (ports.delete(String(portal.port)) && ports.size === 0) await browser.close()
    await portal.close()
  }
  return Object.fromEntries(
    portals.map(([name, portal]) => [name, siteOf(portal, browser, foreign, () => close(portal))]),
  ) as Record<Name, Site>
}

function siteOf(portal: TestPortal, browser: TestBrowser, foreign: string[], close: () => Promise<void>): Site {
  const errors: string[] = []
  const origin = (service?: string): string =>
    service === undefined ? portal.url : `http://${service}.localhost:${portal.port}`

  return {
    portal,
    errors,
    foreign,
    origin,
    close,
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
  }
}
