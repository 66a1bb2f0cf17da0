import type { Page } from 'playwright-core'
import { type Site, startSite } from '../support/site.ts'
import { until } from '../support/until.ts'

const FIRST = '/2026/02/blockchain-skrot-blok-lancuch'
const ACADEMY_MENU: Array<[category: string, items: string[]]> = [
  ['News', ['Najnowsze wiadomości', 'Aktualności rynkowe', 'Analizy i komentarze']],
  [
    'Edukacja',
    [
      'Dla początkujących',
      'Podstawy tradingu',
      'Regulacje kryptowalut',
      'Bezpieczeństwo krypto',
      'Portfele kryptowalut',
      'Blockchain i DeFi',
      'NFT i Ethereum',
    ],
  ],
  [
    'Inwestycje',
    [
      'Bitcoin',
      'Altcoiny',
      'Strategie inwestycyjne',
      'Analiza techniczna',
      'Zarządzanie ryzykiem',
      'Portfele inwestycyjne',
    ],
  ],
  ['Bezpieczeństwo', ['Bezpieczne przechowywanie', 'Ochrona przed oszustami', 'Najlepsze praktyki', 'Klucze prywatne']],
  [
    'Zastosowania',
    ['Adopcja kryptowalut', 'DeFi i finanse', 'Tokenizacja aktywów', 'Smart contracts', 'Przyszłość blockchain'],
  ],
]

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

describe('the wide menu', () => {
  test('opens on hover and closes when the pointer leaves (SHELL-2)', async () => {
    const page = await site.open('/')
    for (const [category, items] of ACADEMY_MENU) {
      await page.locator('.menu-wide').getByRole('link', { name: category, exact: true }).hover()
      for (const item of items) expect([item, await link(page, item).first().isVisible()]).toEqual([item, true])
    }
    await page.mouse.move(600, 700)
    await page.locator('.submenu').last().waitFor({ state: 'hidden' })
    await page.close()
  })

  test('Escape closes a menu that was opened by hover, until the pointer returns', async () => {
    const page = await site.open('/')
    const category = page.locator('.menu-wide').getByRole('link', { name: 'Edukacja', exact: true })
    const item = link(page, 'NFT i Ethereum').first()
    const loaded = page.waitForResponse(/submenus/)
    await category.hover()
    await loaded
    expect(await item.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await item.isVisible()).toBe(false)
    await link(page, 'Inwestycje').first().hover()
    expect(await link(page, 'Altcoiny').first().isVisible()).toBe(true)
    await category.hover()
    expect(await item.isVisible()).toBe(true)
    await page.close()
  })

  test('opens by keyboard: button, arrow keys, Escape (SHELL-2, A11Y-4)', async () => {
    const page = await site.open('/')
    const toggle = page.getByRole('button', { name: 'Podmenu: Edukacja' })
    await toggle.focus()
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Enter')
    await page.locator('.submenu-toggle[aria-expanded=true]').waitFor()
    expect(await link(page, 'NFT i Ethereum').isVisible()).toBe(true)
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Dla początkujących')
    await page.keyboard.press('ArrowUp')
    expect(await focused(page)).toBe('NFT i Ethereum')
    await page.keyboard.press('Escape')
    expect(await toggle.getAttribute('aria-expanded')).toBe('false')
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true)
    // The items of a closed menu are skipped by the Tab key.
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Inwestycje')
    await page.close()
  })

  test('opens by touch (SHELL-2)', async () => {
    const page = await site.open('/', { context: { hasTouch: true } })
    await page.getByRole('button', { name: 'Podmenu: Inwestycje' }).tap()
    await link(page, 'Altcoiny').tap()
    await page.waitForURL(`${site.origin()}/tag/altcoiny`)
    await page.close()
  })

  test('without scripts, focusing the category shows its items (SHELL-2)', async () => {
    const page = await site.open('/', { context: { javaScriptEnabled: false } })
    await page.locator('.menu-wide').getByRole('link', { name: 'Edukacja', exact: true }).focus()
    expect(await link(page, 'NFT i Ethereum').isVisible()).toBe(true)
    expect(await page.getByRole('button', { name: /^Podmenu/ }).count()).toBe(0)
    await page.close()
  })
})

