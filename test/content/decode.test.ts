import fc from 'fast-check'
import type { Archive } from '../../src/content/archive.ts'
import { type Article, articleTerms, cardOf } from '../../src/content/article.ts'
import type { Card } from '../../src/content/card.ts'
import type { DecodeContext } from '../../src/content/decode/context.ts'
import { decodeArchive, decodeArticle, decodePage, decodeSearch } from '../../src/content/decode.ts'
import type { Page } from '../../src/content/home-block.ts'
import { isMissing, type Missing } from '../../src/content/repository.ts'
import { WireShapeError } from '../../src/system/report.ts'
import { atOnce, type Steps } from '../../src/system/steps.ts'
import type { CustomerService } from '../support/customer-site.ts'
import { CALL, CDN, CMS, listening, paragraph, services, wireBlock, wireCard } from './world.ts'

const wireArticle = (fields: Record<string, unknown> = {}) => ({ ...wireCard(), blocks: [], ...fields })
const wirePage = (fields: Record<string, unknown> = {}) => ({ ID: 5257367, page_slug: 'home', blocks: [], ...fields })
const wireArchive = (fields: Record<string, unknown> = {}) => ({
  type: 'category',
  name: 'Edukacja',
  blocks: [],
  posts: [],
  sumOfPosts: 0,
  postPerPage: 10,
  ...fields,
})

/** A portrait, in the widths that it is shown in. */
const FACE = `${CDN}/2026/03/jan.webp`
const FACES = [306, 360, 414].map((width) => `${FACE}?w=${width}&q=75 ${width}w`).join(', ')

function there<T extends object>(response: T | Missing): T {
  if (isMissing(response)) throw new Error('the answer is missing')
  return response
}

const article = (fields?: Record<string, unknown>, service?: CustomerService): Article =>
  there(atOnce(decodeArticle(wireArticle(fields), listening(service).context)))
const page = (fields?: Record<string, unknown>): Page =>
  there(atOnce(decodePage(wirePage(fields), listening().context)))
const archive = (fields?: Record<string, unknown>): Archive =>
  there(atOnce(decodeArchive(wireArchive(fields), listening().context)))

function card(fields?: Record<string, unknown>, service?: CustomerService): Card {
  const [card] = atOnce(decodeSearch({ posts: [wireCard(fields)] }, listening(service).context)).cards
  if (!card) throw new Error('no card')
  return card
}

/** The error of decoding an invalid response. */
function problemOf(decode: () => unknown) {
  try {
    decode()
  } catch (error) {
    if (error instanceof WireShapeError) return error.problem
    throw error
  }
  throw new Error('nothing was thrown')
}

/** Every form of "absent" in the CMS. */
const ABSENT = [undefined, false, null, '', []]

