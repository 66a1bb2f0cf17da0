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
const pathsOf = (cards: ReadonlyArray<Card | undefined>) => cards.map((one) => one?.link.href.slice(-1))

test('neighbours in time are the ones published before and after (ART-8)', () => {
  const { earlier, later } = readingOrder(article, [], [card('f'), own, card('d')])
  expect(pathsOf([earlier, later])).toEqual(['d', 'f'])
})

test('the newest article continues with the editors’ choice', () => {
  const { earlier, later } = readingOrder(article, [card('x')], [own, card('d'), card('c')])
  expect(pathsOf([earlier, later])).toEqual(['d', 'x'])
})

test('the choice is not listed twice: when it is the earlier one, another follows', () => {
  const { earlier, later } = readingOrder(article, [card('d')], [own, card('d'), card('c')])
  expect(pathsOf([earlier, later])).toEqual(['d', 'c'])
})

test('an old article continues with the newest; a single article has no neighbours', () => {
  expect(pathsOf([readingOrder(article, [], [card('f'), card('d')]).later])).toEqual(['f'])
  expect(readingOrder(article, [], [own])).toEqual({ related: [] })
})

test('related are the chosen, then those of the same category, then the newest, each once and three at most (ART-8)', () => {
  const name = article.category?.name ?? 'Edukacja'
  const newest = [card('f', 'Inna'), own, card('d', name), card('c', 'Inna')]
  expect(pathsOf(readingOrder(article, [card('d', name)], newest).related)).toEqual(['d', 'f', 'c'])
})

test('a promoted link is not a neighbour (ART-8)', () => {
  const promo: Card = { ...card('p'), isPromo: true }
  expect(pathsOf([readingOrder(article, [], [promo, own, card('d')]).later])).toEqual([undefined])
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