describe.each([
  ['with a script', {}],
  ['without a script', { javaScriptEnabled: false }],
])('the menu of a small screen, %s', (_name, context) => {
  test('has a button named menu and zamknij, fills the screen and holds all 25 items (SHELL-3)', async () => {
    const page = await site.open('/', { width: 360, context })
    await page.getByRole('button', { name: 'menu', exact: true }).click()
    const panel = page.locator('.menu-panel')
    const box = await panel.boundingBox()
    expect([box?.y, box?.width, box && box.y + box.height]).toEqual([48, 360, 740])
    for (const [category, items] of ACADEMY_MENU) {
      for (const name of [category, ...items]) {
        expect([name, await panel.getByRole('link', { name, exact: true }).isVisible()]).toEqual([name, true])
      }
    }
    await page.getByRole('button', { name: 'zamknij', exact: true }).click()
    expect(await panel.isVisible()).toBe(false)
    expect(await page.getByRole('button', { name: 'menu', exact: true }).isVisible()).toBe(true)
    await page.close()
  })

  test('Escape closes it', async () => {
    const page = await site.open('/', { width: 360, context })
    await page.getByRole('button', { name: 'menu', exact: true }).click()
    await page.keyboard.press('Escape')
    expect(await page.locator('.menu-panel').isVisible()).toBe(false)
    await page.close()
  })

  test('search opens in place with its field focused, searches, and closes (SHELL-4)', async () => {
    const page = await site.open(FIRST, { width: 360, context })
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    const field = page.getByPlaceholder('Czego szukasz?')
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'zamknij', exact: true }).click()
    expect(await field.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Szukaj', exact: true }).click()
    await page.getByRole('button', { name: 'wyszukaj' }).click()
    expect(page.url()).toBe(site.origin() + FIRST)
    await field.fill('ą & klucz')
    await page.getByRole('button', { name: 'wyszukaj' }).click()
    await page.waitForURL('**/search?s=*')
    expect(new URL(page.url()).searchParams.get('s')).toBe('ą & klucz')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Szukasz: ą & klucz')
    await page.close()
  })
})

test.each([360, 1024])(
  'the open menu is modal, its page stands still, and the focus returns (SHELL-3), at %i',
  async (width) => {
    const page = await site.open('/', { width })
    await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
    const toggle = page.getByRole('button', { name: 'menu', exact: true })
    const place = () =>
      page.evaluate(() => [scrollY, document.querySelector('main')?.getBoundingClientRect().width ?? 0])
    await toggle.click()
    await page.waitForFunction(() => document.querySelector('main')?.inert)
    // Whatever the Tab key reaches is in the header, which has the menu.
    const outside: string[] = []
    for (let stop = 0; stop < 70; stop++) {
      await page.keyboard.press('Tab')
      const reached = await page.evaluate(() => {
        const { activeElement } = document
        if (activeElement === document.body || activeElement?.closest('.header')) return undefined
        return activeElement?.outerHTML.slice(0, 80)
      })
      if (reached !== undefined) outside.push(reached)
    }
    expect(outside).toEqual([])
    // The focus may have moved the page a little on its way through the header, and smoothly.
    const [before] = await until(
      async () => {
        const first = await place()
        await page.waitForTimeout(150)
        return [first, await place()]
      },
      ([first, second]) => first?.[0] === second?.[0],
    )
    await page.mouse.move(width / 2, 400)
    await page.mouse.wheel(0, 3000)
    await page.waitForTimeout(300)
    expect(await place()).toEqual(before)
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('main')?.inert === false)
    expect(await toggle.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await place()).toEqual(before)
    await page.close()
  },
)

describe('the menus mark where the page is (SHELL-9)', () => {
  const marked = (page: Page, menu: string) =>
    page
      .locator(`${menu} [aria-current]`)
      .evaluateAll((links) => links.map((link) => [link.textContent, link.getAttribute('aria-current')]))

  test.each([
    ['a category', '/kategoria/edukacja', [['Edukacja', 'page']]],
    [
      'a tag below a category',
      '/tag/bitcoin',
      [
        ['Inwestycje', 'true'],
        ['Bitcoin', 'page'],
      ],
    ],
    [
      'the second page of a list',
      '/kategoria/najnowsze/page/2',
      [
        ['News', 'page'],
        ['Najnowsze wiadomości', 'page'],
      ],
    ],
    ['an article', FIRST, [['Edukacja', 'true']]],
    ['a page that no menu names', '/', []],
  ] as const)('%s', async (_name, path, current) => {
    const page = await site.open(path)
    expect(await marked(page, '.menu-wide')).toEqual(current)
    expect(await marked(page, '.menu-panel')).toEqual(current)
    const [first] = await page.locator('.menu-wide [aria-current]').all()
    const line = await first?.evaluate((element) => getComputedStyle(element).textDecorationLine)
    expect(line).toBe(current.length > 0 ? 'underline' : undefined)
    await page.close()
  })
})