describe('a card', () => {
  test('with only its essential fields is complete', () => {
    expect(card()).toMatchObject({
      id: '7',
      link: { href: '/2026/03/tytul' },
      title: 'Tytuł',
      lead: '',
      authors: [],
      isPromo: false,
      isProductPlacement: false,
      label: { name: services.akademia.title, color: services.akademia.color },
    })
  })

  test.each(ABSENT)('is the same when every optional field is %j (WIRE-3)', (absent) => {
    const fields = Object.fromEntries(
      [
        ...['type', 'excerpt', 'lead', 'nrhub_lead', 'permalink', 'thumbnail_url', 'thumbnail_alt', 'nrm_image'],
        ...['publication_date', 'nrm_time', 'nrm_date', 'post_generated_date', 'nrm_author', 'nrm_multi_authors'],
        ...['nrm_top_level_category', 'nrm_typ', 'krypto_cat', 'categories', 'nrm_promo_post', 'nrm_product_placement'],
        ...[
          'nrm_product_placement_ads',
          'headline',
          'headline_name',
          'headline_color',
          'category_hierarchical',
          'has_title_color',
          'title_color',
          'service_name',
          'service',
          'size',
        ],
      ].map((name) => [name, absent]),
    )
    expect(card(fields)).toEqual(card())
  })

  test('is the same when optional fields have the wrong shape (WIRE-3)', () => {
    const fields = { lead: {}, nrm_image: 'x', nrm_author: [1], nrm_multi_authors: {}, krypto_cat: 'x', service: 7 }
    expect(card(fields)).toEqual(card())
  })

  test.each([
    [{ lead: 'a', nrhub_lead: 'b', excerpt: 'c' }, 'a'],
    [{ lead: '', nrhub_lead: 'b', excerpt: 'c' }, 'b'],
    [{ lead: false, nrhub_lead: null, excerpt: '<p>c &amp; d</p>\n' }, 'c & d'],
    [{ lead: 'Element <dialog> i List<String>. 3 < 4 &amp; 5' }, 'Element <dialog> i\u00a0List<String>. 3 < 4 & 5'],
    [{ lead: '', nrhub_lead: '<details name>' }, '<details name>'],
    [{ excerpt: '<p>O &lt;dialog&gt;</p>' }, 'O\u00a0<dialog>'],
  ])('has the lead of the first of lead, nrhub_lead and excerpt: %j (ART-2)', (fields, lead) => {
    expect(card(fields).lead).toBe(lead)
  })

  test('has a title of plain text: entities decoded once, a tag is text, short words bound (BLOCK-3, TEXT-1, TEXT-3)', () => {
    expect(card({ title: 'R&amp;D &amp;lt; <b>w</b> domu i w lesie' }).title).toBe(
      'R&D &lt; <b>w</b> domu i\u00a0w\u00a0lesie',
    )
  })

  test.each(['', false, null, ' '])('with the title %j is named by the first sentence of its lead', (title) => {
    expect(card({ title, lead: 'Kurs spadł. Potem wzrósł.' }).title).toBe('Kurs spadł.')
    expect(card({ title, lead: 'Znak &amp;lt; zostaje. Dalej.' }).title).toBe('Znak &lt; zostaje.')
    expect(card({ title }).title).not.toBe('')
  })

  test('has several authors when there are any, else the one (ART-3)', () => {
    const one = { name: 'Jan', relative_link: '/author/jan', avatar: `${CMS}/2026/03/jan.jpg` }
    expect(card({ nrm_author: one }).authors).toEqual([
      { name: 'Jan', href: '/author/jan', avatar: { src: `${FACE}?w=306&q=75`, srcSet: FACES } },
    ])
    const several = [{ author: { name: 'Anna &amp; Ewa' } }, { author: { name: '' } }, 'x', { author: one }]
    expect(card({ nrm_author: one, nrm_multi_authors: several }).authors.map(({ name }) => name)).toEqual([
      'Anna & Ewa',
      'Jan',
    ])
  })

  test('has the first crypto category, else the name of the top one, else the leaf of the hierarchy (CARD-11)', () => {
    const top = { name: 'Technologie', slug: 'tech', relative_link: '/kategoria/tech' }
    const crypto = [
      { name: 'Edukacja &amp; co', slug: 'edukacja' },
      { name: 'Inne', slug: 'inne' },
    ]
    expect(card({ krypto_cat: crypto, nrm_top_level_category: top }).category).toEqual({
      name: 'Edukacja & co',
      href: '/kategoria/edukacja',
    })
    const category_hierarchical = [{ name: 'Krypto' }, { name: 'Prawo', slug: 'prawo' }]
    expect(card({ krypto_cat: [], nrm_top_level_category: top, category_hierarchical }).category).toEqual({
      name: 'Technologie',
    })
    expect(card({ category_hierarchical }).category).toEqual({ name: 'Prawo', href: '/kategoria/prawo' })
    expect(card().category).toBeUndefined()
  })

  test.each(['żółw', '%c5%bc%c3%b3%c5%82w'])('has a category whose slug %s is encoded once', (slug) => {
    expect(card({ krypto_cat: [{ name: 'Żółw', slug }] }).category?.href).toBe('/kategoria/%C5%BC%C3%B3%C5%82w')
  })

  test('shows the time of its publication in Warsaw, or what the CMS displays (TEXT-10)', () => {
    expect(card({ publication_date: '2026-07-03T08:05:00Z' }).published).toMatchObject({
      time: { iso: '2026-07-03T10:05:00+02:00' },
      day: '3 lipca 2026',
      clock: '10:05',
    })
    expect(
      card({ publication_date: '2026-07-03T08:05:00', nrm_date: 'dzisiaj', nrm_time: '8.05' }).published,
    ).toMatchObject({ time: { iso: '2026-07-03T08:05:00+02:00' }, day: 'dzisiaj', clock: '8.05' })
    expect(card({ publication_date: 'wczoraj', nrm_date: 'wczoraj' }).published).toBeUndefined()
  })

  test('has a thumbnail of 320 by 175 with a valid URL, and the title as alternative text (CARD-17, IMG-12)', () => {
    const url = `${CMS}/wp-content/uploads/2026/03/kadr.jpg`
    expect(card({ thumbnail_url: url, thumbnail_alt: 'Opis &amp; opis' }).thumbnail).toMatchObject({
      src: `${CDN}/2026/03/kadr.webp`,
      alt: 'Tytuł',
      width: 320,
      height: 175,
    })
    expect(card({ thumbnail_url: url }).thumbnail?.alt).toBe('Tytuł')
    expect(card({ thumbnail_url: `${CMS}/2026/03/k%20adr.jpg` }).thumbnail).toBeUndefined()
    expect(card({ thumbnail_url: '/kadr.jpg' }).thumbnail).toBeUndefined()
  })

  test.each<[string, object, string | undefined]>([
    ['a variant with a Polish letter', { post_row: `${CMS}/2026/03/rząd.jpg` }, 'kadr'],
    ['a variant that is a bitmap', { post_row: `${CMS}/2026/03/rzad.bmp` }, 'kadr'],
    ['a variant without an extension', { post_row: `${CMS}/2026/03/rzad`, url: `${CMS}/2026/03/duzy.jpg` }, 'kadr'],
    ['a variant with a wrong shape', { post_row: { url: `${CMS}/2026/03/rzad.jpg` } }, 'kadr'],
    ['a variant of blanks', { post_row: '  ' }, 'kadr'],
  ])('%s gives way to the thumbnail (IMG-15)', (_, nrm_image, name) => {
    const { thumbnail } = card({ nrm_image, thumbnail_url: `${CMS}/2026/03/kadr.jpg` })
    expect(thumbnail).toMatchObject({ src: `${CDN}/2026/03/${name}.webp`, alt: 'Tytuł', width: 320, height: 175 })
  })

  test('an unusable variant and thumbnail give way to the large image, and no usable one to none (IMG-15)', () => {
    const [unusable, large] = [`${CMS}/2026/03/rząd.jpg`, `${CMS}/2026/03/duzy.png`]
    for (const thumbnail_url of [unusable, `${CMS}/2026/03/kadr.svg`, 'ftp://a.example/kadr.jpg', false]) {
      expect(card({ nrm_image: { post_row: unusable, url: large }, thumbnail_url }).thumbnail?.src).toBe(
        `${CDN}/2026/03/duzy.webp`,
      )
      const none = card({ nrm_image: { post_row: unusable, url: unusable }, thumbnail_url })
      expect([none.thumbnail, none.largeImage]).toEqual([undefined, undefined])
    }
  })

  test.each([
    [{ lead: ' ', nrhub_lead: 'Z\u00a0sieci', excerpt: 'Skrót' }, 'Z\u00a0sieci'],
    [{ lead: '<p></p>', nrhub_lead: '&nbsp;', excerpt: 'Skrót' }, 'Skrót'],
    [{ lead: 'Zajawka', nrhub_lead: 'Z\u00a0sieci' }, 'Zajawka'],
  ])('of %j has the first lead with words (ART-2)', (fields, lead) => {
    expect(card(fields).lead).toBe(lead)
  })

  test('a category and an author without a name give way to the next field (CARD-11, ART-2)', () => {
    const fields = {
      krypto_cat: [{ name: ' ', slug: 'x' }],
      nrm_top_level_category: { name: 'Krypto' },
      nrm_multi_authors: [{ author: { name: '&nbsp;' } }],
      nrm_author: { name: 'Ida' },
    }
    expect(card(fields)).toMatchObject({ category: { name: 'Krypto' }, authors: [{ name: 'Ida' }] })
  })

  test("prefers the image's variant for rows (IMG-15)", () => {
    const nrm_image = { url: `${CMS}/2026/03/duzy.jpg`, post_row: `${CMS}/2026/03/rzad.jpg` }
    expect(card({ nrm_image, thumbnail_url: `${CMS}/2026/03/kadr.jpg` }).thumbnail?.src).toBe(
      `${CDN}/2026/03/rzad.webp`,
    )
    expect(card({ nrm_image: { url: nrm_image.url } }).thumbnail?.src).toBe(`${CDN}/2026/03/duzy.webp`)
  })

  test('that is a promotion opens its external link in a new tab (LINK-1)', () => {
    expect(card({ nrm_promo_post: 'https://sponsor.example/?a=1&b=2' })).toMatchObject({
      isPromo: true,
      link: { href: 'https://sponsor.example/?a=1&b=2', target: '_blank', rel: 'noopener sponsored nofollow' },
    })
    expect(card({ nrm_promo_post: 'javascript:zlo()' })).toMatchObject({
      isPromo: false,
      link: { href: '/2026/03/tytul' },
    })
  })

  test.each([true, 1, '1', 'true'])('is product placement when the flag is %j (WIRE-3)', (flag) => {
    expect(card({ nrm_product_placement: flag }).isProductPlacement).toBe(true)
  })

  test.each([false, 0, '0', 'false', '', null, [], 'tak'])('is no product placement when the flag is %j', (flag) => {
    expect(card({ nrm_product_placement: flag }).isProductPlacement).toBe(false)
  })

  test('carries its source label unless it is hidden (CARD-1)', () => {
    const service = { serviceMode: 'Ustaw', service_color: '#FF5500', service_name_title: 'Ustawa &amp; Ja' }
    expect(card({ service }).label).toEqual({ name: 'Ustawa & Ja', color: '#ff5500' })
    expect(card({ service: { ...service, serviceMode: 'Nie wyświetlaj' } }).label).toBeUndefined()
    expect(card({ service: { ...service, serviceMode: '' } }).label?.name).toBe(services.akademia.title)
    expect(card({ service: { serviceMode: 'Ustaw', service_name_title: ' ' } }).label?.name).toBe(
      services.akademia.title,
    )
  })

  test.each([
    [{ headline: 'Pilne' }, { text: 'Pilne' }],
    [{ headline_name: 'Pilne', headline: 'PILNE' }, { text: 'Pilne' }],
    [
      { headline_name: 'R&amp;D', headline: 'Na żywo' },
      { text: 'R&D', note: 'Na żywo' },
    ],
    [
      { headline: 'Pilne', headline_color: '#FFE600' },
      { text: 'Pilne', color: '#ffe600' },
    ],
    [{ headline: 'Pilne', headline_color: 'red;position:fixed' }, { text: 'Pilne' }],
    [{ headline_color: 'red' }, undefined],
    [{ headline: ' ', headline_name: false }, undefined],
  ])('has the kicker of %j (CARD-6)', (fields, headline) => {
    expect(card(fields).headline).toEqual(headline)
  })

  test('has its kind of text, with a link to its list within the group (CARD-9)', () => {
    const kind = (relative_link?: string) => card({ nrm_typ: { name: 'Recenzja &amp; test', relative_link } }).kind
    expect(kind()).toEqual({ name: 'Recenzja & test' })
    expect(kind('/tag/recenzje/')).toEqual({ name: 'Recenzja & test', href: '/tag/recenzje' })
    expect(kind('https://szpalta.test/tag/recenzje')).toMatchObject({ href: 'https://szpalta.test/tag/recenzje' })
    expect(kind('https://obcy.example/tag/recenzje')).toEqual({ name: 'Recenzja & test' })
    expect(card({ nrm_typ: { name: '' } }).kind).toBeUndefined()
  })

  test.each([
    [{}, '/author/jan'],
    [{ permalink: 'https://szpalta.test/2026/03/tytul.html' }, 'https://szpalta.test/author/jan'],
    [{ permalink: `${CMS}/2026/03/tytul/` }, '/author/jan'],
    [{ permalink: 'https://obcy.example/tytul' }, '/author/jan'],
    [{ service_name: 'Tech' }, 'https://szpalta.test/author/jan'],
    // The academy reads the CMS of bizblog, so it has the author's page too.
    [{ service_name: 'bizblog' }, '/author/jan'],
    [{ permalink: 'https://bizblog.szpalta.test/2026/03/tytul' }, '/author/jan'],
  ])('links its authors on the portal that %j names (CARD-15)', (fields, href) => {
    const nrm_author = { name: 'Jan', relative_link: '/author/jan' }
    expect(card({ ...fields, nrm_author }).authors).toEqual([{ name: 'Jan', href }])
  })

  test('names an author outside the group without a link (CARD-14)', () => {
    const nrm_author = { name: 'Jan', relative_link: 'https://obcy.example/author/jan' }
    expect(card({ nrm_author }).authors).toEqual([{ name: 'Jan' }])
    expect(article({ author: nrm_author }).author).toHaveProperty('href', undefined)
  })

  test('has a coloured title only when that is enabled and the colour is valid (CARD-36)', () => {
    expect(card({ has_title_color: true, title_color: 'Red' }).titleColor).toBe('red')
    expect(card({ has_title_color: true, title_color: 'red;x' }).titleColor).toBeUndefined()
    expect(card({ has_title_color: false, title_color: 'red' }).titleColor).toBeUndefined()
  })

  test('links to the path in the form of its service', () => {
    expect(card({}, 'post').link).toEqual({ href: '/2026/03/tytul.html' })
  })
})

