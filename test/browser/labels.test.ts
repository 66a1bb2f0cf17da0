import type { Page } from 'playwright-core'
import { ampProblems } from '../support/amp-validator.ts'
import { objections } from '../support/axe.ts'
import { startBrowser, type TestBrowser } from '../support/browser.ts'
import { hubOfLabels, POSTS } from '../support/fixtures/labels.ts'
import { gptCalls, playGpt } from '../support/gpt-stand-in.ts'
import { type HubServer, startHub } from '../support/hub-server.ts'
import { recordSignals } from '../support/page-signals.ts'
import { type PortalProcess, startProcess } from '../support/process.ts'

/** The built server in front of a hub whose posts have every label. */
const ARTICLE = '/2026/04/wpis-2'
const LIST = '/kategoria/etykiety/page/2'
const WIDTHS = [320, 360, 768, 1280] as const

let hub: HubServer
let portal: PortalProcess
let browser: TestBrowser
beforeAll(async () => {
  hub = await startHub(undefined, hubOfLabels)
  portal = await startProcess(
    { CONTENT: 'hub', CMS_URL: hub.url, GAM_NETWORK_CODE: '123456' },
    { preload: 'encoded-once.mjs' },
  )
  await portal.ready()
  browser = await startBrowser((url) => url.port === String(portal.port))
})
afterAll(async () => {
  await browser.close()
  await portal.stop()
  await hub.close()
})

interface Look {
  width?: number
  service?: string
  theme?: 'light' | 'dark'
}

async function open(path: string, { width = 1280, service = 'akademia', theme = 'light' }: Look = {}): Promise<Page> {
  const page = await browser.context.newPage()
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme: theme })
  await recordSignals(page)
  await playGpt(page)
  await page.goto(`http://${service}.localhost:${portal.port}${path}`, { waitUntil: 'load' })
  return page
}

/** The texts of a card, in reading order. */
const cardTexts = (page: Page): Promise<string[]> =>
  page
    .locator('.card-text')
    .evaluateAll((cards) => cards.map((card) => (card instanceof HTMLElement ? card.innerText : '')))

const defined = async (page: Page): Promise<Array<[unit: unknown, sizes: unknown]>> => {
  await page.waitForFunction(() => window.gptCalls?.some(({ name }) => name === 'refresh'))
  return (await gptCalls(page, 'defineSlot')).map(({ args }) => [args[0], args[1]])
}

test.concurrent.each(WIDTHS)(
  'at %i px a row has label, category, time, kicker, title and lead (CARD-18, CARD-19, CARD-40)',
  async (width) => {
    const page = await open(LIST, { width })
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = await cardTexts(page)
    const order = [
      'Bizblog',
      'Edukacja',
      // The hour is on cards of two days alone, the year on those of another year (CARD-43).
      ...(width < 768 ? ['12 kwietnia'] : ['Poradnik', '12 kwietnia']),
      'Pilne Relacja na żywo',
      'Wpis',
      'Zajawka',
    ]
    expect(order.map((words) => first.indexOf(words))).toEqual(
      order.map((words) => first.indexOf(words)).sort((a, b) => a - b),
    )
    for (const words of order) expect(first).toContain(words)
    expect(second).toMatch(/Magazyn zewnętrzny\s+Bezpieczeństwo & prawo\s+12 kwietnia/)
    expect(third).toMatch(/Raport specjalny\s+Edukacja\s/)
    expect(fourth).not.toContain('Bizblog')
    expect(fourth).toMatch(/^Edukacja\s+12 kwietnia/)
    expect(fifth).toMatch(/^Bezprawnik\s+Edukacja\s+12 kwietnia/)
    const summaries = page.locator('.card-summary')
    expect(await summaries.count()).toBe(5)
    for (const summary of await summaries.all()) expect(await summary.isVisible()).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.close()
  },
)

test('a medium label is larger than the other, and a label of another portal links to it (CARD-4, CARD-5)', async () => {
  const page = await open(LIST)
  const size = (name: string) =>
    page
      .getByText(name, { exact: true })
      .first()
      .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
  expect(await size('Raport specjalny')).toBeGreaterThan(await size('Magazyn zewnętrzny'))
  const list = page.locator('.list-posts')
  expect(await list.getByRole('link', { name: 'Bizblog' }).getAttribute('href')).toBe('https://bizblog.szpalta.test/')
  expect(await list.getByRole('link', { name: 'Bezprawnik' }).count()).toBe(0)
  await page.close()
})

