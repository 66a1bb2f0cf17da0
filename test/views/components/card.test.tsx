import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Card as CardData } from '../../../src/content/card.ts'
import { decodeCards } from '../../../src/content/decode/card.ts'
import type { CardBlockType } from '../../../src/content/home-block.ts'
import { cardsOf, postCardOf } from '../../../src/content/post-card.ts'
import { atOnce } from '../../../src/system/steps.ts'
import { Card } from '../../../views/components/card.tsx'
import { OwnListContext } from '../../../views/components/card-meta.tsx'
import { cardPlaces, LIST_PLACE, pathPlaces, placeAt } from '../../../views/components/card-places.ts'
import { ServiceProvider } from '../../../views/context.ts'
import { CMS, listening, services, wireCard } from '../../content/world.ts'
import { ROOT } from '../../support/root.ts'

const CATEGORY = [{ name: 'Edukacja', slug: 'edukacja' }]
const IMAGE = `${CMS}/wp-content/uploads/2026/03/kadr.jpg`
const { promo, sponsored, formats } = services.akademia.messages.article

function decoded(fields: object): CardData {
  const [card] = atOnce(decodeCards([wireCard({ lead: 'Zajawka.', ...fields })], listening().context))
  if (!card) throw new Error('no card')
  return card
}

function shown(card: CardData, place = LIST_PLACE): Element {
  const html = renderToStaticMarkup(
    <ServiceProvider service={services.akademia}>
      <Card card={card} place={place} />
    </ServiceProvider>,
  )
  const article = new JSDOM(html).window.document.querySelector('article')
  if (!article) throw new Error('no article')
  return article
}

/** As the server shows it, and as the browser does that appends the results of a search. */
const bothOf = (fields: object, place = LIST_PLACE): Element[] => {
  const card = decoded(fields)
  const [appended] = cardsOf({ posts: [JSON.parse(JSON.stringify(postCardOf(card, 'https://akademia.example')))] })
  if (!appended) throw new Error('no card')
  return [shown(card, place), shown(appended, place)]
}

describe('the image of a card that cannot be shown (CARD-39)', () => {
  test.each([
    ['a bitmap', `${CMS}/2026/03/zla.bmp`],
    ['a vector', `${CMS}/2026/03/zla.svg`],
    ['a format that is not listed', `${CMS}/2026/03/zla.avif`],
    ['FTP', 'ftp://cms.example/zla.jpg'],
    ['data', 'data:image/png;base64,AAAA.png'],
    ['a path', '/2026/03/zla.jpg'],
    ['nothing', ''],
    ['no extension', `${CMS}/2026/03/zla`],
    ['an extension in the query', `${CMS}/zla?f=zla.jpg`],
    ['a Polish letter', `${CMS}/2026/03/złą.jpg`],
    ['a decomposed Polish letter', `${CMS}/2026/03/za\u0328.jpg`],
    ['a valid escape', `${CMS}/2026/03/zla%20a.jpg`],
    ['an escape in the query', `${CMS}/2026/03/zla.jpg?a=%C4%85`],
    ['a space', `${CMS}/2026/03/zla a.jpg`],
    ['a quote', `${CMS}/2026/03/zla".jpg`],
    ['a typographic quote', `${CMS}/2026/03/zla‚.jpg`],
    ['an angle bracket', `${CMS}/2026/03/zla<.jpg`],
  ])('%s: gives way to a placeholder, on cards of the server and of the browser', (_, url) => {
    const fields = { thumbnail_url: url, nrm_image: { post_row: url, url } }
    for (const article of bothOf(fields)) {
      const picture = article.querySelector('.card-picture.is-placeholder')
      expect(picture?.outerHTML).toBe('<div class="card-picture is-placeholder" aria-hidden="true"></div>')
      expect(article.firstElementChild).toBe(picture)
      expect(article.querySelectorAll('img, picture, source, svg, object')).toHaveLength(0)
      expect(article.outerHTML).not.toMatch(/zla|złą|cms\.example/)
      // The columns of the card are those of one with an image.
      expect(article.getAttribute('style')).toBe(shown(decoded({ thumbnail_url: IMAGE })).getAttribute('style'))
    }
  })

  test.each<[CardBlockType, number]>([
    ['list-posts', 4],
    ['grid-posts', 4],
    ['special-posts', 3],
    ['premium-posts', 4],
    ['polecane', 3],
    ['postsrow', 4],
    ['scroll-posts', 5],
    ['large-posts', 2],
    ['big-posts', 2],
  ])('in %s of %d cards every place has an image or its placeholder', (type, count) => {
    const without = decoded({})
    const places = cardPlaces(type, count)
    const dominant = (index: number) => index === 0 && count > 2 && places[0]?.shape === 'lead'
    for (const [index, place] of places.entries()) {
      const article = shown(without, place)
      expect(article.querySelectorAll('.is-placeholder')).toHaveLength(dominant(index) ? 0 : 1)
      expect(article.matches('.card-words')).toBe(dominant(index))
    }
  })

  test('in a course every step has one; only a story that dominates its page is composed of words', () => {
    const without = decoded({})
    for (const place of pathPlaces(4)) expect(shown(without, place).querySelector('.is-placeholder')).not.toBeNull()
    for (const [type, count] of [
      ['big-posts', 1],
      ['big-posts', 5],
      ['large-posts', 1],
    ] as const) {
      const article = shown(without, placeAt(cardPlaces(type, count), 0))
      expect([article.matches('.card-lead.card-words'), article.querySelector('.card-picture')]).toEqual([true, null])
    }
  })

  test('a most-read list has no images, and so no placeholders', () => {
    expect(shown(decoded({}), placeAt(cardPlaces('hot-posts', 3), 0)).querySelector('.card-picture')).toBeNull()
  })

  test('an image is no placeholder', () => {
    const article = shown(decoded({ thumbnail_url: IMAGE }))
    expect(article.querySelector('.card-picture img')?.getAttribute('alt')).toBe('Tytuł')
    expect(article.querySelector('.is-placeholder')).toBeNull()
  })
})