describe('a list of cards', () => {
  const broken = [
    [{ relative_link: undefined }, 'posts.1.relative_link', 'absent'],
    [{ relative_link: false }, 'posts.1.relative_link', 'boolean'],
    [{ relative_link: '' }, 'posts.1.relative_link', 'string'],
    [{ relative_link: ['/x'] }, 'posts.1.relative_link', 'array'],
    [{ title: undefined }, 'posts.1.title', 'absent'],
    [{ title: { rendered: 'x' } }, 'posts.1.title', 'object'],
  ] as const

  test.each(broken)('drops a broken card alone: %j', (fields, field, kind) => {
    const { context, problems } = listening()
    const posts = [wireCard({ ID: 1 }), wireCard(fields), wireCard({ ID: 3 })]
    expect(atOnce(decodeSearch({ posts }, context)).cards.map(({ id }) => id)).toEqual(['1', '3'])
    expect(problems).toEqual([{ call: CALL, field, kind }])
  })

  test.each([null, 'tekst', 7, []])('drops %j alone in place of a card', (post) => {
    const { context, problems } = listening()
    expect(atOnce(decodeSearch({ posts: [post, wireCard()] }, context)).cards).toHaveLength(1)
    expect(problems).toHaveLength(1)
  })

  test('tolerates half a surrogate pair in a URL', () => {
    const posts = [
      wireCard({ relative_link: '/2026/03/x\ud800', krypto_cat: [{ name: 'x', slug: '\udc00' }] }),
      wireCard(),
    ]
    expect(atOnce(decodeSearch({ posts }, listening().context)).cards).toHaveLength(2)
  })

  test('never throws, whatever its cards contain', () => {
    const post = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(...Object.keys(wireCard()), 'lead', 'nrm_author', 'thumbnail_url', 'krypto_cat'),
        fc.jsonValue(),
      ),
      fc.record({
        title: fc.string({ unit: 'binary' }),
        relative_link: fc.string({ unit: 'binary' }),
        thumbnail_url: fc.webUrl(),
      }),
    )
    fc.assert(
      fc.property(fc.array(post), (posts) => {
        const { context, problems } = listening()
        expect(atOnce(decodeSearch({ posts }, context)).cards.length + problems.length).toBe(posts.length)
      }),
    )
  })
})