test.each([
  [1199, 48],
  [1200, 66],
])('the header of a screen of %i pixels is %i high (SHELL-1)', async (width, height) => {
  const page = await site.open('/', { width })
  expect((await page.locator('header.header').boundingBox())?.height).toBe(height)
  await page.close()
})

test('the skip link moves the focus to main (LINK-8)', async () => {
  const page = await site.open('/')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Przejdź do treści')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
  await page.close()
})

test('sister portals are in header and footer; one without a URL is not a link (SVC-3, SHELL-6)', async () => {
  const page = await site.open('/')
  await page.getByRole('button', { name: 'Portale' }).click()
  const panel = page.locator('.portals-panel')
  expect(await panel.getByRole('link').allTextContents()).toEqual(['Tech', 'Plus', 'Rozrywka', 'Bizblog', 'Autoblog'])
  expect(await panel.getByText('Bezprawnik').evaluate((element) => element.localName)).toBe('span')
  const footer = page.getByRole('contentinfo')
  for (const group of ['Działy', 'Serwis', 'Portale', 'Obserwuj nas', 'Partnerzy']) {
    expect(await footer.getByRole('heading', { name: group }).count()).toBe(1)
  }
  for (const words of [/^©.*Szpalta/, /zapisuje plików cookie/, /afiliacyjne: /])
    expect(await footer.getByText(words).count()).toBe(1)
  await page.close()
})

describe('the theme', () => {
  test('has no switch in the academy, which is light regardless of the system and an earlier choice (THEME-4)', async () => {
    const page = await site.open('/', {
      context: { colorScheme: 'dark' },
      prepare: (page) => page.addInitScript(() => localStorage.setItem('theme', 'dark')),
    })
    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    await page.close()
  })

  test('is the reader’s choice before the first paint, with the service’s class on body (THEME-1 to THEME-3)', async () => {
    const page = await site.open('/', { service: 'post', context: { colorScheme: 'light' } })
    const button = page.getByRole('banner').getByRole('switch')
    expect(await button.getAttribute('aria-label')).toBe('Tryb ciemny')
    await button.click()
    const themes: string[] = []
    await page.exposeFunction('seen', (theme: string) => void themes.push(theme))
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.body)
          (window as unknown as { seen(t: string): void }).seen(document.documentElement.dataset.theme ?? '')
      }).observe(document, { childList: true, subtree: true })
    })
    await page.reload()
    expect(new Set(themes)).toEqual(new Set(['dark']))
    expect(await page.evaluate(() => document.body.className)).toBe('post')
    await page.close()
  })

  test('gives the browser its colour, by switch and on the next page (THEME-5)', async () => {
    const page = await site.open('/', { service: 'post', context: { colorScheme: 'light' } })
    /** As a browser chooses it: the first one whose condition holds. */
    const colour = () =>
      page.evaluate(() => {
        const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
        return metas.find(({ media }) => matchMedia(media).matches)?.content
      })
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))
    const light = await colour()
    expect(light).toBe((await paper()).trim())
    await page.getByRole('switch', { name: 'Tryb ciemny' }).click()
    const dark = await colour()
    expect(dark).not.toBe(light)
    expect(dark).toBe((await paper()).trim())
    await page.reload()
    await page.locator('[role=switch][aria-checked=true]').waitFor()
    expect(await colour()).toBe(dark)
    await page.getByRole('switch', { name: 'Tryb ciemny' }).click()
    expect(await colour()).toBe(light)
    await page.close()
  })

  test('sets its switch before the page has loaded', async () => {
    const page = await site.open('/', { service: 'post', context: { colorScheme: 'dark' } })
    await page.route('**/media/**', () => {})
    await page.reload({ waitUntil: 'domcontentloaded' })
    await page.locator('[role=switch][aria-checked=true]').waitFor()
    expect(await page.evaluate(() => document.readyState)).toBe('interactive')
    await page.close()
  })

  test('follows the system without scripts (SHELL-2)', async () => {
    const page = await site.open('/', { service: 'post', context: { colorScheme: 'dark', javaScriptEnabled: false } })
    expect(await page.getByRole('switch').count()).toBe(0)
    const paper = await page.locator('html').evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(paper).toBe('rgb(21, 20, 26)')
    await page.close()
  })
})

