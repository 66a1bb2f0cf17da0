import { rm } from 'node:fs/promises'
import { startTestPortal, type TestPortal } from '../portal.ts'
import { recordedSite } from '../recorded-article.ts'
import { type SareServer, startSare } from '../sare-server.ts'
import type { CoreBrowser, StartOptions } from './core-browser.ts'
import { type Outside, startOutside } from './outside.ts'
import { Relay } from './relay.ts'

export type StartCoreBrowser = (options: StartOptions) => Promise<CoreBrowser>

/** The portal with all that the core list touches, and a browser in front of it. */
export interface CoreSite {
  browser: CoreBrowser
  relay: Relay
  outside: Outside
  sare: SareServer
  close(): Promise<void>
}

export async function startCoreSite(start: StartCoreBrowser): Promise<CoreSite> {
  const [recorded, sare, outside] = await Promise.all([recordedSite(), startSare(), startOutside()])
  const portal: TestPortal = await startTestPortal({ ...recorded.variables, ...sare.variables })
  const relay = await Relay.before(portal.port)
  const browser = await start({ proxy: outside.url })
  return {
    browser,
    relay,
    outside,
    sare,
    close: async () => {
      await browser.close()
      await relay.disconnect()
      await Promise.all([portal.close(), sare.close(), outside.close()])
      await rm(recorded.folder, { recursive: true })
    },
  }
}
