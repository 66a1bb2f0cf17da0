import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { adTable, slotsOf } from '../../src/content/ad-table.ts'
import type { HomeBlock } from '../../src/content/home-block.ts'
import { CARD_BLOCK_TYPES } from '../../src/content/home-block.ts'
import { normaliseHome } from '../../src/content/normalise/home.ts'
import { atOnce } from '../../src/system/steps.ts'
import { type Portal, PortalProvider } from '../../views/context.ts'
import { HomeBlocks, lazyHeight } from '../../views/home/home-blocks.tsx'
import type { PageDataOf } from '../../views/page-data.ts'
import { HomePage } from '../../views/pages/home.tsx'
import { listening, services, wireBlock, wireCard } from '../content/world.ts'

const portal: Portal = {
  service: services.akademia,
  services,
  assets: {
    styles: '',
    consentStyles: '',
    featureStyles: {
      animation: '/assets/feature-animation.css',
      breaking: '',
      chart: '',
      code: '',
      correction: '',
      embed: '/assets/feature-embed.css',
      'further-fonts': '',
      gallery: '',
      live: '',
      magazine: '',
      'right-to-left': '',
      'market-banner': '',
      offers: '',
      reading: '',
      recording: '',
      search: '',
      series: '',
      videos: '',
    },
    printStyles: '',
    boot: '',
    bootParts: [],
    fonts: {},
  },
  reader: () => {
    throw new Error('a home block reads nothing')
  },
  integrations: { consent: 'preset' },
  hasAnimations: false,
  report: () => {},
}

function blocksOf(...wire: Array<[type: string, fields?: object, posts?: object[], attrs?: object]>): HomeBlock[] {
  const blocks = wire.map(([type, fields = {}, posts = [], attrs = {}]) =>
    wireBlock({ blockType: type, blockName: `acf/${type}`, attrs, blockContent: { fields, posts } }),
  )
  return atOnce(normaliseHome(blocks, listening().context))
}

function shown(...wire: Parameters<typeof blocksOf>): HTMLElement {
  const html = renderToStaticMarkup(
    <PortalProvider value={portal}>
      <HomeBlocks service={portal.service} blocks={blocksOf(...wire)} />
    </PortalProvider>,
  )
  return new JSDOM(html).window.document.body
}

const cards = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    wireCard({ ID: n + 1, title: `Tytuł ${n + 1}`, relative_link: `/2026/03/t${n}` }),
  )
const textsOf = (root: ParentNode, selector: string) => [...root.querySelectorAll(selector)].map((e) => e.textContent)
const video = (n: number) => `https://www.tiktok.com/@szpalta/video/723456789012345671${n}`
const tiktok = Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`URLs_${n}`, video(n)]))

test.each(CARD_BLOCK_TYPES)('%s shows its cards in order below its header', (type) => {
  const body = shown([type, { header: 'Nagłówek', link: '/kategoria/edukacja' }, cards(3)])
  expect(textsOf(body, `section.${type} .card-title`)).toEqual(['Tytuł 1', 'Tytuł 2', 'Tytuł 3'])
  expect(body.querySelector('h2 a')?.getAttribute('href')).toBe('/kategoria/edukacja')
  expect(body.querySelectorAll('h3')).toHaveLength(3)
})

test('without a header of the block, its cards are headings of the second level', () => {
  expect(shown(['big-posts', {}, cards(2)]).querySelectorAll('h2')).toHaveLength(2)
})

test('a card has category, time, title and lead, in that order, with one link to the article', () => {
  const card = shown([
    'list-posts',
    {},
    [
      wireCard({
        krypto_cat: [{ name: 'Edukacja', slug: 'edukacja' }],
        publication_date: '2026-03-03T10:00:00+01:00',
        lead: 'Zajawka',
      }),
    ],
  ]).querySelector('.card-text')
  const order = ['.card-meta > a', 'time', '.card-title', '.card-summary']
  const elements = order.map((selector) => card?.querySelector(selector))
  expect(elements.every((element) => element)).toBe(true)
  for (const [index, element] of elements.slice(1).entries()) {
    expect(elements[index]?.compareDocumentPosition(element as Element)).toBe(4)
  }
  expect(card?.querySelectorAll('.card-title a')).toHaveLength(1)
})

test('a promoted card is labelled as such and opens in a new tab, with the relations of an advertisement', () => {
  const body = shown(['list-posts', {}, [wireCard({ nrm_promo_post: 'https://sponsor.example/' })]])
  const link = body.querySelector('.card-title a')
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noopener sponsored nofollow'])
  expect(textsOf(body, '.marker')).toEqual(['Promocja'])
})

