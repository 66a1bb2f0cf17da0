import type { Page, Route } from 'playwright-core'
import { recordSignals, scrollOn } from '../support/page-signals.ts'
import { type Site, startSite } from '../support/site.ts'

const FIRST = '/2026/02/blockchain-skrot-blok-lancuch'
const WITH_COMMENTS = '/2026/05/pierwsza-wyplata-z-gieldy'
/** Its button of a sponsor has one. */
const WITH_TOOLTIP = '/2026/09/etf-spot-a-wlasne-klucze'
const LOADING = 'Ładowanie kolejnego artykułu...'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const paths = (page: Page): Promise<string[]> =>
  page.$$eval('[data-article]', (articles) => articles.map((article) => (article as HTMLElement).dataset.article ?? ''))
const countIs = (page: Page, count: number) => async () => (await paths(page)).length >= count
const json = (body: object) => (route: Route) => route.fulfill({ json: body })

/** Opens an article with the given list of next articles, and records the fragments that it requests. */
async function openWith(
  ownList: string[],
  requests: string[],
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  return site.open(FIRST, {
    prepare: async (page) => {
      await recordSignals(page)
      page.on('request', (request) => {
        const path = new URL(request.url()).pathname
        if (path.startsWith('/fragment') || path.startsWith('/api/')) requests.push(path)
      })
      await page.route(site.origin() + FIRST, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/data-next="[^"]*"/, () => {
          return `data-next="${JSON.stringify(ownList).replaceAll('"', '&quot;')}"`
        })
        // Only the list counts: the next part of the series goes first otherwise (NEXT-5).
        await route.fulfill({ response: response, body: body.replace('class="series-next"', '') })
      })
      await prepare?.(page)
    },
  })
}

test('nothing further loads before the reader has scrolled more than 50 pixels (NEXT-1)', async () => {
  const requests: string[] = []
  const page = await openWith(['/2026/02/klucz-prywatny-i-adres'], requests)
  await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }))
  await page.waitForTimeout(900)
  expect(requests).toEqual([])
  await page.evaluate(() => scrollTo({ top: 51, behavior: 'instant' }))
  await page.waitForRequest((request) => request.url().includes('/fragment/'))
  await page.close()
})

test('three articles are preloaded half a second after the list is known, and more when one is left (NEXT-6)', async () => {
  const requests: string[] = []
  const own = await site.portal.get(FIRST)
  const all = JSON.parse((/data-next="([^"]*)"/.exec(own.text)?.[1] ?? '[]').replaceAll('&quot;', '"')) as string[]
  expect(all.length).toBeGreaterThan(6)
  const page = await openWith(all.slice(0, 7), requests)
  await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }))
  await page.waitForTimeout(300)
  expect(requests).toEqual([])
  await page.waitForTimeout(700)
  expect(requests).toHaveLength(3)
  // Two are shown and one is left, so three more are fetched.
  await scrollOn(page, countIs(page, 3))
  await page.waitForTimeout(1000)
  expect(requests).toHaveLength(6)
  expect(new Set(requests).size).toBe(6)
  await page.close()
})

test('an article that is already loading is awaited, not requested again, and does not count as preloaded (NEXT-7)', async () => {
  const requests: string[] = []
  const own = await site.portal.get(FIRST)
  const all = JSON.parse((/data-next="([^"]*)"/.exec(own.text)?.[1] ?? '[]').replaceAll('&quot;', '"')) as string[]
  const release: Array<() => void> = []
  const page = await openWith(all.slice(0, 7), requests, (page) =>
    page.route('**/fragment/**', async (route) => {
      if (release.length < 3) await new Promise<void>((resolve) => release.push(resolve))
      await route.continue()
    }),
  )
  await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }))
  await page.waitForTimeout(900)
  expect(requests).toHaveLength(3)
  await scrollOn(page, async () => (await page.getByRole('status').filter({ hasText: LOADING }).count()) > 0)
  for (const go of release) go()
  await scrollOn(page, countIs(page, 3))
  await page.waitForTimeout(1000)
  expect(requests).toHaveLength(6)
  await scrollOn(page, countIs(page, 8), 1500, 150)
  expect(requests).toHaveLength(7)
  expect(new Set(requests).size).toBe(7)
  await page.close()
})

