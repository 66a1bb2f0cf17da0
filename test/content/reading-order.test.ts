import { cardOf } from '../../src/content/article.ts'
import type { Card } from '../../src/content/card.ts'
import { contentsOf } from '../../src/content/contents.ts'
import { readingOrder } from '../../src/content/reading-order.ts'
import { createServices } from '../support/customer-site.ts'
import { paragraph, wireArticle } from '../support/fixtures/every-block.ts'
import { articleWith, decoded } from '../support/render.ts'

const article = decoded({ ...wireArticle([paragraph('a')]), ID: 5, relative_link: '/2026/03/e' })
const card = (name: string, category?: string): Card => ({
  ...cardOf(article),
  id: name,
  link: { href: `/2026/03/${name}` },
  title: name,
  ...(category && { category: { name: category } }),
})
const own = { ...card('e'), id: article.id, link: { href: article.path } }
const pathsOf = (cards: ReadonlyArray<Pick<Card, 'link'> | undefined>) => cards.map((one) => one?.link.href.slice(-1))

const withList = (...names: string[]) => ({ ...article, nextPaths: names.map((name) => `/2026/03/${name}`) })
const keysOf = (cards: readonly Card[]) => cards.map(({ link }) => link.href)
const listed = (...list: Card[]) => ({ list, keys: keysOf(list) })
const noList = listed()

describe('the link *dalej* leads to an entry of the list of further articles (NEXT-17)', () => {
  test('to the first of the article’s own list, whatever was published after it', () => {
    const newest = [card('f'), own, card('d')]
    const { earlier, later } = readingOrder(withList('a', 'b'), { ...listed(card('a'), card('b')), newest })
    expect(pathsOf([earlier, later])).toEqual(['d', 'a'])
    expect(pathsOf([readingOrder(withList('b', 'f'), { ...listed(card('b'), card('f')), newest }).later])).toEqual([
      'b',
    ])
  })

  test('of the service’s list to the entry published after the article, else to the first', () => {
    const newest = [card('g'), card('f'), own, card('d')]
    const { earlier, later } = readingOrder(article, { list: [card('g')], keys: keysOf(newest), newest })
    expect(pathsOf([earlier, later])).toEqual(['d', 'f'])
    expect(pathsOf([readingOrder(article, { ...listed(card('x'), card('y')), newest }).later])).toEqual(['x'])
    expect(pathsOf([readingOrder(article, { ...listed(card('x')), newest: [] }).later])).toEqual(['x'])
    expect(pathsOf([readingOrder(article, { ...listed(card('x')), newest: [own, card('d')] }).later])).toEqual(['x'])
  })

  test('the earlier article is not linked twice: another entry follows, else it is the next one alone', () => {
    const newest = [own, card('d'), card('c')]
    const two = readingOrder(withList('d', 'c'), { ...listed(card('d'), card('c')), newest })
    expect(pathsOf([two.earlier, two.later])).toEqual(['d', 'c'])
    const one = readingOrder(withList('d'), { ...listed(card('d')), newest })
    expect(pathsOf([one.earlier, one.later])).toEqual([undefined, 'd'])
  })

  test('without an entry there is no such link', () => {
    const exhausted = readingOrder(withList('e'), { ...noList, newest: [card('f'), own, card('d')] })
    expect(pathsOf([exhausted.earlier, exhausted.later])).toEqual(['d', undefined])
    expect(readingOrder(article, { ...noList, newest: [own] })).toEqual({ related: [] })
  })
})

test('the earlier neighbour is the one published before (ART-8)', () => {
  expect(pathsOf([readingOrder(article, { ...noList, newest: [card('f'), own, card('d')] }).earlier])).toEqual(['d'])
})

test('related are the chosen, then those of the same category, then the newest, each once and three at most (ART-8)', () => {
  const name = article.category?.name ?? 'Edukacja'
  const newest = [card('f', 'Inna'), own, card('d', name), card('c', 'Inna')]
  // Neighbours are not related as well.
  const chosen = readingOrder(withList('d', 'c'), { ...listed(card('d', name), card('c', 'Inna')), newest })
  expect(pathsOf([chosen.earlier, chosen.later, ...chosen.related])).toEqual(['d', 'c', 'f'])
})

test('a promoted link is not a neighbour (ART-8)', () => {
  const promo: Card = { ...card('p'), isPromo: true }
  const newest = [promo, own, card('d')]
  const { later } = readingOrder(article, { list: [], keys: keysOf(newest), newest })
  expect(later).toBeUndefined()
})

describe('a table of contents', () => {
  const heading = (id: string, level: 2 | 3 = 2) => ({
    type: 'heading' as const,
    level,
    id,
    html: `<b>${id}</b>` as never,
  })
  const long = (...ids: string[]) => ({
    ...articleWith(ids.map((id) => heading(id))),
    readingMinutes: 5,
    category: { name: 'Edukacja', href: '/kategoria/edukacja' },
  })

  test('lists the chapters of a long education piece as plain text (ART-9)', () => {
    const piece = long('a', 'b', 'c')
    piece.body.splice(1, 0, heading('pod', 3))
    expect(contentsOf(piece, createServices().akademia)).toEqual([
      { id: 'a', text: 'a' },
      { id: 'b', text: 'b' },
      { id: 'c', text: 'c' },
    ])
  })

  test('is absent in a short piece, with few chapters or in another category', () => {
    expect(contentsOf({ ...long('a', 'b', 'c'), readingMinutes: 3 }, createServices().akademia)).toEqual([])
    expect(contentsOf(long('a', 'b'), createServices().akademia)).toEqual([])
    expect(
      contentsOf(
        { ...long('a', 'b', 'c'), category: { name: 'News', href: '/kategoria/najnowsze' } },
        createServices().akademia,
      ),
    ).toEqual([])
  })
})
