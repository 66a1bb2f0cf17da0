import type { Page } from 'playwright-core'
import { recordShifts, scrollToEnd, shiftsOf } from '../support/layout-shift.ts'
import { scrollOn } from '../support/page-signals.ts'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const LOADING = 'Pobieranie następnych wyników...'
/** The visible status; the one for screen readers is a separate element. */
const seen = (page: Page, words: string) => page.locator('.list-status').filter({ hasText: words })
const QUERY = '/search?s=klucz'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const titles = (page: Page) => page.locator('.list-posts .card-title').allTextContents()
/** Scrolls a little, until the island of the results is hydrated. */
const wake = async (page: Page) => {
  await page.mouse.wheel(0, 10)
  await page.waitForFunction(() => document.querySelector('[data-island=search-results][data-live]'))
}
const toEnd = (page: Page) =>
  page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))

test('near the end of the list the next results are fetched and appended, until there are none', async () => {
  const pages: string[] = []
  const page = await site.open(QUERY)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/search/')) pages.push(pathname)
  })
  await wake(page)
  const first = await titles(page)
  expect(first).toHaveLength(10)
  await scrollOn(page, async () => (await page.getByText('To już wszystkie wyniki.').count()) > 0)
  // Below the results, not on top of them.
  expect(await seen(page, 'To już').evaluate((words) => getComputedStyle(words).position)).toBe('static')
  const all = await titles(page)
  expect(all.slice(0, 10)).toEqual(first)
  expect(all.length).toBeGreaterThan(20)
  expect(new Set(all).size).toBe(all.length)
  // One list for the eye, too.
  const gaps = await page.$$eval('.list-posts .card', (cards) => {
    const boxes = cards.map((card) => card.getBoundingClientRect())
    return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)))
  })
  expect(new Set(gaps)).toEqual(new Set([24]))
  // No pages beyond the last one.
  expect(pages).toEqual(['/search/klucz/2', '/search/klucz/3'])
  expect(await page.getByRole('link', { name: 'Następne wyniki' }).count()).toBe(0)
  await page.close()
})

test('nothing is fetched while the end of the results is more than 100 pixels away (SEARCH-6)', async () => {
  const page = await site.open(QUERY)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const distance = (pixels: number) =>
    page.evaluate((pixels) => {
      const end = document.querySelector('.list-posts .card:last-child')?.getBoundingClientRect().bottom ?? 0
      scrollBy({ top: end - innerHeight - pixels, behavior: 'instant' })
    }, pixels)
  await distance(300)
  await page.waitForTimeout(600)
  await distance(130)
  await page.waitForTimeout(400)
  expect(requests.filter((path) => path.startsWith('/search/'))).toEqual([])
  await distance(90)
  await page.waitForTimeout(600)
  expect(requests).toContain('/search/klucz/2')
  await page.close()
})

test('while results load, a status says so above six skeletons (SEARCH-6, CARD-25)', async () => {
  let release = (): void => {}
  const page = await site.open(QUERY)
  await page.route('**/search/klucz/2', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await route.continue()
  })
  await toEnd(page)
  await seen(page, LOADING).waitFor()
  expect(await page.locator('.card-skeleton').count()).toBe(6)
  release()
  await page.locator('.card-skeleton').first().waitFor({ state: 'detached' })
  expect((await titles(page)).length).toBe(20)
  await page.close()
})

test('a result that is already listed is not appended again', async () => {
  const page = await site.open(QUERY)
  const [first, second] = await Promise.all(
    [1, 2].map(async (n) => JSON.parse((await site.portal.get(`/search/klucz/${n}`)).text) as { posts: object[] }),
  )
  const posts = [...(first?.posts.slice(0, 3) ?? []), ...(second?.posts ?? [])]
  await page.route('**/search/klucz/2', (route) => route.fulfill({ json: { posts, hasMore: false } }))
  await wake(page)
  await scrollOn(page, async () => (await page.getByText('To już wszystkie wyniki.').count()) > 0)
  const all = await titles(page)
  expect([all.length, new Set(all).size]).toEqual([20, 20])
  await page.close()
})

