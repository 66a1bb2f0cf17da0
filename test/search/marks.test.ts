import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Card, TextRange } from '../../src/content/card.ts'
import { withMarks } from '../../src/search/marks.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { Marked } from '../../views/components/inline.tsx'

const words = await wordsOf('pl')
const card = (title: string, lead = ''): Card => ({
  ...{ id: '1', link: { href: '/a' }, title, lead, authors: [], tags: [] },
  ...{ isPromo: false, isProductPlacement: false },
})
const marked = (title: string, query: string) => {
  const [withWords] = withMarks([card(title)], query, words)
  return renderToStaticMarkup(createElement(Marked, { text: title, ranges: withWords?.marks?.title }))
}

test.each([
  ['Klient giełdy w sieci', 'giełdzie', 'Klient <mark>giełdy</mark> w sieci'],
  ['Klucz prywatny i adres', 'kluczy prywatnych', '<mark>Klucz</mark> <mark>prywatny</mark> i adres'],
  ['Blockchain krok po kroku', 'blokchain', '<mark>Blockchain</mark> krok po kroku'],
  ['Portfele i portmonetki', 'port', '<mark>Portfele</mark> i <mark>portmonetki</mark>'],
  ['Nic wspólnego', 'giełda', 'Nic wspólnego'],
  ['<b>klucz</b> & "klucz"', 'klucz', '&lt;b&gt;<mark>klucz</mark>&lt;/b&gt; &amp; &quot;<mark>klucz</mark>&quot;'],
  ['Sklep on-line i online', 'online', 'Sklep <mark>on-line</mark> i <mark>online</mark>'],
  ['Samolot F-16 z 16 miejscami', 'F16', 'Samolot <mark>F-16</mark> z 16 miejscami'],
  ['Za 5 999 zł', '5999', 'Za <mark>5 999</mark> zł'],
  ['Kto ma maila', 'mail', 'Kto ma <mark>maila</mark>'],
  ['Kompilator C++ i witamina C', 'C++', 'Kompilator <mark>C++</mark> i witamina C'],
  ['Może być', 'mróz', 'Może być'],
])('%s, searched for %s: %s (SEARCH-16)', (title, query, html) => {
  expect(marked(title, query)).toBe(html)
})

test('whatever the ranges, the text stays the same', () => {
  const range = fc.tuple(fc.integer({ min: -3, max: 40 }), fc.integer({ min: -3, max: 40 }))
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.array(range, { maxLength: 6 }), (text, ranges: TextRange[]) => {
      const html = renderToStaticMarkup(createElement(Marked, { text, ranges }))
      expect(html.replaceAll(/<\/?mark>/g, '')).toBe(renderToStaticMarkup(createElement('p', {}, text)).slice(3, -4))
    }),
  )
})

test('a word that articles have is never marked as a typing error; a missing one is (SEARCH-28)', () => {
  const titleMarks = (missing?: string[]) =>
    withMarks([card('Bańki i portfele')], 'banki', words, missing)[0]?.marks?.title
  expect(withMarks([card('Portfel')], 'portfle', words, [])[0]?.marks?.title).toEqual([])
  expect(withMarks([card('Portfel')], 'portfle', words, ['portfle'])[0]?.marks?.title).toEqual([[0, 7]])
  expect(titleMarks([])).toEqual(titleMarks(undefined))
})
