import { chromiumPath } from '../browser.ts'
import type { CoreBrowser, StartOptions } from './core-browser.ts'
import { startPuppeteer } from './puppeteer.ts'

/** Chromium over the same interface, so that one list runs in all. */
export async function startChromium({ proxy, colorScheme = 'light' }: StartOptions): Promise<CoreBrowser> {
  return startPuppeteer(
    {
      browser: 'chrome',
      executablePath: await chromiumPath(),
      // A headless machine has no pointer, so that menus would not open on hover: a mouse, which hovers.
      args: [
        '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        // Its client loses a page that was rendered in advance; test/browser/navigation.test.ts has its own for these.
        '--disable-features=Prerender2',
        `--proxy-server=${proxy.host}`,
      ],
    },
    colorScheme,
  )
}