describe('an article', () => {
  test('with only its essential fields is complete', () => {
    expect(article()).toMatchObject({
      id: '7',
      path: '/2026/03/tytul',
      title: 'Tytuł',
      lead: '',
      body: [],
      authors: [],
      tags: [],
      seo: {},
      isNoindex: false,
      isProductPlacement: false,
      readingMinutes: 1,
      nextPaths: [],
    })
  })

  test('has the canonical path of its service (PAGE-4)', () => {
    expect(article({ relative_link: '/2026/03/slug' }, 'post').path).toBe('/2026/03/slug.html')
    expect(article({ relative_link: '/slug' }, 'autoblog').path).toBe('/slug')
  })

  test('has its blocks, normalised', () => {
    expect(article({ blocks: [paragraph('a'), wireBlock({ blockName: 'core/separator' })] }).body).toEqual([
      { type: 'paragraph', html: 'a' },
      { type: 'separator', size: 'normal' },
    ])
  })

  test('has an image of 700 by 350 (IMG-12)', () => {
    const nrm_image = { url: `${CMS}/2026/03/duzy.jpg`, alt: 'Opis' }
    expect(article({ nrm_image }).hero).toMatchObject({
      src: `${CDN}/2026/03/duzy.webp`,
      alt: 'Opis',
      width: 700,
      height: 350,
    })
    expect(article({ thumbnail_url: `${CMS}/2026/03/kadr.jpg` }).hero).toMatchObject({ alt: 'Tytuł' })
    expect(article({ nrm_image: [] }).hero).toBeUndefined()
  })

  test('has the next usable image above its text, with the text of its own field and without the size of another (IMG-15)', () => {
    const [small, row] = [`${CMS}/2026/03/kadr.jpg`, `${CMS}/2026/03/rzad.jpg`]
    const nrm_image = { url: `${CMS}/2026/03/duży.jpg`, alt: 'Duży', width: 1600, height: 800, post_row: row }
    const fallback = article({ nrm_image, thumbnail_url: small, thumbnail_alt: 'Kadr' })
    expect(fallback.hero).toMatchObject({ src: `${CDN}/2026/03/kadr.webp`, alt: 'Kadr' })
    expect([fallback.heroSize, fallback.shared?.src]).toEqual([undefined, `${CDN}/2026/03/kadr.webp`])
    expect(article({ nrm_image, thumbnail_url: `${CMS}/a.bmp` }).hero).toMatchObject({
      src: `${CDN}/2026/03/rzad.webp`,
      alt: 'Duży',
    })
    const whole = article({ nrm_image: { ...nrm_image, url: `${CMS}/2026/03/duzy.jpg` }, thumbnail_url: small })
    expect([whole.hero?.alt, whole.heroSize]).toEqual(['Duży', { width: 1600, height: 800 }])
    const none = article({ nrm_image: { ...nrm_image, post_row: '' }, thumbnail_url: `${CMS}/a.bmp` })
    expect([none.hero, none.heroSize, none.shared]).toEqual([undefined, undefined, undefined])
  })

  test('was modified only when the CMS has a later modification (ART-4)', () => {
    const publication_date = '2026-03-03T10:00:00+01:00'
    expect(article({ publication_date, post_generated_date: '2026-03-03T09:00:00Z' }).modified).toBeUndefined()
    expect(article({ publication_date, post_generated_date: '2026-03-02T10:00:00' }).modified).toBeUndefined()
    expect(article({ publication_date, post_generated_date: '2026-03-04T10:00:00' }).modified?.time.iso).toBe(
      '2026-03-04T10:00:00+01:00',
    )
  })

  test('has the tags among its categories, their paths encoded once (ART-5)', () => {
    const categories = [
      { name: 'Edukacja', slug: 'edukacja', relative_link: '/kategoria/edukacja' },
      { name: 'Żółw &amp; co', slug: 'zolw', relative_link: '/tag/żółw' },
      { name: 'Zakodowany', slug: 'x', relative_link: '/tag/%C5%BC%C3%B3%C5%82w' },
      { name: '', relative_link: '/tag/x' },
    ]
    expect(article({ categories }).tags).toEqual([
      { name: 'Żółw & co', href: '/tag/%C5%BC%C3%B3%C5%82w' },
      { name: 'Zakodowany', href: '/tag/%C5%BC%C3%B3%C5%82w' },
    ])
  })

  test('takes about a minute for 200 words, and never less than one (ART-1)', () => {
    const words = (count: number) => [paragraph(Array.from({ length: count }, () => 'słowo').join(' '))]
    expect(article({ blocks: words(10) }).readingMinutes).toBe(1)
    expect(article({ blocks: words(600) }).readingMinutes).toBe(3)
    const inside = [wireBlock({ blockName: 'core/group', innerBlocks: words(400) })]
    expect(article({ blocks: inside }).readingMinutes).toBe(2)
  })

  test('has the paths of the next articles', () => {
    expect(article({ next_posts_for_this_post: ['/2026/03/a', '', 7, null, '/b'] }, 'post').nextPaths).toEqual([
      '/2026/03/a.html',
      '/b.html',
    ])
  })

  test('has next articles by their URLs on the CMS and on the portal, and no others (NEXT-18)', () => {
    const next_posts_for_this_post = [
      `${CMS}/2026/03/a/`,
      'https://akademia.szpalta.test/2026/03/b?utm_source=x',
      'http://akademia.szpalta.test/2026/03/c.html#d',
      'https://szpalta.test/2026/03/siostra',
      'https://sponsor.example/2026/03/promocja',
      '//sponsor.example/2026/03/promocja',
      'javascript:alert(1)',
      'mailto:a@b.example',
      '2026/03/bez-ukosnika',
    ]
    expect(article({ next_posts_for_this_post }).nextPaths).toEqual([
      '/2026/03/a',
      '/2026/03/b',
      '/2026/03/c',
      '/2026/03/bez-ukosnika',
    ])
  })

  test("has as much of the author's biography as there is", () => {
    const author = {
      name: 'Jan &amp; Co',
      avatar: `${CMS}/2026/03/jan.jpg`,
      description: '<p>Pisze o <b>kryptowalutach</b>.</p>',
      email: 'jan@szpalta.test',
      relative_link: '/author/jan',
      socialMedia: {
        twitter: 'https://x.com/jan',
        facebook: 'javascript:zlo()',
        linkedin: '',
        mastodon: 'https://m.example',
      },
      stats: { start_date: '2019-05-01', posts_count: '12' },
    }
    expect(article({ author }).author).toMatchObject({
      name: 'Jan & Co',
      href: '/author/jan',
      avatar: { src: `${FACE}?w=306&q=75`, srcSet: FACES },
      description: 'Pisze o\u00a0kryptowalutach.',
      email: 'jan@szpalta.test',
      social: [{ network: 'twitter', href: 'https://x.com/jan' }],
      activeSince: { year: 2019 },
      textCount: 12,
    })
    expect(article({ author: { name: 'Jan', email: 'nie adres', socialMedia: [], stats: [] } }).author).toEqual({
      name: 'Jan',
      social: [],
    })
    expect(article({ author: false }).author).toBeUndefined()
  })

  test('has fields for search engines: title, description and the path of the canonical URL', () => {
    const seo = {
      title: 'Tytuł SEO',
      canonical: 'https://elsewhere.example/2026/03/slug',
      meta: [{ property: 'og:title', content: 'x' }, { name: 'description', content: 'Opis &amp; opis' }, 7],
    }
    expect(article({ seo }).seo).toEqual({
      title: 'Tytuł SEO',
      description: 'Opis & opis',
      tags: { 'og:title': 'x' },
    })
    expect(article({ seo, titleToMetadate: 'Tytuł do metadanych' }).seo.title).toBe('Tytuł do metadanych')
    expect(article({ seo: [] }).seo).toEqual({})
  })

  test('is noindex when the CMS says so', () => {
    expect(article({ nrm_meta_noindex: '1' }).isNoindex).toBe(true)
    const robots = (content: string) => ({ seo: { title: '', canonical: '', meta: [{ name: 'robots', content }] } })
    expect(article(robots('NoIndex, follow')).isNoindex).toBe(true)
    expect(article(robots('index, nofollow')).isNoindex).toBe(false)
  })
})

