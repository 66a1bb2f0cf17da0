import type { CoreSite } from '../../support/core-browsers/core-site.ts'
import {
  focused,
  hidden,
  isShown,
  pathOf,
  pointAt,
  press,
  scrollUntil,
  shown,
} from '../../support/core-browsers/page.ts'
import { until } from '../../support/until.ts'

const ITEM = '.menu-wide a[href="/tag/nft-ethereum"]'

export function menu(at: () => CoreSite): void {
  test('the wide menu opens under the pointer, and by keyboard (SHELL-2, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(1280, 900)
    await browser.open(`${relay.origin()}/`)
    expect(await isShown(browser, ITEM)).toBe(false)
    await pointAt(browser, 'Edukacja')
    await shown(browser, ITEM)
    await browser.hover('.footer')
    await hidden(browser, ITEM)
    await browser.evaluate(() => {
      scrollTo({ top: 0, behavior: 'instant' })
      document.querySelector<HTMLElement>('[aria-label="Podmenu: Edukacja"]')?.focus()
    })
    await browser.press('Enter')
    await shown(browser, ITEM)
    await browser.press('ArrowDown')
    expect(await focused(browser)).toBe('Dla początkujących')
    await browser.press('Escape')
    await hidden(browser, ITEM)
    expect(await browser.evaluate(() => document.activeElement?.ariaLabel)).toBe('Podmenu: Edukacja')
  })

  test('the menu of a phone opens over the page, closes, and leads on (SHELL-3, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(360, 740)
    await browser.open(`${relay.origin()}/`)
    await press(browser, 'menu')
    await shown(browser, '.menu-panel')
    const box = await browser.evaluate(() => {
      const { x, width, bottom } = document.querySelector('.menu-panel')?.getBoundingClientRect() ?? new DOMRect()
      return [x, width, bottom]
    })
    expect(box).toEqual([0, 360, 740])
    await press(browser, 'zamknij')
    await hidden(browser, '.menu-panel')
    await press(browser, 'menu')
    await browser.press('Escape')
    await hidden(browser, '.menu-panel')
    await press(browser, 'menu')
    await press(browser, 'NFT i Ethereum')
    await until(
      () => pathOf(browser),
      (path) => path === '/tag/nft-ethereum',
    )
  })
}

export function search(at: () => CoreSite): void {
  test('search suggests while typing, and a suggestion opens by keyboard (SEARCH-12, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(360, 740)
    await browser.open(`${relay.origin()}/`)
    await press(browser, 'Szukaj')
    await until(
      () => browser.evaluate(() => document.activeElement?.getAttribute('placeholder')),
      (placeholder) => placeholder === 'Czego szukasz?',
    )
    await browser.type('klucz pryw')
    await shown(browser, '[role=option]')
    await browser.press('ArrowDown')
    const href = await browser.evaluate(() => {
      const option = document.querySelector('[role=option][aria-selected=true]')
      return option?.getAttribute('href')
    })
    expect(href).toMatch(/^\/20/)
    await browser.press('Enter')
    await until(
      () => pathOf(browser),
      (path) => path === href,
    )
  })

  test('results go on while scrolling (SEARCH-6, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.open(`${relay.origin()}/search?s=klucz`)
    const titles = () =>
      browser.evaluate(() =>
        [...document.querySelectorAll('.list-posts .card-title')].map((title) => title.textContent),
      )
    expect(await titles()).toHaveLength(10)
    await scrollUntil(browser, async () => (await titles()).length >= 20)
    const all = await titles()
    expect(new Set(all).size).toBe(all.length)
  })
}

export function theme(at: () => CoreSite): void {
  const look = () =>
    at().browser.evaluate(() => [
      document.documentElement.dataset.theme,
      getComputedStyle(document.documentElement).backgroundColor,
      document.querySelector('[role=switch]')?.getAttribute('aria-checked'),
    ])

  test('the switch turns the page dark, and the choice stays (THEME-1, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(1280, 900)
    await browser.open(`${relay.origin('post')}/`)
    expect((await look())[0]).toBe('light')
    await press(browser, 'Tryb ciemny')
    const dark = ['dark', 'rgb(21, 20, 26)', 'true']
    await until(look, (now) => JSON.stringify(now) === JSON.stringify(dark))
    await browser.open(`${relay.origin('post')}/`)
    expect(await look()).toEqual(dark)
    await press(browser, 'Tryb ciemny')
    await until(look, ([now]) => now === 'light')
  })
}