describe('an anchor on the page', () => {
  const topOf = (page: Page, id: string) =>
    page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), id)
  const settled = async (page: Page) => {
    let before = -1
    for (let now = -2; now !== before; now = await page.evaluate(() => scrollY)) {
      before = now
      await page.waitForTimeout(150)
    }
  }

  test('stops 170 pixels below the top, 50 when the link is in the article (LINK-7)', async () => {
    const page = await site.open(FIRST)
    const contents = page.getByRole('navigation', { name: 'Spis treści' }).getByRole('link').nth(1)
    const id = decodeURIComponent((await contents.getAttribute('href'))?.slice(1) ?? '')
    await contents.click()
    await settled(page)
    expect(await topOf(page, id)).toBe(170)
    expect(decodeURIComponent(new URL(page.url()).hash)).toBe(`#${id}`)
    expect(await page.evaluate((id) => document.activeElement?.id === id, id)).toBe(true)
    await page.evaluate((id) => {
      scrollTo({ top: 0, behavior: 'instant' })
      const link = Object.assign(document.createElement('a'), { href: `#${id}`, textContent: 'niżej' })
      document.querySelector('.article-body p')?.append(' ', link)
    }, id)
    await page.getByRole('link', { name: 'niżej' }).click()
    await settled(page)
    expect(await topOf(page, id)).toBe(50)
    await page.close()
  })

  test('is reached at once by a reader who prefers less motion (LINK-7, A11Y-6)', async () => {
    const page = await site.open(FIRST, { context: { reducedMotion: 'reduce' } })
    const contents = page.getByRole('navigation', { name: 'Spis treści' }).getByRole('link').nth(1)
    const top = await contents.evaluate((link: HTMLAnchorElement) => {
      link.click()
      return document.getElementById(decodeURIComponent(link.hash.slice(1)))?.getBoundingClientRect().top ?? -1
    })
    expect(Math.round(top)).toBe(170)
    await page.close()
  })

  test('stops 170 pixels below the top as well when the page is opened at a fragment', async () => {
    const first = await site.open(FIRST)
    const href = await first
      .getByRole('navigation', { name: 'Spis treści' })
      .getByRole('link')
      .first()
      .getAttribute('href')
    await first.close()
    const page = await site.open(FIRST + href, { context: { javaScriptEnabled: false } })
    await settled(page)
    expect(await topOf(page, decodeURIComponent(href?.slice(1) ?? ''))).toBe(170)
    await page.close()
  })
})

describe('views', () => {
  test('are reported once per document, and again when the reader returns to it (VIEW-1)', async () => {
    const views: string[] = []
    const page = await site.open('/nie-ma-tego', {
      context: {},
      prepare: async (page) => {
        await page.exposeFunction('viewed', (path: string) => void views.push(path))
        await page.addInitScript(() => {
          addEventListener('szpalta:view', (event) => {
            const report = (window as unknown as { viewed(path: string): void }).viewed
            report((event as CustomEvent<{ path: string }>).detail.path)
          })
        })
      },
    })
    await page.goto(`${site.origin()}/kategoria/edukacja`)
    await page.goto(site.origin() + FIRST)
    await page.goBack()
    await page.waitForTimeout(300)
    expect(views).toEqual(['/nie-ma-tego', '/kategoria/edukacja', FIRST, '/kategoria/edukacja'])
    await page.close()
  })
})

test('sharing copies the URL where the device cannot share, and says so (ART-10)', async () => {
  const page = await site.open(FIRST, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
  await page.getByRole('button', { name: 'Udostępnij' }).click()
  await page.getByText('Skopiowano odnośnik').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`https://akademia.szpalta.test${FIRST}`)
  await page.close()
})