describe('above the title of a card', () => {
  const fields = { krypto_cat: CATEGORY, publication_date: '2019-03-05T08:30:00+01:00', thumbnail_url: IMAGE }
  const partsOf = (article: Element) =>
    [...article.querySelectorAll('.card-meta')].map((line) =>
      [...line.children].map((part) => part.textContent?.replace(/, \d\d:\d\d$/, '')),
    )
  const DAY = '5 marca 2019'
  const custom = { serviceMode: 'Ustaw', service_color: '#0a7755', service_name_title: 'Dodatek' }

  test.each<[string, object, string[][]]>([
    ['its own portal', {}, [['Edukacja', DAY]]],
    ['a sister portal', { service_name: 'bizblog' }, [['Bizblog', 'Edukacja', DAY]]],
    ['a portal without a URL', { service_name: 'bezprawnik' }, [['Bezprawnik', 'Edukacja', DAY]]],
    ['a name that is no portal’s', { service_name: 'Magazyn' }, [['Magazyn', 'Edukacja', DAY]]],
    ['a custom label', { service: custom }, [['Dodatek', 'Edukacja', DAY]]],
    ['a large label', { service: custom, size: 'M' }, [['Dodatek'], ['Edukacja', DAY]]],
    ['its own portal, large', { size: 'M' }, [['Akademia krypto'], ['Edukacja', DAY]]],
    [
      'a hidden label',
      { service: { ...custom, serviceMode: 'Nie wyświetlaj' }, service_name: 'bizblog' },
      [['Edukacja', DAY]],
    ],
    ['a promotion', { nrm_promo_post: 'https://p.example/' }, [[promo, 'Edukacja', DAY]]],
    [
      'a promotion of a sister portal',
      { nrm_promo_post: 'https://p.example/', service_name: 'bizblog' },
      [[promo, 'Bizblog', 'Edukacja', DAY]],
    ],
    ['product placement', { nrm_product_placement: true, service: custom }, [[sponsored, 'Dodatek', 'Edukacja', DAY]]],
    [
      'product placement below a large label',
      { nrm_product_placement: true, service: custom, size: 'M' },
      [['Dodatek'], [sponsored, 'Edukacja', DAY]],
    ],
    [
      'product placement of a hidden label',
      { nrm_product_placement: true, service: { serviceMode: 'Nie wyświetlaj' } },
      [[sponsored, 'Edukacja', DAY]],
    ],
    [
      'a placement that a slot inverts',
      { nrm_product_placement: true, nrm_product_placement_ads: { card: true } },
      [['Edukacja', DAY]],
    ],
    ['a label and no category', { service_name: 'bizblog', krypto_cat: [] }, [['Bizblog', DAY]]],
    [
      'the name of the top category',
      { service_name: 'bizblog', krypto_cat: [], nrm_top_level_category: { name: 'Krypto' } },
      [['Bizblog', 'Krypto', DAY]],
    ],
    [
      'a label that is named like the category',
      { service: { ...custom, service_name_title: 'Edukacja' } },
      [['Edukacja', DAY]],
    ],
    ['a kind', { service_name: 'bizblog', nrm_typ: { name: 'Poradnik' } }, [['Bizblog', 'Edukacja', 'Poradnik', DAY]]],
    [
      'a kind that is named like the category',
      { service_name: 'bizblog', nrm_typ: { name: 'Edukacja' } },
      [['Bizblog', 'Edukacja', DAY]],
    ],
    ['no date', { service_name: 'bizblog', publication_date: '' }, [['Bizblog', 'Edukacja']]],
  ])('%s: each is there, in order (CARD-18, CARD-40, CARD-9)', (_, own, lines) => {
    for (const place of [LIST_PLACE, placeAt(cardPlaces('grid-posts', 4), 0), placeAt(cardPlaces('big-posts', 5), 0)]) {
      for (const article of bothOf({ ...fields, ...own }, place)) expect(partsOf(article)).toEqual(lines)
    }
  })

  test('the label of another portal and the category are links, the kind has a name to be left out by (CARD-4, CARD-9)', () => {
    const article = shown(
      decoded({ ...fields, service_name: 'bizblog', nrm_typ: { name: 'Poradnik', relative_link: '/tag/poradniki' } }),
    )
    expect(
      [...article.querySelectorAll('.card-meta a')].map((link) => [link.className, link.getAttribute('href')]),
    ).toEqual([
      ['source-label', `${services.bizblog.serviceUrl}/`],
      ['', '/kategoria/edukacja'],
      ['card-kind', '/tag/poradniki'],
    ])
  })
})

