import type { CoreSite } from '../../support/core-browsers/core-site.ts'
import { pathOf, press, scrollUntil, shown } from '../../support/core-browsers/page.ts'
import { RECORDED } from '../../support/recorded-article.ts'
import { until } from '../../support/until.ts'

export const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'
const WITH_EMBEDS = '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html'

export function furtherArticles(at: () => CoreSite): void {
  test('the next article follows while scrolling, with its path and title (NEXT-1, NEXT-10, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.resize(1280, 900)
    await browser.open(relay.origin() + ARTICLE)
    const title = await browser.evaluate(() => document.title)
    await scrollUntil(browser, async () => (await pathOf(browser)) !== ARTICLE)
    const [path, now, articles] = await browser.evaluate(() => [
      location.pathname,
      document.title,
      [...document.querySelectorAll<HTMLElement>('[data-article]')].map(({ dataset }) => dataset.article).join(' '),
    ])
    expect(now).not.toBe(title)
    expect(articles?.split(' ').slice(0, 2)).toEqual([ARTICLE, path])
    await browser.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await until(
      () => pathOf(browser),
      (back) => back === ARTICLE,
    )
  })
}

export function embeds(at: () => CoreSite): void {
  test('no third party is called before the click that opens its frame (EMB-1, BROWSER-1)', async () => {
    const { browser, relay, outside } = at()
    await browser.open(relay.origin('post') + WITH_EMBEDS)
    // Browsers call their makers.
    const providers = () => outside.hosts.filter((host) => /youtube|vimeo|ytimg/.test(host))
    await browser.evaluate(() => document.querySelector('.embed')?.scrollIntoView({ behavior: 'instant' }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect([providers(), await browser.evaluate(() => document.querySelectorAll('iframe').length)]).toEqual([[], 0])
    await press(browser, 'Pokaż treść z YouTube')
    await until(providers, (hosts) => hosts.includes('www.youtube-nocookie.com'))
    expect(
      await browser.evaluate(() => [...document.querySelectorAll('iframe')].map((frame) => [frame.src, frame.title])),
    ).toEqual([['https://www.youtube-nocookie.com/embed/bBC-nXj3Ng4', 'Treść z serwisu YouTube']])
    // The driver of Firefox would wait for a frame that never comes.
    await browser.evaluate(() => document.querySelector('iframe')?.remove())
  })
}

export function player(at: () => CoreSite): void {
  test('a recording plays from a chapter, and goes on where it was stopped (AUDIO-1, AUDIO-4, BROWSER-1)', async () => {
    const { browser, relay } = at()
    await browser.open(relay.origin() + RECORDED)
    // Firefox plays a sound only where a sound card is, a muted one everywhere.
    const mute = () =>
      browser.evaluate(() => {
        const audio = document.querySelector('audio')
        if (audio) audio.muted = true
      })
    await mute()
    const state = () =>
      browser.evaluate(() => {
        const audio = document.querySelector('audio')
        return { at: audio?.currentTime ?? 0, isPaused: audio?.paused, error: audio?.error?.message }
      })
    await until(
      () => browser.evaluate(() => document.querySelectorAll('[aria-keyshortcuts]').length),
      (n) => n === 2,
    )
    await browser.click('.chapters li:nth-child(2) a')
    await until(state, ({ at, isPaused }) => at > 20 && isPaused === false)
    expect(await browser.evaluate(() => document.querySelector('.chapters [aria-current]')?.textContent)).toContain(
      'Portfele',
    )
    await browser.evaluate(() => document.querySelector('audio')?.pause())
    await until(() => browser.evaluate(() => localStorage.getItem('positions')), Boolean)
    await browser.open(relay.origin() + RECORDED)
    await until(
      () => browser.evaluate(() => document.querySelectorAll('[aria-keyshortcuts]').length),
      (n) => n === 2,
    )
    await mute()
    await browser.evaluate(() => document.querySelector('audio')?.play())
    await until(state, ({ at, isPaused }) => at > 20 && isPaused === false)
    await browser.evaluate(() => document.querySelector('audio')?.pause())
  })
}

export function offline(at: () => CoreSite): void {
  test('without a network a read article opens, and others say why they cannot (OFFLINE-1, OFFLINE-2, BROWSER-1)', async () => {
    const { browser, relay } = at()
    const [read, unread] = ['/2026/02/fraza-bip39-w-liczbach', '/2026/05/pierwsza-wyplata-z-gieldy']
    await browser.open(relay.origin() + read)
    await until(() => browser.evaluate(async (path) => (await caches.match(path)) !== undefined, read), Boolean, 15_000)
    await relay.disconnect()
    try {
      await browser.open(relay.origin() + read)
      expect(await browser.evaluate(() => document.querySelectorAll('.article-body p').length)).toBeGreaterThan(3)
      await until(
        () => browser.evaluate(() => document.querySelector<HTMLImageElement>('.hero img')?.naturalWidth ?? 0),
        (width) => width > 0,
      )
      await browser.open(relay.origin() + unread)
      // WebKit's driver does not wait for a page that its worker made.
      await until(
        () => browser.evaluate(() => document.querySelector('h1')?.textContent),
        (words) => words === 'Brak połączenia',
      )
      await shown(browser, `[data-read] a[href="${read}"]`)
    } finally {
      await relay.connect()
    }
    await press(browser, 'Spróbuj ponownie')
    await shown(browser, '.article-body')
    expect(await pathOf(browser)).toBe(unread)
  })
}
