import { debianProgram } from '../debian-program.ts'
import type { CoreBrowser, StartOptions } from './core-browser.ts'
import { startPuppeteer } from './puppeteer.ts'

const FIREFOX = debianProgram('firefox-esr', 'firefox-esr')
export const hasFirefox = FIREFOX !== undefined

/** Debian's Firefox by WebDriver BiDi. */
export async function startFirefox({ proxy, colorScheme = 'light' }: StartOptions): Promise<CoreBrowser> {
  if (FIREFOX === undefined) throw new Error('Firefox is missing')
  return startPuppeteer({
    browser: 'firefox',
    executablePath: FIREFOX,
    extraPrefsFirefox: {
      'network.proxy.type': 1,
      'network.proxy.http': proxy.hostname,
      'network.proxy.http_port': Number(proxy.port),
      'network.proxy.ssl': proxy.hostname,
      'network.proxy.ssl_port': Number(proxy.port),
      'ui.systemUsesDarkTheme': colorScheme === 'dark' ? 1 : 0,
      'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
      'media.autoplay.default': 0,
      // As on a phone: they take no room.
      'ui.useOverlayScrollbars': 1,
      // A headless machine has no pointer, so that menus would not open on hover.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
    },
  })
}
