import { type LaunchOptions, launch } from 'puppeteer-core'
import type { CoreBrowser } from './core-browser.ts'

/** A browser over Puppeteer: Firefox speaks WebDriver BiDi with it, Chromium its own protocol. */
export async function startPuppeteer(options: LaunchOptions, colorScheme?: 'light' | 'dark'): Promise<CoreBrowser> {
  const browser = await launch({ headless: true, defaultViewport: { width: 1280, height: 900 }, ...options })
  // The page that Firefox starts with never gets the focus, so that no key would click a button.
  const page = await browser.newPage()
  if (colorScheme) await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: colorScheme }])
  return {
    version: await browser.version(),
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    evaluate: async <T, A extends unknown[]>(run: (...values: A) => T | Promise<T>, ...values: A) => {
      const evaluate = () => page.evaluate(run as (...values: unknown[]) => unknown, ...values) as Promise<T>
      // The page was left meanwhile: the next one answers.
      return evaluate().catch((error) => {
        if (/context was destroyed|no such frame|navigat/i.test(String(error))) return evaluate()
        throw error
      })
    },
    click: (selector) => page.click(selector),
    hover: (selector) => page.hover(selector),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    print: async () => Buffer.from(await page.pdf()),
    close: () => browser.close(),
  }
}