test('a card of a grid without a usable image has a placeholder in its place (CARD-39)', () => {
  const [none, polish] = [
    wireCard({}),
    wireCard({ ID: 2, thumbnail_url: 'https://cdn.szpalta.test/2026/03/zdjęcie.jpg' }),
  ]
  const body = shown(['grid-posts', {}, [none, polish]])
  expect(body.querySelectorAll('.card-words')).toHaveLength(0)
  expect(body.querySelectorAll('.card-picture.is-placeholder')).toHaveLength(2)
  expect(body.querySelectorAll('img')).toHaveLength(0)
})

test('scroll-posts is a named row that scrolls by keyboard, with two arrows (HOME-3)', () => {
  const body = shown(['scroll-posts', { header: 'Wokół bitcoina' }, cards(5)])
  const row = body.querySelector('[data-carousel] [data-carousel-row]')
  expect([row?.getAttribute('tabindex'), row?.getAttribute('aria-label')]).toEqual(['0', 'Wokół bitcoina'])
  expect([...body.querySelectorAll('[data-carousel-step]')].map((arrow) => arrow.getAttribute('aria-label'))).toEqual([
    'Poprzednie artykuły',
    'Następne artykuły',
  ])
})

test('a course is an ordered list (HOME-15)', () => {
  expect(shown(['grid-posts', { class: 'sciezka' }, cards(4)]).querySelectorAll('ol.cards-grid > li')).toHaveLength(4)
})

test('the TikTok row has six boxes, each with its link, and requests nothing from TikTok (HOME-9)', () => {
  const body = shown(['tiktok-row', tiktok])
  expect([...body.querySelectorAll('a')].map((link) => link.getAttribute('href'))).toEqual(
    [1, 2, 3, 4, 5, 6].map(video),
  )
  expect(body.querySelectorAll('button')).toHaveLength(6)
  expect(body.querySelectorAll('iframe, img, script')).toHaveLength(0)
  expect(shown(['tiktok-row', { ...tiktok, URLs_4: '' }]).innerHTML).toBe('')
})

test('the channel box shows the number of subscribers, and links the channel (HOME-11)', () => {
  const fields = { header: 'Kanał', description: 'Opis', URLMain: 'https://www.youtube.com/@szpalta' }
  const body = shown(['yt-sw-chanel-box', fields])
  expect(body.textContent).toContain('157 tys. Subskrybentów')
  const link = [...body.querySelectorAll('a')].find((candidate) => candidate.textContent === 'SUBSKRYBUJ')
  expect(link?.getAttribute('href')).toBe('https://www.youtube.com/@szpalta')
  expect(body.querySelector('.channel-logo')).not.toBeNull()
  expect(shown(['yt-sw-chanel-box', { ...fields, URLMain: '' }]).innerHTML).toBe('')
})

test('the newsletter block has its form; a spacer is 10 pixels high (HOME-5, HOME-10)', () => {
  const body = shown(['newsletter', { header: 'Zapisz się' }], ['spacer'])
  expect(body.querySelector('h2')?.textContent).toBe('Zapisz się')
  expect(body.querySelector('form')?.getAttribute('action')).toBe('/api/sare/')
  expect(body.querySelector<HTMLElement>('.home-block:last-child > div')?.style.height).toBe('10px')
})

