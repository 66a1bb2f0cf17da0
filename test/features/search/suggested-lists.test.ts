import type { Card } from '../../../src/content/card.ts'
import { suggestedLists } from '../../../src/features/search/suggested-lists.ts'

const card = (fields: Partial<Card>): Card => ({
  id: '1',
  link: { href: '/2026/03/a' },
  title: 'Tytuł',
  lead: '',
  authors: [],
  tags: [],
  isPromo: false,
  isProductPlacement: false,
  ...fields,
})
const CARDS = [
  card({
    authors: [{ name: 'Zofia Łabędź', href: '/author/zofia-labedz' }, { name: 'Bez Strony' }],
    category: { name: 'Bezpieczeństwo', href: '/kategoria/bezpieczenstwo' },
    tags: [{ name: 'Klucze prywatne', href: '/tag/klucze-prywatne' }, { name: 'Klucze bez strony' }],
  }),
  card({ tags: [{ name: 'Klucze prywatne', href: '/tag/klucze-prywatne' }] }),
]
const MENU = [
  { title: 'Edukacja', link: '/kategoria/edukacja', items: [{ title: 'Dla początkujących', link: '/tag/dla' }] },
]

const topic = (title: string, link: string) => ({ title, link, kind: 'topic' })

test('topics and people of cards are found by beginnings of their words, once (SEARCH-39)', () => {
  expect(suggestedLists('klucze pr', CARDS, [])).toEqual([topic('Klucze prywatne', '/tag/klucze-prywatne')])
  expect(suggestedLists('bezpiecz', CARDS, [])).toEqual([topic('Bezpieczeństwo', '/kategoria/bezpieczenstwo')])
  const author = [{ title: 'Zofia Łabędź', link: '/author/zofia-labedz', kind: 'author' }]
  for (const query of ['łab', 'LABEDZ', 'zofia la', 'labedz zof'])
    expect(suggestedLists(query, CARDS, [])).toEqual(author)
})

test('what has no page, and names without one of the words, are none (SEARCH-39)', () => {
  for (const query of ['bez strony', 'klucze publiczne', 'abedz', '', '  ', '!?', 'a'])
    expect(suggestedLists(query, CARDS, MENU)).toEqual([])
})

test('the menu is looked through with its items (SEARCH-39)', () => {
  expect(suggestedLists('poczatk', [], MENU)).toEqual([topic('Dla początkujących', '/tag/dla')])
  expect(suggestedLists('eduk', [], MENU)).toEqual([topic('Edukacja', '/kategoria/edukacja')])
})

test('there are two of each kind at most, those of the best articles first (SEARCH-39)', () => {
  const many = Array.from({ length: 9 }, (_, index) =>
    card({
      tags: [{ name: `Temat ${index}`, href: `/tag/${index}` }],
      authors: [{ name: `Tematyk ${index}`, href: `/author/${index}` }],
    }),
  )
  expect(suggestedLists('temat', many, []).map(({ link }) => link)).toEqual([
    '/author/0',
    '/tag/0',
    '/author/1',
    '/tag/1',
  ])
})
