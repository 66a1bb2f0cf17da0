import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { ROOT } from './root.ts'

// Browsers ask for all images of a page.
await import(join(ROOT, 'test/support/encoded-once.mjs'))

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const DEBIAN_HEADLESS_SHELL = '/usr/bin/chromium-headless-shell'

export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A process for every page, and one in advance, cost more than the pages of a test. */
const ONE_RENDERER = ['--renderer-process-limit=1', '--disable-features=SpareRendererForSitePerProcess']

/** The whole browser: `CHROMIUM_PATH`, else Debian's, else the one that a package of the tests brings along. */
export async function chromiumPath(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(DEBIAN_CHROMIUM)) return DEBIAN_CHROMIUM
  const { default: packaged } = await import('@sparticuz/chromium')
  return packaged.executablePath()
}

/**
 * Which browser opens a test's pages: the whole one, or the same engine without windows and tabs, which needs half of the time
 * and loads images further ahead.
 */
export type BrowserKind = 'whole' | 'shell'

/** The shell is the whole browser where Debian's is missing. */
async function shellPath(): Promise<string> {
  const isChosen = process.env.CHROMIUM_PATH !== undefined && process.env.CHROMIUM_PATH !== ''
  return !isChosen && existsSync(DEBIAN_HEADLESS_SHELL) ? DEBIAN_HEADLESS_SHELL : chromiumPath()
}

export interface TestBrowser {
  context: BrowserContext
  close(): Promise<void>
}

/**
 * Headless Chromium with an empty profile. It never contacts a foreign host: such requests are recorded and aborted.
 * @param isOwn whether a URL is the portal's
 * @param foreign gets the URL of each of them
 * @param serviceWorkers a service worker would serve pages before `page.route`, so only the worker's own tests allow it
 */
export async function startBrowser(
  isOwn: (url: URL) => boolean,
  foreign: string[] = [],
  serviceWorkers: 'allow' | 'block' = 'block',
  kind: BrowserKind = 'shell',
): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await (kind === 'shell' ? shellPath() : chromiumPath()),
    serviceWorkers,
    args: kind === 'shell' ? [...BROWSER_FLAGS, ...ONE_RENDERER] : BROWSER_FLAGS,
  })
  await context.route(
    (url) => !isOwn(url),
    async (route) => {
      foreign.push(route.request().url())
      await route.abort()
    },
  )
  return {
    context,
    close: async () => {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
