import fc from 'fast-check'
import type { Card } from '../../src/content/card.ts'
import { decodeCards } from '../../src/content/decode/card.ts'
import { cardsOf, foundPageOf, postCardOf } from '../../src/content/post-card.ts'
import { atOnce } from '../../src/system/steps.ts'
import { listening, wireCard } from './world.ts'

const ORIGIN = 'https://krypto.example'
const [full, promo, bare] = atOnce(
  decodeCards(
    [
      wireCard({
        ID: 7,
        relative_link: '/2026/03/a',
        lead: 'Zajawka',
        thumbnail_url: 'https://cdn.szpalta.test/2026/03/a.jpg',
        publication_date: '2026-03-03T10:00:00+01:00',
        krypto_cat: [{ name: 'Edukacja', slug: 'edukacja' }],
        nrm_top_level_category: { name: 'Krypto' },
        nrm_author: { name: 'Ida', relative_link: '/author/ida' },
        has_title_color: true,
        title_color: '#123456',
        service_name: 'plus',
        size: 'M',
        headline: 'Relacja',
        headline_name: 'Pilne',
        headline_color: '#ffe600',
        nrm_typ: { name: 'Poradnik', relative_link: '/tag/poradniki' },
      }),
      wireCard({ ID: 'b', nrm_promo_post: 'https://sponsor.example/', nrm_product_placement: true }),
      wireCard({ ID: 9, service: { serviceMode: 'Nie wyświetlaj' } }),
    ],
    listening().context,
  ),
) as [Card, Card, Card]

test('a card survives a round trip through JSON', () => {
  const json: unknown = JSON.parse(
    JSON.stringify({ posts: [full, promo, bare].map((card) => postCardOf(card, ORIGIN)) }),
  )
  expect(cardsOf(json)).toEqual([full, promo, bare])
})

test('the JSON has the form of the CMS: numbers as numbers, path and absolute URL (CARD-20)', () => {
  expect(postCardOf(full, ORIGIN)).toMatchObject({
    ID: 7,
    title: 'Tytuł',
    relative_link: '/2026/03/a',
    permalink: 'https://krypto.example/2026/03/a',
    publication_date: '2026-03-03T10:00:00+01:00',
    krypto_cat: [{ name: 'Edukacja', relative_link: '/kategoria/edukacja' }],
    nrm_top_level_category: { name: 'Krypto' },
    service_name: 'Plus',
    service: { serviceMode: 'Ustaw', service_url: 'https://plus.szpalta.test/' },
    size: 'M',
    headline: 'Relacja',
    headline_name: 'Pilne',
    headline_color: '#ffe600',
    nrm_typ: { name: 'Poradnik', relative_link: '/tag/poradniki' },
  })
  expect(postCardOf(bare, ORIGIN)).toMatchObject({ nrm_image: false, service: { serviceMode: 'Nie wyświetlaj' } })
})

test('a post without a title or with a dangerous URL is dropped', () => {
  const post = postCardOf(full, ORIGIN)
  const posts = [
    { ...post, title: '' },
    { ...post, relative_link: 'javascript:x' },
    { ...post, relative_link: '//x' },
    1,
  ]
  expect(cardsOf({ posts })).toEqual([])
})

test('a label, a category and a kind with a dangerous URL are not links', () => {
  const evil = { name: 'Zły', relative_link: 'javascript:x' }
  const post = { ...postCardOf(full, ORIGIN), nrm_typ: evil, krypto_cat: [evil] }
  const [card] = cardsOf({ posts: [{ ...post, service: { ...post.service, service_url: 'javascript:x' } }] })
  expect(card).toMatchObject({ category: { name: 'Zły' }, kind: { name: 'Zły' } })
  for (const part of [card?.category, card?.kind, card?.label]) expect(part).toHaveProperty('href', undefined)
})

test('any input yields cards or nothing', () => {
  fc.assert(fc.property(fc.jsonValue(), (json) => void cardsOf(json)))
  fc.assert(fc.property(fc.array(fc.dictionary(fc.string(), fc.jsonValue())), (posts) => void cardsOf({ posts })))
})

test('a response of the search says whether there is more; one of the previous release ends with an empty page', () => {
  const posts = [postCardOf(full, ORIGIN)]
  const hasMore = (json: unknown) => foundPageOf(json).hasMore
  expect([{ posts, hasMore: true }, { posts }].map(hasMore)).toEqual([true, true])
  const ends = [
    { posts, hasMore: false },
    { posts: [], hasMore: true },
    { posts: [] },
    { posts, hasMore: 'x' },
    [],
    null,
  ]
  expect(ends.map(hasMore)).toEqual(ends.map(() => false))
})