test('the first article stays; further ones are inserted above the sentinel, out of view and without a layout shift (NEXT-1, NEXT-9)', async () => {
  const page = await openWith(['/2026/02/klucz-prywatny-i-adres', '/2026/10/nft-czym-jest-erc-721'], [])
  const offsets: number[] = []
  await page.exposeFunction('appendedAt', (offset: number) => void offsets.push(offset))
  await page.evaluate(() => {
    new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement) || node.dataset.article === undefined) continue
          const report = (window as unknown as { appendedAt(offset: number): void }).appendedAt
          report(node.getBoundingClientRect().top - innerHeight)
        }
      }
    }).observe(document.querySelector('[data-articles]') as HTMLElement, { childList: true })
  })
  await scrollOn(page, countIs(page, 3))
  const shown = await paths(page)
  expect(shown[0]).toBe(FIRST)
  expect(new Set(shown)).toEqual(new Set([FIRST, '/2026/02/klucz-prywatny-i-adres', '/2026/10/nft-czym-jest-erc-721']))
  expect(Math.min(...offsets)).toBeGreaterThan(0)
  const sentinel = page.locator('[data-sentinel]')
  expect(await sentinel.evaluate((element) => (element.previousElementSibling as HTMLElement).dataset.article)).toBe(
    shown[2],
  )
  expect(await sentinel.evaluate((element) => [element.clientHeight, element.childNodes.length])).toEqual([1, 0])
  await scrollOn(page, async () => false, 1500, 20)
  expect(await page.evaluate(() => window.signals.shift)).toBe(0)
  await page.getByText('To na razie wszystkie artykuły.').waitFor()
  await page.close()
})

test('Escape hides a tooltip of a further article too (SHELL-7)', async () => {
  const page = await openWith([WITH_TOOLTIP], [])
  expect(await page.locator('.tooltip').count()).toBe(0)
  await scrollOn(page, countIs(page, 2))
  const tooltip = page.locator('.tooltip').first()
  await tooltip.hover()
  const words = tooltip.getByRole('tooltip')
  expect(await words.isVisible()).toBe(true)
  await page.waitForTimeout(300)
  await page.keyboard.press('Escape')
  expect(await words.isVisible()).toBe(false)
  await page.close()
})

test('URL and title follow the article in view, also back up the page; each view counts once (NEXT-10, VIEW-1)', async () => {
  const page = await openWith(['/2026/02/klucz-prywatny-i-adres'], [])
  const title = await page.title()
  await scrollOn(page, async () => page.url().endsWith('/2026/02/klucz-prywatny-i-adres'))
  expect(page.url()).toBe(`${site.origin()}/2026/02/klucz-prywatny-i-adres`)
  expect(await page.title()).toMatch(/^Klucz prywatny/)
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await page.waitForURL(site.origin() + FIRST)
  expect(await page.title()).toBe(title)
  await scrollOn(page, async () => page.url().endsWith('/2026/02/klucz-prywatny-i-adres'))
  expect(await page.evaluate(() => window.signals.views)).toEqual([
    { path: FIRST, kind: 'page' },
    { path: '/2026/02/klucz-prywatny-i-adres', kind: 'scroll' },
  ])
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2)
  await page.close()
})

describe('the lists of the endpoint', () => {
  const lists = {
    specific: { [FIRST]: ['/2026/02/klucz-prywatny-i-adres.html'] },
    globals: ['/2026/10/nft-czym-jest-erc-721'],
    categories: { Edukacja: ['/2026/07/gas-i-oplaty-w-ethereum'] },
  }

  test.each([
    ['the specific one first', lists, '/fragment/2026/02/klucz-prywatny-i-adres'],
    ['then the global one', { ...lists, specific: {} }, '/fragment/2026/10/nft-czym-jest-erc-721'],
    ['then the category', { ...lists, specific: {}, globals: [] }, '/fragment/2026/07/gas-i-oplaty-w-ethereum'],
  ])('%s', async (_name, response, fragment) => {
    const requests: string[] = []
    const page = await openWith([], requests, (page) => page.route('**/api/getScrollPosts', json(response)))
    await scrollOn(page, countIs(page, 2))
    expect(requests).toEqual(['/api/getScrollPosts', fragment])
    await page.close()
  })

  test('are not requested when the article has its own list, even an exhausted one (NEXT-2)', async () => {
    const requests: string[] = []
    const page = await openWith([FIRST], requests)
    await scrollOn(page, async () => false, 900, 15)
    expect(requests).toEqual([])
    expect(await paths(page)).toEqual([FIRST])
    await page.close()
  })

  test('a response that is not OK ends loading and is logged (SRC-10)', async () => {
    const logged: string[] = []
    const page = await openWith([], [], async (page) => {
      page.on('console', (message) => logged.push(message.text()))
      await page.route('**/api/getScrollPosts', (route) => route.fulfill({ status: 503 }))
    })
    await scrollOn(page, async () => false, 900, 15)
    expect(logged).toContain('Błąd podczas pobierania danych: 503')
    expect(await paths(page)).toEqual([FIRST])
    await page.close()
  })

  test('the real endpoint lists the newest articles, overall and by category, without this portal’s suffix (NEXT-11)', async () => {
    const response = await site.portal.get('/api/getScrollPosts', { host: 'post.localhost' })
    const { specific, globals, categories } = JSON.parse(response.text)
    expect(specific).toEqual({})
    expect(globals.length).toBeGreaterThan(4)
    expect(new Set(Object.values(categories).flat())).toEqual(new Set(globals))
    for (const link of globals) expect(link).toMatch(/^\/\d{4}\/\d{2}\/[a-z0-9-]+$/)
  })
})