describe('the date of a card (CARD-43)', () => {
  const HOUR = 3_600_000
  const timeOf = (fields: object, place = LIST_PLACE) =>
    bothOf(fields, place).map((article) => article.querySelector('time')?.textContent)
  afterEach(() => jest.useRealTimers())

  test.each([
    ['the same year', '2026-11-28T12:00:00Z', '3 marca'],
    ['the last day of the year', '2026-12-31T22:00:00Z', '3 marca'],
    ['its last hour in Warsaw', '2026-12-31T22:59:59Z', '3 marca'],
    ['the first hour of the next one in Warsaw', '2026-12-31T23:00:00Z', '3 marca 2026'],
    ['the next year', '2027-01-01T12:00:00Z', '3 marca 2026'],
  ])('in %s', (_, now, day) => {
    jest.useFakeTimers({ now: Date.parse(now) })
    expect(timeOf({ publication_date: '2026-03-03T08:30:00+01:00' })).toEqual([day, day])
  })

  test('the hour is there for two days, in rows with room for it', () => {
    const published = Date.parse('2026-03-03T07:30:00Z')
    const fields = { publication_date: '2026-03-03T08:30:00+01:00' }
    jest.useFakeTimers({ now: published + 48 * HOUR - 1 })
    expect(timeOf(fields)).toEqual(['3 marca, 08:30', '3 marca, 08:30'])
    jest.useFakeTimers({ now: published + 48 * HOUR })
    expect(timeOf(fields)).toEqual(['3 marca', '3 marca'])
  })

  test('a date that the CMS has written stays as it is', () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-28T12:00:00Z') })
    const fields = { publication_date: '2026-03-03T08:30:00+01:00', nrm_date: '3 III 2026' }
    expect(timeOf(fields)).toEqual(['3 III 2026', '3 III 2026'])
  })
})

test.each(['live', 'audio', 'video', 'gallery'] as const)('a card says that its article is %s (CARD-45)', (format) => {
  for (const article of bothOf({ format }))
    expect(article.querySelector(`.format-mark.is-${format}`)?.textContent).toBe(formats[format])
  for (const article of bothOf({ format: 'aside' })) expect(article.querySelector('.format-mark')).toBeNull()
})

test('a dominating card names its authors, a row does not (CARD-18)', () => {
  const card = decoded({ nrm_author: { name: 'Ida Korczyk' }, thumbnail_url: IMAGE })
  expect(shown(card, placeAt(cardPlaces('big-posts', 4), 0)).querySelector('.card-authors')?.textContent).toBe(
    'Ida Korczyk',
  )
  expect(shown(card).querySelector('.card-authors')).toBeNull()
})

test('a card of words has no colour of an editor, who chose it for paper (CARD-39)', () => {
  const colour = { has_title_color: true, title_color: '#7a1010' }
  const styleOf = (fields: object) =>
    shown(decoded({ ...colour, ...fields }), placeAt(cardPlaces('big-posts', 1), 0)).querySelector('.card-title')
  expect(styleOf({ thumbnail_url: IMAGE })?.getAttribute('style')).toContain('color')
  const words = styleOf({})
  expect(words?.closest('.card-words')).not.toBeNull()
  expect(words?.getAttribute('style')).toBeNull()
})

test('only the list of a category leaves its own name unseen (CARD-44)', () => {
  const card = decoded({ krypto_cat: CATEGORY })
  const nameIn = (list: string) => {
    const html = renderToStaticMarkup(
      <ServiceProvider service={services.akademia}>
        <OwnListContext value={list}>
          <Card card={card} place={LIST_PLACE} />
        </OwnListContext>
      </ServiceProvider>,
    )
    return new JSDOM(html).window.document.querySelector('.card-meta > a')
  }
  expect([nameIn('/kategoria/edukacja')?.textContent, nameIn('/kategoria/edukacja')?.className]).toEqual([
    'Edukacja',
    'is-own',
  ])
  expect(nameIn('/kategoria/inwestycje')?.className).toBe('')
})

test('only the most read, and the steps of a course, are numbered (CARD-46)', async () => {
  const styles = await readFile(join(ROOT, 'views/styles/cards.css'), 'utf8')
  const numbered = [...styles.matchAll(/([^{}]+)\{[^{}]*counter\(/g)].map(([, selector]) => selector?.trim())
  expect(numbered.sort()).toEqual(['.is-path li::before', '.most-read .card::before'])
})