test('where sharing fails the URL is copied, or shown where that fails too; a reader who cancels gets neither (ART-10)', async () => {
  const page = await site.open(FIRST, { context: { permissions: ['clipboard-read', 'clipboard-write'] } })
  const share = async (error: string): Promise<void> => {
    await page.evaluate((name) => {
      const refuse = () => Promise.reject(new DOMException('no', name))
      Object.defineProperty(navigator, 'share', { configurable: true, value: refuse })
    }, error)
    await page.getByRole('button', { name: 'Udostępnij' }).first().click()
  }
  const status = page.locator('.share [role=status]').first()
  await share('AbortError')
  await page.waitForTimeout(300)
  expect(await status.textContent()).toBe('')
  // Where the module came too late for the click.
  await share('NotAllowedError')
  await page.getByText('Skopiowano odnośnik').waitFor()
  const url = `https://akademia.szpalta.test${FIRST}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await share('NotAllowedError')
  await page.locator('.share').getByText(url).waitFor()
  expect(site.errors).toEqual([])
  await page.close()
})

test('a tooltip shows its text and brightens its target; Escape hides the text (SHELL-7)', async () => {
  const page = await site.open('/author/ida-korczyk')
  const tooltip = page.locator('.tooltip').first()
  const look = () =>
    tooltip.locator('.tooltip-content').evaluate((element) => {
      const { filter, scale } = getComputedStyle(element)
      return [filter, scale]
    })
  expect(await look()).toEqual(['brightness(0.9)', 'none'])
  await tooltip.hover()
  await page.waitForTimeout(300)
  expect(await look()).toEqual(['brightness(1.5)', '1.1'])
  expect(await tooltip.getByRole('tooltip').isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await tooltip.getByRole('tooltip').isVisible()).toBe(false)
  await page.close()
})

test('a tooltip stays while the pointer moves to its text, and describes its own link', async () => {
  const page = await site.open('/author/nina-zarzycka')
  const tooltip = page.locator('.tooltip').first()
  const words = tooltip.getByRole('tooltip')
  await tooltip.hover()
  const [from, to] = [await tooltip.boundingBox(), await words.boundingBox()]
  if (!from || !to) throw new Error('the tooltip has no place')
  const x = from.x + from.width / 2
  for (let y = from.y + 2; y >= to.y + to.height / 2; y--) {
    await page.mouse.move(x, y)
    expect([y, await words.isVisible()]).toEqual([y, true])
  }
  const described = await page
    .locator('.tooltip a')
    .evaluateAll((links) =>
      links.map((link) => [
        document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent,
        link.closest('.tooltip')?.querySelector('[role=tooltip]')?.textContent,
      ]),
    )
  expect(described.length).toBeGreaterThan(1)
  for (const [description, own] of described) expect(description).toBe(own)
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.close()
})

test('the market banner is 96 pixels high, and shows a loading state until it is in view (HOME-16, SVC-13)', async () => {
  const page = await site.open('/')
  const banner = page.locator('.market-banner')
  expect([await banner.textContent(), await banner.getAttribute('lang')]).toEqual(['Ładowanie bannera...', 'pl'])
  await banner.scrollIntoViewIfNeeded()
  await page.getByText('Market Banner Widget').waitFor()
  expect((await banner.boundingBox())?.height).toBe(96)
  await page.close()
})

test('a sister without a URL follows the links, and the footer names the licence (SHELL-6)', async () => {
  const page = await site.open('/')
  const entries = await page
    .locator('.footer .sisters > li > *')
    .evaluateAll((all) => all.map(({ localName }) => localName))
  expect(entries).toEqual([...entries.slice(0, -1).map(() => 'a'), 'span'])
  expect(await page.locator('.footer a[rel=license]').textContent()).toBe('CC0 1.0')
  await page.close()
})

test('the row of a carousel jumps for a reader who prefers less motion (A11Y-6)', async () => {
  const page = await site.open('/', { width: 768, context: { reducedMotion: 'reduce' } })
  const carousel = page.locator('[data-carousel]').first()
  await carousel.scrollIntoViewIfNeeded()
  await page.waitForTimeout(200)
  await carousel.locator('[data-carousel-row]').evaluate((row: HTMLElement) => {
    row.addEventListener('scroll', () => {
      row.dataset.places = `${row.dataset.places ?? ''} ${row.scrollLeft}`
    })
  })
  await carousel.getByRole('button', { name: 'Następne artykuły' }).click()
  await page.waitForTimeout(800)
  const places = await carousel.locator('[data-carousel-row]').getAttribute('data-places')
  expect(new Set(places?.trim().split(' ')).size).toBe(1)
  await page.close()
})

test('no style moves anything for a reader who prefers less motion (A11Y-6)', async () => {
  const page = await site.open('/', { context: { reducedMotion: 'reduce' } })
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')].flatMap((element) => {
      const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element)
      const times = [transitionDuration, animationDuration].join().split(',').map(Number.parseFloat)
      return Math.max(...times) > 0.001 || scrollBehavior === 'smooth' ? [element.outerHTML.slice(0, 80)] : []
    }),
  )
  expect(moving).toEqual([])
  await page.close()
})

test('the arrows of a carousel scroll its row, and are disabled at its ends (HOME-3)', async () => {
  const page = await site.open('/', { width: 768 })
  const carousel = page.locator('[data-carousel]').first()
  await carousel.scrollIntoViewIfNeeded()
  const [previous, next] = [
    carousel.getByRole('button', { name: 'Poprzednie artykuły' }),
    carousel.getByRole('button', { name: 'Następne artykuły' }),
  ]
  await page.waitForTimeout(200)
  expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([true, false])
  while (await next.isEnabled()) {
    await next.click()
    await page.waitForTimeout(600)
  }
  expect([await previous.isDisabled(), await next.isDisabled()]).toEqual([false, true])
  await page.close()
})

test('no script of the portal failed, and no other host was requested', () => {
  expect([site.errors, site.foreign]).toEqual([[], []])
})
