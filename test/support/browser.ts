import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export interface TestBrowser {
  context: BrowserContext
  close(): Promise<void>
}

/**
 * Headless Chromium with an empty profile. No foreign host is ever asked: such requests are recorded and cut off.
 * @param foreign gets the URL of each of them
 */
export async function startBrowser(origin: string, foreign: string[] = []): Promise<TestBrowser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(`no browser at ${CHROMIUM}: apt-get install chromium, or set CHROMIUM_PATH`)
  }
  const profile = await mkdtemp(join(tmpdir(), 'browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  await context.route(
    (url) => url.origin !== origin,
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