describe('an ad slot', () => {
  const slots = slotsOf(
    adTable({ 4: { adUnit: '/1/a', active: true, adSizes: { desktop: [[970, 250]] }, adHigh: { desktop: 250 } } }),
  )
  const blocks = blocksOf(
    [
      'ad-slot',
      { class: 'home-ad-2 x:y is-sticky "><script> needs-script reklama_A home-ad-2' },
      [],
      { active: true, adUnit: '/1/a' },
    ],
    ['ad-slot', {}, [], { active: false, adUnit: '/1/a' }],
    ['ad-slot', {}, [], { active: true, adUnit: '/1/b' }],
  )
  const shownOn = (own: Partial<Portal>, shown = blocks) => {
    const html = renderToStaticMarkup(
      <PortalProvider value={{ ...portal, ...own }}>
        <HomeBlocks service={own.service ?? portal.service} blocks={shown} adSlots={slots} />
      </PortalProvider>,
    )
    return new JSDOM(html).window.document.body
  }
  const integrations: Portal['integrations'] = { consent: 'preset', adNetwork: '123' }

  test('is an empty box as high as the page’s slot of its unit plus 70 pixels; without such a slot it is omitted (HOME-12)', () => {
    const places = shownOn({ integrations }).querySelectorAll<HTMLElement>('[data-ad]')
    expect(places).toHaveLength(1)
    expect(places[0]?.childNodes).toHaveLength(0)
    expect(places[0]?.style.getPropertyValue('--ad-desktop')).toBe('320px')
    expect(places[0]?.getAttribute('aria-label')).toBe('Reklama')
    expect(JSON.parse(places[0]?.dataset.ad ?? '')).toMatchObject({ key: '4', adUnit: '/1/a' })
  })

  test('ADS-9: has the classes of its editor, but not those of the portal’s own states', () => {
    const place = shownOn({ integrations }).querySelector('[data-ad]')
    expect(place?.className).toBe('ad needs-consent needs-script not-on-tablet not-on-mobile home-ad-2 reklama_A')
  })

  test('ADS-1: is absent with its surroundings on a device without a size', () => {
    const classes = 'needs-consent needs-script not-on-tablet not-on-mobile'
    expect(shownOn({ integrations }).querySelector('[data-ad]')?.parentElement?.className).toBe(classes)
    const later = shownOn({ integrations }, [...blocksOf(['spacer']), ...blocks])
    expect(later.querySelector('[data-ad]')?.parentElement?.className).toBe(`home-block ${classes}`)
  })

  test('is absent without a network, and on plus', () => {
    expect(shownOn({}).innerHTML).toBe('')
    expect(shownOn({ integrations, service: services.plus }).innerHTML).toBe('')
  })
})

test('the link of a partner has the relations of an advertisement (HOME-7)', () => {
  const body = shown(['partner', { header: 'Partner działu', name: 'Sponsor', link: 'https://sponsor.example/' }])
  expect(body.querySelector('aside a')?.getAttribute('rel')).toBe('sponsored nofollow noopener')
  expect(textsOf(body, '.marker')).toEqual(['Partner działu'])
})

describe('lazy heights', () => {
  test.each([
    ['big-posts', 569],
    ['hot-posts', 321],
    ['scroll-posts', 490],
    ['large-posts', 1068],
    ['grid-posts', 516],
    ['special-posts', 200],
    ['postsrow', 200],
  ] as const)('%s is %i pixels', (type, height) => {
    const [block] = blocksOf([type, {}, cards(2)])
    expect(block && lazyHeight(block)).toBe(height)
  })

  test.each([
    [1, 254],
    [4, 755],
  ])('a list of %i is %i', (count, height) => {
    const [block] = blocksOf(['list-posts', {}, cards(count)])
    expect(block && lazyHeight(block)).toBe(height)
  })

  test('newsletter, big-title and szybkie-linki have theirs (HOME-14)', () => {
    const links = { links: [{ title: 'a', link: '/a' }] }
    const blocks = blocksOf(['newsletter'], ['big-title', { header: 'x' }], ['szybkie-linki', links])
    expect(blocks.map(lazyHeight)).toEqual([480, 272, 126])
  })

  test('the first two blocks are eager, all others reserve their height; only the first image has high priority (HOME-13)', () => {
    const imageFile = { thumbnail_url: 'https://cdn.szpalta.test/2026/03/a.jpg' }
    const body = shown(
      ...Array.from({ length: 4 }, () => ['grid-posts', {}, [wireCard(imageFile)]] as [string, object, object[]]),
    )
    const lazy = [...body.querySelectorAll<HTMLElement>('.home-block')].map((block) =>
      block.classList.contains('is-lazy') ? block.style.getPropertyValue('--lazy-height') : undefined,
    )
    expect(lazy).toEqual([undefined, undefined, '516px', '516px'])
    expect([...body.querySelectorAll('img')].map((img) => img.getAttribute('loading'))).toEqual([
      null,
      'lazy',
      'lazy',
      'lazy',
    ])
    expect(body.querySelectorAll('[fetchpriority=high]')).toHaveLength(1)
  })
})