test('the link keeps the focus while results load, continues after the shown results, and opens in new tabs', async () => {
  const page = await site.open(QUERY)
  const link = page.getByRole('link', { name: 'Następne wyniki' })
  const hasFocus = () => link.evaluate((element) => element === document.activeElement)
  const release: Array<() => void> = []
  await page.route('**/search/klucz/*', async (route) => {
    await new Promise<void>((resolve) => release.push(resolve))
    await route.continue()
  })
  // Focusing the link means that the end of the results is reached: the next ones are fetched.
  await link.focus()
  await seen(page, LOADING).waitFor()
  expect([await hasFocus(), await link.getAttribute('aria-disabled'), release.length]).toEqual([true, 'true', 1])
  // A click that opens a new tab is left to the browser.
  const isPrevented = await link.evaluate((element) => {
    let isPrevented = true
    const look = (event: Event) => {
      isPrevented = event.defaultPrevented
      event.preventDefault()
    }
    addEventListener('click', look, { once: true })
    element.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }))
    return isPrevented
  })
  expect(isPrevented).toBe(false)
  await link.press('Enter')
  await page.waitForTimeout(200)
  expect(release).toHaveLength(1)
  release.shift()?.()
  await page.waitForFunction(() => document.querySelectorAll('.list-posts .card-title').length === 20)
  expect([await hasFocus(), await link.getAttribute('href')]).toEqual([true, '/search?s=klucz&page=3'])

  await link.press('Enter')
  await until(
    () => release.length,
    (count) => count > 0,
  )
  release.shift()?.()
  const end = seen(page, 'To już wszystkie wyniki.')
  await end.waitFor()
  expect(await end.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})

