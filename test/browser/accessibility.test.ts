import type { Page } from 'playwright-core'
import { problemsAtWidths, seriousProblems } from '../support/axe.ts'
import { type Site, startSite } from '../support/site.ts'

const ARTICLE = '/2026/02/blockchain-skrot-blok-lancuch'

interface Screen {
  path: string
  service?: string
  /** Brings the page into the state to check. */
  act?(page: Page): Promise<void>
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** Every kind of page, and every state with markup of its own. */
const SCREENS: Record<string, Screen> = {
  'home of the academy': { path: '/' },
  'home of the main portal': { path: '/', service: 'post' },
  'home with films': { path: '/', service: 'rozrywka' },
  'home of the magazine': { path: '/', service: 'plus' },
  'home of the business blog': { path: '/', service: 'bizblog' },
  'home of the auto blog': { path: '/', service: 'autoblog' },
  article: { path: ARTICLE },
  'article with embeds': { path: '/2026/10/dlaczego-osadzone-posty-czekaja-na-klikniecie.html', service: 'post' },
  'article with newsletter, chart and offers': { path: '/2026/02/regula-72-w-pamieci', service: 'bizblog' },
  'article with tables': { path: '/2026/07/maluch-i-syrena-w-liczbach', service: 'autoblog' },
  'article with comments': { path: '/2026/05/pierwsza-wyplata-z-gieldy' },
  category: { path: '/kategoria/edukacja' },
  'page of a list': { path: '/kategoria/najnowsze/page/2' },
  tag: { path: '/tag/bitcoin' },
  author: { path: '/author/ida-korczyk' },
  series: { path: '/seria/od-poczatku' },
  'article of a series': { path: '/2026/04/co-naprawde-przechowuje-portfel' },
  'search results': { path: '/search?s=klucz', service: 'post' },
  'empty search': { path: '/search' },
  'no results': { path: '/search?s=qqxxyyzz' },
  'not found': { path: '/nie-ma-takiej-strony', act: click('Zostań na tej stronie') },
  'search panel': { path: '/', service: 'post', act: click('Szukaj') },
  'newsletter notice': { path: '/?newsletter=zly-email' },
  'newsletter errors': {
    path: '/',
    act: async (page) => {
      await page.getByRole('button', { name: 'ZAPISZ SIĘ' }).click()
      await page.getByText('Wymagane jest zaznaczenie zgody').waitFor()
    },
  },
  'saved articles': { path: '/zapisane', act: (page) => page.getByText('Nic tu jeszcze nie ma.').waitFor() },
  'page of text': { path: '/polityka-prywatnosci' },
  'page on privacy': { path: '/prywatnosc-i-pliki-cookie' },
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

/** Headings in order, one main, header and footer, in Polish. */
async function expectOrder(page: Page): Promise<void> {
  const levels = await page.$$eval('h1,h2,h3,h4,h5,h6', (headings) =>
    headings
      .filter((heading) => heading.checkVisibility({ contentVisibilityAuto: false }))
      .map(({ localName }) => Number(localName[1])),
  )
  expect(levels.filter((level) => level === 1)).toHaveLength(1)
  const skips = levels.filter((level, index) => index > 0 && level > (levels[index - 1] ?? 0) + 1)
  expect([levels[0], skips]).toEqual([1, []])
  for (const role of ['main', 'banner', 'contentinfo'] as const)
    expect([role, await page.getByRole(role).count()]).toEqual([role, 1])
  expect(await page.locator('html').getAttribute('lang')).toBe('pl')
}

async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of [1280, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect([width, overflow <= 0]).toEqual([width, true])
  }
}

const WIDTHS = [360, 1280]
const open = ({ path, service }: Screen, width: number): Promise<Page> =>
  site.open(path, { width, context: { colorScheme: 'light', reducedMotion: 'reduce' }, ...(service && { service }) })

describe.each(Object.entries(SCREENS))('%s', (_name, screen) => {
  let page: Page
  beforeAll(async () => {
    page = await open(screen, 1280)
  })
  afterAll(() => page.close())

  test('headings in order, one main, header and footer, in Polish, no wider than the screen (A11Y-2, A11Y-3, TEXT-4)', async () => {
    await expectOrder(page)
    await expectNoOverflow(page)
  })

  // A state is brought about at each width, because it may begin in another way there.
  test('at 360 and 1280 pixels, in its themes (A11Y-1, A11Y-11)', async () => {
    if (!screen.act) return expect(await problemsAtWidths(page, WIDTHS)).toEqual([])
    for (const width of WIDTHS) {
      const own = await open(screen, width)
      await screen.act(own)
      expect(await problemsAtWidths(own, [width])).toEqual([])
      await own.close()
    }
  })
})

test.each(['light', 'dark'] as const)('the open menu of a small screen, %s', async (colorScheme) => {
  const page = await site.open('/', { width: 360, service: 'post', context: { colorScheme } })
  await click('menu')(page)
  expect(await seriousProblems(page)).toEqual([])
  await page.close()
})

test('the check reports violations', async () => {
  const page = await site.open('/')
  await page.evaluate(() => {
    const pale = Object.assign(document.createElement('p'), { textContent: 'blado' })
    pale.style.cssText = 'color:#ccc;background:#fff'
    document.body.append(document.createElement('button'), pale)
  })
  expect((await seriousProblems(page)).map((problem) => problem.split(' ')[0])).toEqual([
    'button-name',
    'color-contrast',
  ])
  await page.close()
})