describe('a page', () => {
  test('has its blocks, cards among them', () => {
    const blockContent = { posts: [wireCard(), { broken: true }], fields: [] }
    const { context, problems } = listening()
    const article = there(
      atOnce(
        decodePage(
          wirePage({ title: 'Start &amp; meta', blocks: [wireBlock({ blockType: 'big-posts', blockContent })] }),
          context,
        ),
      ),
    )
    expect(article).toMatchObject({
      id: '5257367',
      title: 'Start & meta',
      isContainer: false,
      blocks: [{ type: 'big-posts' }],
    })
    expect(problems).toHaveLength(1)
  })

  test.each(['container', 'templates/Container-narrow.php', 'CONTAINER'])(
    'of the template %s is a container (PAGE-24)',
    (template) => {
      expect(page({ page_template: template }).isContainer).toBe(true)
    },
  )

  test.each(['', 'default', false])('of the template %j is not', (template) => {
    expect(page({ page_template: template }).isContainer).toBe(false)
  })
})

describe('an archive', () => {
  test('has a heading: titleToHeader, or the name (PAGE-12)', () => {
    expect(archive().heading).toBe('Edukacja')
    expect(archive({ titleToHeader: 'Edukacja krypto' })).toMatchObject({
      heading: 'Edukacja krypto',
      name: 'Edukacja',
    })
    expect(archive({ titleToHeader: false }).heading).toBe('Edukacja')
  })

  test.each([
    [0, 10, 1],
    [1, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    ['95', '10', 10],
  ])('of %j posts, %j on a page, has %d pages (PAGE-8)', (sumOfPosts, postPerPage, maxPage) => {
    expect(archive({ sumOfPosts, postPerPage }).maxPage).toBe(maxPage)
  })

  test('has its cards and its blocks', () => {
    const blocks = [wireBlock({ blockType: 'big-title', blockContent: { fields: { header: 'x' } } })]
    expect(archive({ posts: [wireCard()], blocks })).toMatchObject({
      cards: [{ title: 'Tytuł' }],
      blocks: [{ type: 'big-title', header: 'x' }],
    })
    expect(archive({ posts: false, blocks: '' })).toMatchObject({ cards: [], blocks: [] })
  })

  test('of an author has the author', () => {
    expect(archive({ type: 'author', name: 'Jan', author: { name: 'Jan' } })).toMatchObject({
      type: 'author',
      author: { name: 'Jan' },
    })
  })
})

describe('a search', () => {
  test.each([[[]], [{ posts: [] }], [{ posts: false }], [{ errors: { statusCode: 404 } }]])(
    'with the response %j has no results',
    (json) => {
      expect(atOnce(decodeSearch(json, listening().context)).cards).toEqual([])
    },
  )
})

const whole =
  <T>(decode: (json: unknown, context: DecodeContext) => Steps<T>) =>
  (json: unknown, context: DecodeContext): T =>
    atOnce(decode(json, context))
const DECODERS = [
  ['an article', whole(decodeArticle), wireArticle],
  ['a page', whole(decodePage), wirePage],
  ['an archive', whole(decodeArchive), wireArchive],
] as const

describe.each(DECODERS)('%s', (_, decode, wire) => {
  test.each([
    [{ errors: { statusCode: 404 } }],
    [{ errors: { statusCode: '404' } }],
    [{ errors: { statusCode: 410, redirectLink: '' } }],
    [[]],
  ])('is missing when the response is %j', (json) => {
    expect(decode(json, listening().context)).toEqual({ missing: true })
  })

  test('that is missing may name its new location (WIRE-5)', () => {
    const errors = { statusCode: 404, redirectLink: 'https://szpalta.test/2026/03/nowy' }
    expect(decode({ ...wire(), errors }, listening().context)).toEqual({
      missing: true,
      redirectLink: 'https://szpalta.test/2026/03/nowy',
    })
  })

  test.each([[], false, null, '', { statusCode: 200 }])('is present when its errors are %j', (errors) => {
    expect(isMissing(decode({ ...wire(), errors }, listening().context))).toBe(false)
  })

  test.each([
    [null, 'null'],
    ['<html>', 'string'],
    [7, 'number'],
    [[1], 'array'],
    [undefined, 'absent'],
  ])('fails to decode from %j', (json, kind) => {
    expect(problemOf(() => decode(json, listening().context))).toEqual({ call: CALL, field: '(answer)', kind })
  })

  test('fails to decode from the error of a server', () => {
    expect(() => decode({ errors: { statusCode: 500 } }, listening().context)).toThrow(WireShapeError)
  })

  test.each([
    [{}, 'object'],
    ['tekst', 'string'],
    [7, 'number'],
    [true, 'boolean'],
    [undefined, 'absent'],
  ])('fails to decode with %j in place of its blocks', (blocks, kind) => {
    expect(problemOf(() => decode({ ...wire(), blocks }, listening().context))).toEqual({
      call: CALL,
      field: 'blocks',
      kind,
    })
  })

  test.each([[], false, null, ''])('may have no blocks: %j', (blocks) => {
    expect(isMissing(decode({ ...wire(), blocks }, listening().context))).toBe(false)
  })

  test('ignores fields it does not know (WIRE-3)', () => {
    expect(decode({ ...wire(), nowe_pole: { x: 1 } }, listening().context)).toEqual(decode(wire(), listening().context))
  })

  test('of any shape is decoded, missing or an error, and nothing else', () => {
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(wire()), 'errors', 'seo', 'author', 'fields'),
      fc.jsonValue(),
    )
    const json = fc.oneof(
      fc.jsonValue(),
      fields,
      fields.map((changes) => ({ ...wire(), ...changes })),
    )
    fc.assert(
      fc.property(json, (response) => {
        try {
          decode(response, listening().context)
        } catch (error) {
          expect(error).toBeInstanceOf(WireShapeError)
        }
      }),
      { numRuns: 300, examples: [[{ ...wire(), postPerPage: { toString: null } }]] },
    )
  })
})