test('blocks of an article bring their own style sheets, on pages of the container template too (PERF-6)', () => {
  const giphy = wireBlock({ blockType: null, blockName: 'acf/giphy', attrs: { data: { id_gifa: 'l0KlosZbozeGif42' } } })
  const plain = wireBlock({ blockType: null, blockName: 'core/paragraph', innerHTML: '<p>Słowa.</p>' })
  const styleSheets = (...wire: object[]) => {
    const blocks = atOnce(normaliseHome(wire, listening().context))
    expect(blocks.map(({ type }) => type)).toEqual(['content'])
    const html = renderToStaticMarkup(
      <PortalProvider value={portal}>
        <HomeBlocks service={portal.service} blocks={blocks} />
      </PortalProvider>,
    )
    const { document } = new JSDOM(html).window
    return [...document.querySelectorAll('link[rel="stylesheet"]')].map((link) => link.getAttribute('href'))
  }
  expect(styleSheets(plain, giphy, giphy)).toEqual(['/assets/feature-animation.css', '/assets/feature-embed.css'])
  expect(styleSheets(plain)).toEqual([])
})

describe('a block of the most read', () => {
  const [list] = blocksOf(['list-posts', {}, cards(4)])
  const read = list && 'cards' in list ? list.cards : []
  const rendered = (block: HomeBlock): HTMLElement => {
    const html = renderToStaticMarkup(
      <PortalProvider value={portal}>
        <HomeBlocks service={portal.service} blocks={[block]} />
      </PortalProvider>,
    )
    return new JSDOM(html).window.document.body
  }

  test('is read with 3 to 20 articles and a known window; else with 6 of a day (READ-8)', () => {
    const settings = (fields: object) => blocksOf(['most-read', fields])[0]
    expect(settings({})).toEqual({ type: 'most-read', count: 6, window: '24h', cards: [] })
    expect(settings({ count: '4', window: '1h', header: 'Teraz' })).toMatchObject({
      count: 4,
      window: '1h',
      header: 'Teraz',
    })
    expect(settings({ count: 1, window: '1y' })).toMatchObject({ count: 3, window: '24h' })
    expect(settings({ count: 1e9, window: { $ne: 1 } })).toMatchObject({ count: 20, window: '24h' })
  })

  test('reserves the height of its rows of three (HOME-14)', () => {
    const heights = [3, 4, 6].map((count) =>
      lazyHeight({
        type: 'most-read',
        count,
        window: '24h',
        cards: Array.from({ length: count }, () => read[0]).flatMap((card) => card ?? []),
      }),
    )
    expect(heights).toEqual([165, 265, 265])
  })

  test('is a numbered list below its own header or the language’s (READ-8)', () => {
    const body = rendered({ type: 'most-read', count: 6, window: '24h', cards: read })
    expect(textsOf(body, 'section > h2')).toEqual(['Najczęściej czytane'])
    expect(textsOf(body, 'section > ol > li .card-title')).toEqual(['Tytuł 1', 'Tytuł 2', 'Tytuł 3', 'Tytuł 4'])
    const named = rendered({ type: 'most-read', header: '<b>Teraz', count: 6, window: '1h', cards: read })
    expect(textsOf(named, 'section > h2')).toEqual(['<b>Teraz'])
  })
})

test('ids differ, though the blocks of articles are rendered apart', () => {
  const content = (): HomeBlock => ({ type: 'content', blocks: [{ type: 'newsletter' }] })
  const html = renderToStaticMarkup(
    <PortalProvider value={portal}>
      <HomeBlocks service={portal.service} blocks={[content(), { type: 'newsletter' }, content()]} />
    </PortalProvider>,
  )
  const ids = [...html.matchAll(/ id="([^"]*-email)"/g)].map(([, id]) => id)
  expect([ids.length, new Set(ids).size]).toEqual([3, 3])
})

test('the market banner is on homes of services whose file has it (HOME-16)', () => {
  const home = { id: '1', blocks: [], isContainer: false, adSlots: [], outOfPageSlots: [], adKeyValues: [] }
  const bannerOf = (hasMarketBanner: boolean) => {
    const service = { ...portal.service, hasMarketBanner }
    const page = { page: 'home', service, head: { title: '' }, home } as unknown as PageDataOf<'home'>
    const html = renderToStaticMarkup(
      <PortalProvider value={{ ...portal, service }}>
        <HomePage {...page} />
      </PortalProvider>,
    )
    return JSDOM.fragment(html).querySelector<HTMLElement>('.market-banner')
  }
  expect(bannerOf(false)).toBeNull()
  const banner = bannerOf(true)
  expect([banner?.textContent, banner?.lang, banner?.dataset.marketBanner]).toEqual([
    'Ładowanie bannera...',
    'pl',
    'Market Banner Widget',
  ])
})
