/** Chromium as Lighthouse uses it. */
import { chromium } from 'playwright-core'
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
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...FLAGS, `--remote-debugging-port=${port}`],
  })
  return { browser, port }
}