test('the alternative text of a card’s image is the title, on cards of the server and of the browser (CARD-17)', async () => {
  const page = await open('/search?s=etykieta')
  await page.mouse.wheel(0, 3000)
  await page.waitForFunction(() => document.querySelectorAll('.card-title').length === 6)
  const alts = await page
    .locator('.card-picture img')
    .evaluateAll((images) => images.map((image) => image.getAttribute('alt')))
  expect(alts).toEqual(POSTS.map(({ title }) => title))
  const [first = '', , third = ''] = await cardTexts(page)
  expect(first).toContain('Pilne Relacja na żywo')
  expect(third).toContain('Raport specjalny')
  expect(await page.locator('.source-label.is-medium').allInnerTexts()).toEqual(['Bizblog', 'Raport specjalny'])
  expect(await page.getByRole('link', { name: 'Recenzja' }).getAttribute('href')).toBe(
    'https://szpalta.test/tag/recenzje',
  )
  await page.close()
})

test.concurrent.each([
  ['light', '/', 'akademia'],
  ['light', LIST, 'akademia'],
  ['light', ARTICLE, 'akademia'],
  ['dark', LIST, 'bizblog'],
  ['dark', ARTICLE, 'bizblog'],
] as const)(
  'labels, kickers and trails pass the accessibility checks: %s %s (CARD-8)',
  async (theme, path, service) => {
    const page = await open(path, { theme, service, width: 360 })
    const violations = await objections(page, {
      runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] },
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
    await page.close()
  },
)

describe('an article', () => {
  test('shows its breadcrumb trail, kind and kicker, and links each author to the page of that author (CARD-13)', async () => {
    const page = await open(ARTICLE)
    const header = page.locator('.article-header')
    const trail = header.getByRole('navigation', { name: 'Ścieżka do artykułu' })
    expect(await trail.getByRole('link').allInnerTexts()).toEqual(['Krypto', 'Bezpieczeństwo & prawo'])
    expect(await header.getByRole('link', { name: 'Analiza' }).getAttribute('href')).toBe('/tag/analizy')
    expect(await header.locator('.headline').innerText()).toBe('Tylko u nas')
    const links = header.locator('.authors a')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/author/tutejsza',
      '/author/tutejsza-z-adresem',
      'https://plus.szpalta.test/author/z-magazynu',
    ])
    expect(await header.locator('.authors').innerText()).toContain('Obca')
    expect(await page.locator('.author-note a').getAttribute('href')).toBe(
      'https://plus.szpalta.test/author/z-magazynu',
    )
    await page.close()
  })

  test('has the same in structured data: trail, kind, authors and first sentence (CARD-12, CARD-14, CARD-34, CARD-13)', async () => {
    const { text } = await portal.ask(ARTICLE)
    const json = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(text)?.[1] ?? ''
    const graph = (JSON.parse(json) as { '@graph': Array<Record<string, unknown>> })['@graph']
    const node = (type: string) => graph.find((candidate) => candidate['@type'] === type)
    const steps = node('BreadcrumbList')?.itemListElement as Array<{ name: string }>
    expect(steps.map(({ name }) => name)).toEqual([
      'Akademia krypto',
      'Krypto',
      'Bezpieczeństwo & prawo',
      expect.stringContaining('Wpis 2'),
    ])
    const article = node('NewsArticle')
    expect(article?.genre).toBe('Analiza')
    expect(article?.description).toBe('Pierwsze zdanie mówi o 3,5 mln osób & ich portfelach.')
    const authors = article?.author as Array<{ url?: string }>
    expect(authors.map(({ url }) => url)).toEqual([
      'https://akademia.szpalta.test/author/tutejsza',
      'https://akademia.szpalta.test/author/tutejsza-z-adresem',
      'https://plus.szpalta.test/author/z-magazynu',
      undefined,
      undefined,
    ])
  })

  test('has all of it in AMP, which stays valid', async () => {
    const { text } = await portal.ask(`/wp-json/amp/v2/post${ARTICLE}`)
    for (const part of [
      'class="trail"',
      'Analiza',
      'class="headline"',
      'href="https://plus.szpalta.test/author/z-magazynu"',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('obcy.example')
    expect(await ampProblems(text)).toEqual([])
    const { text: coloured } = await portal.ask('/wp-json/amp/v2/post/2026/04/wpis-1')
    expect(coloured).toContain('style="border-color:#ffe600"')
    expect(await ampProblems(coloured)).toEqual([])
  })

  test('without a lead has its first sentence on the card that links to it (CARD-34)', async () => {
    const { text } = await portal.ask('/2026/04/wpis-1')
    expect(text).toContain('Pierwsze zdanie mówi o\u00a03,5\u00a0mln\u00a0osób &amp; ich portfelach.</p>')
  })

  test.concurrent.each([
    [1280, [[970, 250]]],
    [1199, [[320, 100]]],
    [900, [[320, 100]]],
  ])('at %i px has the advertisement of %j, and space reserved for it (CARD-24)', async (width, sizes) => {
    const page = await open(ARTICLE, { width })
    // The other slots are those of the service.
    expect((await defined(page)).filter(([unit]) => unit === '/9/w_artykule')).toEqual([['/9/w_artykule', sizes]])
    const heights = { 1280: 670, 1199: 170, 900: 170 }
    expect((await page.locator('.article .ad').first().boundingBox())?.height).toBe(heights[width as 1280])
    await page.close()
  })
})