describe('essential fields', () => {
  test.each([
    ['relative_link', undefined, 'absent'],
    ['relative_link', false, 'boolean'],
    ['relative_link', '', 'string'],
    ['relative_link', 7, 'number'],
    ['title', undefined, 'absent'],
    ['title', {}, 'object'],
    ['title', ['x'], 'array'],
  ])('an article requires them: %s is %j', (field, value, kind) => {
    expect(problemOf(() => atOnce(decodeArticle(wireArticle({ [field]: value }), listening().context)))).toEqual({
      call: CALL,
      field,
      kind,
    })
  })

  test.each([
    ['type', 'data', 'string'],
    ['type', undefined, 'absent'],
    ['name', undefined, 'absent'],
    ['posts', {}, 'object'],
    ['posts', undefined, 'absent'],
    ['sumOfPosts', undefined, 'absent'],
    ['sumOfPosts', 'wiele', 'string'],
    ['sumOfPosts', -1, 'number'],
    ['postPerPage', 0, 'number'],
    ['postPerPage', {}, 'object'],
  ])('an archive requires them: %s is %j', (field, value, kind) => {
    expect(problemOf(() => atOnce(decodeArchive(wireArchive({ [field]: value }), listening().context)))).toEqual({
      call: CALL,
      field,
      kind,
    })
  })

  test.each([
    [{}, 'absent'],
    [{ posts: {} }, 'object'],
    [{ posts: 'x' }, 'string'],
  ])('a search requires its posts: %j', (json, kind) => {
    expect(problemOf(() => atOnce(decodeSearch(json, listening().context)))).toEqual({
      call: CALL,
      field: 'posts',
      kind,
    })
  })

  test('the error names call, field and kind, but not the value (WIRE-4)', () => {
    expect(() => atOnce(decodeArticle(wireArticle({ title: { tajne: 'hasło' } }), listening().context))).toThrow(
      `${CALL}: field "title" is object`,
    )
  })
})