test('a response that is not OK leaves the results unchanged and is logged', async () => {
  const logged: string[] = []
  const page = await site.open(QUERY)
  page.on('console', (message) => logged.push(message.text()))
  await page.route('**/search/klucz/2', (route) => route.fulfill({ status: 500 }))
  const before = await titles(page)
  await toEnd(page)
  await page.waitForTimeout(800)
  expect(logged).toContain('Network response was not ok')
  expect(await titles(page)).toEqual(before)
  expect(await page.getByText(LOADING).count()).toBe(0)
  expect(await seen(page, 'Nie udało się pobrać następnych wyników.').isVisible()).toBe(true)
  await page.unroute('**/search/klucz/2')
  await page.getByRole('link', { name: 'Następne wyniki' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.list-posts .card-title').length === 20)
  expect(page.url()).toBe(site.origin() + QUERY)
  await page.close()
})

test('without scripts a link leads to the next results (PAGE-10)', async () => {
  const page = await site.open(QUERY, { context: { javaScriptEnabled: false } })
  const first = await titles(page)
  await page.getByRole('link', { name: 'Następne wyniki' }).click()
  expect(new URL(page.url()).search).toBe('?s=klucz&page=2')
  expect(await titles(page)).not.toEqual(first)
  await page.getByRole('link', { name: 'Następne wyniki' }).click()
  expect(new URL(page.url()).search).toBe('?s=klucz&page=3')
  expect(await page.getByRole('link', { name: 'Następne wyniki' }).count()).toBe(0)
  await page.close()
})

test('without scripts no space is reserved for results that cannot load', async () => {
  const page = await site.open(QUERY, { context: { javaScriptEnabled: false } })
  const box = await page.locator('.further-results').boundingBox()
  expect(box?.height).toBeLessThan(150)
  await page.close()
})

test('after a failure the next attempt waits for a second and for the reader (SEARCH-8)', async () => {
  let calls = 0
  const page = await site.open(QUERY)
  await page.route('**/search/klucz/2', (route) => {
    calls += 1
    return calls === 1 ? route.fulfill({ status: 503 }) : route.continue()
  })
  await toEnd(page)
  await seen(page, 'Nie udało się pobrać następnych wyników.').waitFor()
  await page.mouse.wheel(0, -200)
  await page.waitForTimeout(200)
  expect(calls).toBe(1)
  await page.waitForTimeout(1000)
  await page.mouse.wheel(0, 100)
  await page.waitForFunction(() => document.querySelectorAll('.list-posts .card-title').length >= 20)
  await page.close()
})

test.each([360, 1280])('space for the next results is reserved above the footer at %i (SEARCH-5)', async (width) => {
  const page = await site.open(QUERY, { width })
  await page.route('**/search/klucz/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  const footerTop = () =>
    page.evaluate(() => (document.querySelector('.footer')?.getBoundingClientRect().top ?? 0) + scrollY)
  const before = await footerTop()
  await page.evaluate(() => document.querySelector('.footer')?.scrollIntoView({ block: 'end', behavior: 'instant' }))
  await page.waitForFunction(() => document.querySelectorAll('.list-posts .card-title').length >= 20)
  // The height of the results was reserved before they arrived.
  const added = await page.locator('.further-results > .cards-grid').first().boundingBox()
  expect(added?.height).toBeGreaterThan(800)
  expect(await footerTop()).toBeGreaterThanOrEqual(before)
  await page.close()
})

describe.each([360, 1280])('nothing shifts on a slow network at %i (SEARCH-5)', (width) => {
  // Side by side: a page on a slow network mostly waits.
  test.concurrent.each([
    ['no results', 'qqxxyyzz', 0],
    ['one', 'halving połowa nagrody górnicy', 1],
    ['one page of them', 'lewandowicz', 8],
    ['several pages', 'klucz', 20],
  ] as const)('%s', async (_name, query, least) => {
    const page = await site.open('/', { width })
    await recordShifts(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    // A slow phone's network.
    const conditions = { offline: false, latency: 400, downloadThroughput: 60_000, uploadThroughput: 30_000 }
    await session.send('Network.emulateNetworkConditions', conditions)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.goto(`${site.origin()}/search?s=${encodeURIComponent(query)}`)
    await scrollToEnd(page, { most: 200, rest: 2500 })
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.waitForTimeout(300)
    expect(await shiftsOf(page)).toEqual([])
    expect((await titles(page)).length).toBeGreaterThanOrEqual(least)
    // What the server says ends it: no page is fetched to learn that there is none.
    const fetched = requests.filter((path) => path.startsWith('/search/')).length
    expect(fetched).toBe(least > 10 ? Math.ceil((await titles(page)).length / 10) - 1 : 0)
    await page.close()
  })
})

test('an author’s name finds the author’s articles, on the page too (SEARCH-14)', async () => {
  const page = await site.open('/search?s=Idy+Korczyk')
  expect((await titles(page)).length).toBeGreaterThan(3)
  const links = await page
    .locator('.list-posts .card-title a, .list-posts a:has(.card-title)')
    .evaluateAll((anchors) => anchors.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(links.length).toBeGreaterThan(3)
  for (const path of links) expect((await site.portal.get(path)).text).toContain('Ida Korczyk')
  await page.close()
})

test.each([360, 1280])(
  'nothing but a gap is between the words and the links of a search without results at %i px',
  async (width) => {
    const page = await site.open('/search?s=qqxxyyzz', { width })
    const [words, links] = await Promise.all([
      page.locator('.empty').boundingBox(),
      page.locator('.quick-links').boundingBox(),
    ])
    expect((links?.y ?? Number.POSITIVE_INFINITY) - (words?.y ?? 0) - (words?.height ?? 0)).toBeLessThan(60)
    await page.close()
  },
)

test('an empty query, no results and a dangerous query each have their own text (SEARCH-10)', async () => {
  for (const [path, words] of [
    ['/search', 'Wpisz słowo albo temat, którego szukasz.'],
    ['/search?s=+', 'Wpisz słowo albo temat, którego szukasz.'],
    ['/search?s=qqxxyyzz', 'Nic nie znaleźliśmy. Spróbuj innych słów albo zajrzyj do najnowszych artykułów.'],
    ['/search?s=..', 'Takiego zapytania nie możemy obsłużyć. Spróbuj innych słów.'],
  ] as const) {
    const page = await site.open(path)
    expect([path, await page.getByText(words).count()]).toEqual([path, 1])
    await page.close()
  }
})

test.each([360, 1280])(
  'found words are marked, limits apply without a script, and nothing shifts at %i (SEARCH-16, SEARCH-17)',
  async (width) => {
    const page = await site.open('/', { width, context: { javaScriptEnabled: false } })
    await page.goto(`${site.origin()}/search?s=kluczach`)
    expect((await page.locator('.card-title mark').allTextContents()).length).toBeGreaterThan(0)
    await page.getByText('Zawęź wyniki').click()
    await page.getByLabel('Dział').selectOption('bezpieczenstwo')
    await page.getByRole('button', { name: 'Zastosuj' }).click()
    expect(new URL(page.url()).searchParams.get('category')).toBe('bezpieczenstwo')
    for (const text of await page.locator('.list-posts .card').allTextContents())
      expect(text).toContain('Bezpieczeństwo')
    await page.close()

    const live = await site.open('/', { width })
    await recordShifts(live)
    await live.goto(`${site.origin()}/search?s=kluczach&category=bezpieczenstwo`)
    await scrollToEnd(live)
    expect(await shiftsOf(live)).toEqual([])
    const isTooWide = await live.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isTooWide).toBe(false)
    await live.close()
  },
)

describe('suggestions', () => {
  const openPanel = async () => {
    const page = await site.open('/')
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    return page
  }

  test('appear while typing, can be chosen by keyboard, and Escape closes them (SEARCH-12)', async () => {
    const page = await openPanel()
    await page.keyboard.type('klucz pryw', { delay: 30 })
    const options = page.getByRole('option')
    await options.first().waitFor()
    const field = page.getByRole('combobox')
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('ArrowDown')
    const chosen = page.locator('[role=option][aria-selected=true]')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
    const href = await chosen.getAttribute('href')
    await page.keyboard.press('Escape')
    expect(await options.count()).toBe(0)
    expect(await field.isVisible()).toBe(true)
    await page.keyboard.type('a')
    await page.keyboard.press('Backspace')
    await options.first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.origin()}${href}`)
    await page.close()
  })

  test('end with topics and people, marked, which the keyboard reaches (SEARCH-39)', async () => {
    const page = await openPanel()
    await page.keyboard.type('korczyk', { delay: 30 })
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(await options.last().textContent()).toMatch(/^Ida.Korczyk Autor$/)
    for (let down = await options.count(); down > 0; down -= 1) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/author/ida-korczyk')
    await page.close()
  })

  test('are not requested for a query that would resolve to another path', async () => {
    const page = await openPanel()
    const requests: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(request.url()))
    await page.getByPlaceholder('Czego szukasz?').focus()
    await page.waitForFunction(() => document.querySelector('.search-panel [data-live]'))
    await page.keyboard.type(' .. ')
    await page.waitForTimeout(500)
    expect(requests).toEqual([])
    await page.keyboard.type('klucz')
    await page.waitForRequest('**/search/..%20klucz/suggestions')
    await page.close()
  })

  test('a late response to an earlier query is dropped (SEARCH-9)', async () => {
    const page = await openPanel()
    await page.route('**/search/bit/suggestions', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1200))
      await route.fulfill({ json: { suggestions: [{ title: 'Spóźniony', link: '/x' }] } })
    })
    await page.getByPlaceholder('Czego szukasz?').focus()
    await page.waitForFunction(() => document.querySelector('.search-panel [data-live]'))
    await page.keyboard.type('bit')
    await page.waitForTimeout(350)
    await page.keyboard.type('coin')
    await page.getByRole('option').first().waitFor()
    await page.waitForTimeout(1300)
    expect(await page.getByRole('option', { name: 'Spóźniony' }).count()).toBe(0)
    await page.close()
  })
})

test('no script of the portal failed', () => {
  expect(site.errors).toEqual([])
})