describe('the sidebar of a list', () => {
  test.each([
    [
      '/kategoria/etykiety',
      [
        ['/9/blok', [[300, 250]]],
        ['/9/bok', [[300, 600]]],
      ],
    ],
    [LIST, [['/9/blok', [[300, 250]]]]],
  ])('of %s has a free slot from 1200 px on, which is sticky and shifts nothing (CARD-21)', async (path, slots) => {
    const page = await open(path, { width: 1240 })
    expect(await defined(page)).toEqual(slots)
    const sidebar = page.locator('.list-aside .ad')
    const [box, list] = [await sidebar.boundingBox(), await page.locator('.list-with-ad .list-posts').boundingBox()]
    expect(box?.width).toBe(300)
    expect(box?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0))
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.mouse.wheel(0, 200)
    await page.waitForFunction(() => scrollY > 150)
    expect(await sidebar.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
    expect(await page.evaluate(() => window.signals.shift)).toBe(0)
    await page.close()
  })

  test('is hidden below 1200 px, and its slot is not requested', async () => {
    const page = await open('/kategoria/etykiety', { width: 1199 })
    expect(await defined(page)).toEqual([['/9/blok', [[728, 90]]]])
    expect((await page.locator('.list-aside').boundingBox())?.height).toBe(0)
    await page.close()
  })

  test('is absent without slots: the list has the full width', async () => {
    const { text } = await portal.ask('/kategoria/bez-reklam')
    expect(text).toContain('list-posts')
    expect(text).not.toContain('list-with-ad')
  })
})

describe('the next page of a list', () => {
  test('is represented by six skeletons while it loads, and Back restores the list (CARD-25)', async () => {
    const path = '/wp-json/hub/v2/taxonomy/category/etykiety/3'
    const response = hubOfLabels({ path, headers: {} }, 1)
    hub.misbehave(path, { ...response, delay: 2500 })
    const page = await open(LIST)
    // A page that is unloading cannot be evaluated, so it stores what it showed.
    await page.evaluate(() => {
      addEventListener('pagehide', () => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length
        sessionStorage.setItem('shown', JSON.stringify([shown('.card-skeleton'), shown('.card-title')]))
      })
    })
    await page.getByRole('link', { name: 'Następna' }).click({ noWaitAfter: true })
    await page.waitForURL('**/page/3')
    expect(await page.evaluate(() => sessionStorage.getItem('shown'))).toBe('[6,0]')
    await page.goBack()
    expect(await page.locator('.card-skeleton').count()).toBe(0)
    expect(await page.locator('.card-title').first().isVisible()).toBe(true)
    await page.close()
  })

  test('the header of an author links to the author’s page (CARD-28)', async () => {
    const { text } = await portal.ask('/author/anna-przykladowa/page/2')
    expect(text).toContain('<h1><a href="/author/anna-przykladowa">Anna Przykładowa</a></h1>')
  })
})

test('the channel box has its main video and three more in a row; the main video is optional (CARD-33)', async () => {
  const page = await open('/')
  const [withVideo, ofChannel] = [page.locator('.channel-box').nth(0), page.locator('.channel-box').nth(1)]
  await withVideo.scrollIntoViewIfNeeded()
  expect(
    await withVideo.locator('[data-embed]').evaluateAll((all) => all.map((box) => (box as HTMLElement).dataset.embed)),
  ).toEqual(
    ['glowny_____', 'lewy_______', 'srodek_____', 'prawy______'].map(
      (id) => `https://www.youtube-nocookie.com/embed/${id}`,
    ),
  )
  const tops = await withVideo
    .locator('.channel-videos > li')
    .evaluateAll((all) => all.map((item) => item.getBoundingClientRect().top))
  expect(new Set(tops).size).toBe(1)
  expect(await withVideo.getByRole('link', { name: 'SUBSKRYBUJ' }).getAttribute('href')).toBe(
    'https://youtube.example/@szpalta-akademia',
  )
  expect(await ofChannel.getByRole('link', { name: 'SUBSKRYBUJ' }).getAttribute('href')).toBe(
    'https://www.youtube.com/@szpalta',
  )
  expect(await ofChannel.locator('.channel-main').count()).toBe(0)
  await withVideo.getByRole('button').first().click()
  expect(await withVideo.locator('.channel-main iframe').getAttribute('src')).toContain('glowny_____')
  await page.close()
})