describe('failures', () => {
  test('a failed batch is empty; single fetches continue, and a failing link is skipped (NEXT-7, SRC-10)', async () => {
    const logged: string[] = []
    const requests: string[] = []
    const bad = '/2026/02/klucz-prywatny-i-adres'
    const page = await openWith([bad, '/2026/10/nft-czym-jest-erc-721', FIRST], requests, async (page) => {
      page.on('console', (message) => logged.push(message.text()))
      await page.route(`**/fragment${bad}`, (route) => route.fulfill({ status: 500 }))
    })
    await page.mouse.wheel(0, 100)
    await page.waitForTimeout(900)
    const end = page.getByText('To na razie wszystkie artykuły.')
    await scrollOn(page, async () => (await end.count()) > 0)
    expect(await paths(page)).toEqual([FIRST, '/2026/10/nft-czym-jest-erc-721'])
    expect(logged.some((line) => line.startsWith('Błąd podczas pobierania postów'))).toBe(true)
    expect(logged).toContain('Błąd podczas pobierania postu: 500')
    await page.close()
  })

  test('loading an article is announced (NEXT-8, A11Y-5)', async () => {
    const release: Array<() => void> = []
    const page = await openWith(['/2026/02/klucz-prywatny-i-adres'], [], async (page) => {
      await page.route('**/fragment/**', async (route) => {
        await new Promise<void>((resolve) => release.push(resolve))
        await route.continue()
      })
    })
    const status = page.getByRole('status').filter({ hasText: LOADING })
    await scrollOn(page, async () => (await status.count()) > 0)
    expect(await status.textContent()).toBe(LOADING)
    for (const go of release) go()
    await countIs(page, 2)()
    await status.waitFor({ state: 'detached' }).catch(() => {})
    await page.close()
  })
})

