/**
 * Takes images of pages at the given widths, light and dark, for someone to look at.
 * Usage: node test/support/screenshots.mjs <base URL> <folder> <path>...
 */
import { mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const WIDTHS = (process.env.WIDTHS ?? '360,768,1280').split(',').map(Number)
const THEMES = (process.env.THEMES ?? 'light,dark').split(',')
const [base, folder, ...paths] = process.argv.slice(2)
if (!base || !folder || paths.length === 0) throw new Error('usage: screenshots.mjs <base URL> <folder> <path>...')

await mkdir(folder, { recursive: true })
const profile = await mkdtemp(join(tmpdir(), 'screenshots-'))
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
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
for (const width of WIDTHS) {
  for (const theme of THEMES) {
    const page = await context.newPage()
    await page.setViewportSize({ width, height: width < 768 ? 740 : 900 })
    await page.emulateMedia({ colorScheme: theme })
    for (const path of paths) {
      await page.goto(base + path, { waitUntil: 'load' })
      // Lazy images load as the page is scrolled through.
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
          window.scrollTo({ top: y, behavior: 'instant' })
          await new Promise((resolve) => setTimeout(resolve, 40))
        }
        window.scrollTo({ top: 0, behavior: 'instant' })
      })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      const name = `${path.replace(/[^a-z0-9]+/gi, '_') || 'home'}-${width}-${theme}.png`
      await page.screenshot({ path: join(folder, name), fullPage: process.env.FULL !== '0' })
      process.stdout.write(`${name}${overflow > 0 ? ` OVERFLOW ${overflow}px` : ''}\n`)
    }
    await page.close()
  }
}
await context.close()
