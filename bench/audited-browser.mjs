/** Chromium as Lighthouse uses it. */
import { requireTestPackages } from '../test/packages.mjs'
import { freePort } from './process.mjs'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** @returns the browser, and the port at which Lighthouse reaches it */
export async function startAuditedBrowser() {
  requireTestPackages()
  const { chromium } = await import('playwright-core')
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...FLAGS, `--remote-debugging-port=${port}`],
  })
  return { browser, port }
}