test('an id that is already on the page is renamed, with its links; a link stays within its own article (NEXT-12)', async () => {
  const page = await openWith(['/2026/02/klucz-prywatny-i-adres'], [])
  await scrollOn(page, countIs(page, 2))
  const ids = await page.$$eval('[id]', (elements) => elements.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  await page.close()
})

test('the first article that is appended is one of the list at random, whatever the link names (NEXT-5, NEXT-17)', async () => {
  const list = [
    '/2026/02/fraza-bip39-w-liczbach',
    '/2026/10/nft-czym-jest-erc-721',
    FIRST,
    '/2026/10/nft-czym-jest-erc-721.html',
  ]
  const [one, two] = list
  const first = async (random: number) => {
    const page = await openWith(list, [], (page) => page.addInitScript(`Math.random = () => ${random}`))
    expect(await page.locator('.onward-next').getAttribute('href')).not.toBe(two)
    await scrollOn(page, countIs(page, 3))
    const shown = await paths(page)
    await page.close()
    return shown.slice(1)
  }
  expect([await first(0.999), await first(0)]).toEqual([
    [one, two],
    [two, one],
  ])
})

test('within a series its parts come first, in order; also where the list is empty or fails (NEXT-5)', async () => {
  const part = '/2026/02/klucz-prywatny-i-adres'
  const other = '/2026/10/nft-czym-jest-erc-721'
  for (const [list, status] of [
    [[other, part], 200],
    [[], 500],
  ] as const) {
    const page = await site.open(FIRST, {
      prepare: async (page) => {
        await recordSignals(page)
        await page.route('**/api/getScrollPosts', (route) => route.fulfill({ status, json: {} }))
        await page.route(site.origin() + FIRST, async (route) => {
          const response = await route.fetch()
          const next = `data-next="${JSON.stringify(list).replaceAll('"', '&quot;')}"`
          await route.fulfill({ response, body: (await response.text()).replace(/data-next="[^"]*"/, () => next) })
        })
      },
    })
    expect(await page.locator('.series-next').getAttribute('href')).toBe(part)
    await scrollOn(page, countIs(page, 3))
    expect((await paths(page)).slice(1, 3)).toEqual([part, '/2026/04/co-naprawde-przechowuje-portfel'])
    // The link for readers without a script says the same as the article below it (NEXT-17).
    expect(await page.locator('.onward').isVisible()).toBe(false)
    await page.close()
  }
})

test('no article is appended while the keyboard walks through the footer (NEXT-16)', async () => {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await openWith(['/2026/02/klucz-prywatny-i-adres', '/2026/02/fraza-bip39-w-liczbach'], [], (unready) =>
    unready.route('**/fragment/**', async (route) => {
      await isReleased
      await route.fallback()
    }),
  )
  const isAwaited = page.waitForRequest((request) => request.url().includes('/fragment/'))
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await isAwaited
  const link = page.locator('.footer a').first()
  await link.focus()
  await page.keyboard.press('Tab')
  const isInView = () =>
    page.evaluate(() => {
      const focused = document.querySelector('.footer :focus-visible')
      const { top, bottom } = focused?.getBoundingClientRect() ?? new DOMRect()
      return bottom > 0 && top < innerHeight && focused !== null
    })
  expect(await isInView()).toBe(true)
  release()
  await page.waitForTimeout(1000)
  expect(await isInView()).toBe(true)
  await page.keyboard.press('Tab')
  await page.waitForTimeout(300)
  expect(await isInView()).toBe(true)
  expect(await paths(page)).toEqual([FIRST])
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.waitForFunction(() => document.querySelectorAll('[data-article]').length > 1)
  await page.close()
})

test('who comes back without the browser’s cache is in the article that was left, at its place (NEXT-15)', async () => {
  const second = '/2026/02/klucz-prywatny-i-adres'
  const page = await openWith([second, '/2026/10/nft-czym-jest-erc-721'], [], (page) =>
    page.addInitScript(() => {
      Math.random = () => 0.999
    }),
  )
  await scrollOn(page, async () => page.url() === site.origin() + second)
  await page.evaluate(() => {
    const article = document.querySelectorAll('[data-article]')[1]
    scrollTo({ top: (article?.getBoundingClientRect().top ?? 0) + scrollY + 700, behavior: 'instant' })
  })
  await page.waitForTimeout(300)
  expect(page.url()).toBe(site.origin() + second)
  await page.goto(`${site.origin()}/kategoria/edukacja`)
  await page.goBack()
  const place = () =>
    page.evaluate(() => Math.round(-(document.querySelector('[data-article]')?.getBoundingClientRect().top ?? 0)))
  await page.waitForFunction(() => scrollY > 0)
  await page.waitForTimeout(300)
  expect([page.url(), (await paths(page))[0]]).toEqual([site.origin() + second, second])
  expect(Math.abs((await place()) - 700)).toBeLessThan(20)
  await page.close()
})

test('the order is shuffled in the browser, never in the HTML (NEXT-5)', async () => {
  const [one, two] = [await site.portal.get(FIRST), await site.portal.get(FIRST)]
  expect(one.text).toBe(two.text)
  const orders = new Set<string>()
  const list = JSON.parse((/data-next="([^"]*)"/.exec(one.text)?.[1] ?? '[]').replaceAll('&quot;', '"')) as string[]
  for (let n = 0; n < 4; n++) {
    const requests: string[] = []
    const page = await openWith(list, requests)
    await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }))
    await page.waitForTimeout(900)
    orders.add(requests.join(' '))
    await page.close()
  }
  expect(orders.size).toBeGreaterThan(1)
})

test('the paid magazine loads nothing further and shows no loading indicator (ART-6)', async () => {
  const home = await site.portal.get('/', { host: 'plus.localhost' })
  const article = /href="(\/\d{4}\/\d{2}\/[a-z0-9-]+)"/.exec(home.text)?.[1] ?? ''
  const page = await site.open(article, { service: 'plus' })
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.mouse.wheel(0, 40_000)
  await page.waitForTimeout(1200)
  expect(requests.filter((path) => /^\/(?:fragment|api)\//.test(path))).toEqual([])
  expect(await page.locator('[data-further-status]').count()).toBe(0)
  expect((await site.portal.get(`/fragment${article}`, { host: 'plus.localhost' })).status).toBe(404)
  await page.close()
})

test('without scripts there is a link to the next article (PAGE-10)', async () => {
  const page = await site.open(FIRST, { context: { javaScriptEnabled: false } })
  const next = page.getByRole('link', { name: /^dalej/ })
  await next.click()
  await page.waitForURL(/\/2026\//)
  // Within a series it is the next part (NEXT-17).
  expect(new URL(page.url()).pathname).toBe('/2026/02/klucz-prywatny-i-adres')
  expect(await page.locator('.series-prev').isVisible()).toBe(true)
  await page.close()
})

test('comments are below the first article only, when the CMS enables them (ART-7)', async () => {
  const section = 'aria-label="Komentarze"'
  expect((await site.portal.get(FIRST)).text).not.toContain(section)
  expect((await site.portal.get(WITH_COMMENTS)).text.split(section)).toHaveLength(2)
  const fragment = await site.portal.get(`/fragment${WITH_COMMENTS}`)
  expect([fragment.status, fragment.text.includes(section)]).toEqual([200, false])
})

test('no script of the portal failed', () => {
  expect(site.errors).toEqual([])
})