describe('the breadcrumb trail of an article (CARD-12)', () => {
  const category_hierarchical = [
    { name: 'Krypto &amp; co', relative_link: '/kategoria/krypto/' },
    { name: 'Prawo' },
    { name: '' },
    7,
  ]

  test('is its hierarchy; the last step links the category of the same name', () => {
    const krypto_cat = [{ name: 'Prawo', slug: 'prawo' }]
    expect(article({ category_hierarchical, krypto_cat }).trail).toEqual([
      { name: 'Krypto & co', href: '/kategoria/krypto' },
      { name: 'Prawo', href: '/kategoria/prawo' },
    ])
  })

  test('is the category where there is no hierarchy, and empty without one', () => {
    expect(article({ krypto_cat: [{ name: 'Prawo', slug: 'prawo' }] }).trail).toEqual([
      { name: 'Prawo', href: '/kategoria/prawo' },
    ])
    expect(article({}).trail).toEqual([])
  })

  test('shows each name once above the title (CARD-9)', () => {
    const terms = (fields: Record<string, unknown>) => articleTerms(article(fields))
    const krypto_cat = [{ name: 'Prawo' }]
    expect(terms({ category_hierarchical, krypto_cat, nrm_typ: { name: 'Analiza' } })).toEqual({
      trail: [{ name: 'Krypto & co', href: '/kategoria/krypto' }, { name: 'Prawo' }],
      terms: [{ name: 'Analiza' }],
    })
    expect(terms({ krypto_cat, nrm_typ: { name: 'Prawo' } })).toEqual({ trail: [], terms: [{ name: 'Prawo' }] })
  })
})

describe('the card of an article', () => {
  test('has the labels of the article, and the title as alternative text of its image (CARD-17)', () => {
    const fields = { service_name: 'plus', headline: 'Pilne', nrm_typ: { name: 'Analiza' } }
    const image = { thumbnail_url: `${CMS}/2026/03/k.jpg`, thumbnail_alt: 'Inny opis' }
    const whole = article({ ...fields, ...image })
    expect(whole.hero?.alt).toBe('Inny opis')
    expect(cardOf(whole)).toMatchObject({
      label: { name: services.plus.title },
      headline: { text: 'Pilne' },
      kind: { name: 'Analiza' },
      thumbnail: { alt: 'Tytuł' },
    })
  })

  test.each([
    [[paragraph('Raz, 3.5 mln &amp;lt; osób. Dwa.')], 'Raz, 3.5\u00a0mln &lt; osób.'],
    [[wireBlock({ innerHTML: '<h2>Nagłówek.</h2>\n<p> </p><p>Sprzed\nbloków! Dalej.</p>' })], 'Sprzed bloków!'],
    [
      [
        wireBlock({ blockName: 'core/heading', innerHTML: '<h2>Nie to.</h2>' }),
        wireBlock({
          blockName: 'core/quote',
          innerHTML: '<blockquote></blockquote>',
          innerBlocks: [paragraph('W\u00a0cytacie')],
        }),
      ],
      'W\u00a0cytacie',
    ],
    [[], ''],
  ])('without a lead has the first sentence of its first paragraph (CARD-34)', (blocks, lead) => {
    expect(cardOf(article({ blocks })).lead).toBe(lead)
    expect(cardOf(article({ blocks, lead: 'Zajawka' })).lead).toBe('Zajawka')
  })
})

test('the words below the image of an article: HTML of the caption, plain text of the credit (IMG-27)', () => {
  const nrm_image = { url: `${CMS}/2026/03/a.jpg`, alt: 'Rysunek' }
  const captionOf = (fields: object) => article({ nrm_image: { ...nrm_image, ...fields } }).heroCaption
  expect(
    captionOf({ caption: '<p>Blok <em>pierwszy</em><script>x()</script></p>\n', credit: 'Fot. A &amp; B' }),
  ).toEqual({
    html: 'Blok <em>pierwszy</em>',
    credit: 'Fot. A & B',
  })
  expect(captionOf({ credit: 'Rys. Szpalta' })).toEqual({ credit: 'Rys. Szpalta' })
  for (const nothing of ['', '<p></p>', false, null])
    expect(captionOf({ caption: nothing, credit: false })).toBeUndefined()
  expect(article({ nrm_image: { caption: 'Bez obrazu' }, thumbnail_url: false }).heroCaption).toBeUndefined()
})

test("an article's own language, else the service's, chooses what lines must not part (TEXT-13)", () => {
  const words = 'am 26. November w domu'
  const bound = (language?: string): string[] => {
    const wire = wireArticle({ language, title: words, lead: words, blocks: [paragraph(words)] })
    const { title, lead, body } = there(atOnce(decodeArticle(wire, listening().context)))
    return [title, lead, JSON.stringify(body)].map((text) => text.replaceAll('\u00a0', '~'))
  }
  for (const text of bound('de-AT')) expect(text).toContain('am 26.~November w domu')
  for (const language of [undefined, 'xx', 'pl']) {
    for (const text of bound(language)) expect(text).toContain('am 26. November w~domu')
  }
})
