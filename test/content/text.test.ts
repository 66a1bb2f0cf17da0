import fc from 'fast-check'
import { countWords, decodeEntities, firstSentence, foldWhiteSpace, plainText } from '../../src/content/text.ts'
import { RUNS } from '../support/property-runs.ts'

/** Of a field as the CMS sends it. */
const sentenceOf = (field: string): string => firstSentence(plainText(field))

describe('the first sentence', () => {
  test('is not ended by a decimal point', () => {
    expect(sentenceOf('Kurs wzrósł o 3.5 procent. Potem spadł.')).toBe('Kurs wzrósł o 3.5 procent.')
  })

  test.each([
    ['Bitcoin spadł. Eter wzrósł.', 'Bitcoin spadł.'],
    ['Co dalej? Nikt nie wie.', 'Co dalej?'],
    ['Uwaga! Oszuści.', 'Uwaga!'],
    ['Co?! Tak.', 'Co?!'],
    ['No... tak. Koniec.', 'No...'],
    ['Kropka na końcu.', 'Kropka na końcu.'],
    ['Wersja 2.0.1 działa na example.com bez zmian! Sprawdź.', 'Wersja 2.0.1 działa na example.com bez zmian!'],
    ['Nowy\nwiersz.\nDrugi.', 'Nowy wiersz.'],
    ['Twarda.\u00a0Spacja.', 'Twarda.'],
  ])('of %j is %j', (text, sentence) => {
    expect(sentenceOf(text)).toBe(sentence)
  })

  test.each([...`"'”’»`])('ends before the closing quote %s', (quote) => {
    expect(sentenceOf(`Rzekł: „Kupuj.${quote} I wyszedł.`)).toBe('Rzekł: „Kupuj.')
  })

  test('is not ended before a bracket', () => {
    expect(sentenceOf('Portfel (patrz rozdział 3.) jest pusty. Koniec.')).toBe(
      'Portfel (patrz rozdział 3.) jest pusty.',
    )
  })

  test('is the whole text when no sentence ends in it', () => {
    expect(sentenceOf('  Bez  kropki ')).toBe('Bez kropki')
    expect(sentenceOf('')).toBe('')
  })

  test('has its entities decoded once, before it is cut (CARD-35, TEXT-1)', () => {
    expect(sentenceOf('R&amp;D to 3 &lt; 4&excl; Dalej.')).toBe('R&D to 3 < 4!')
    expect(sentenceOf('Znak &amp;lt; zostaje. Dalej.')).toBe('Znak &lt; zostaje.')
  })

  test('is a prefix of the decoded text: up to the end of the first sentence, or all of it', () => {
    const piece = fc.constantFrom<[string, string]>(
      ...['.', '!', '?', ' ', '\n', '"', '”', '»', ')', '3', 'słowo', 'Ż', 'amp;', '…', '\u00a0'].map(
        (text): [string, string] => [text, text],
      ),
      ['&amp;', '&'],
      ['&period;', '.'],
      ['&nbsp;', '\u00a0'],
      ['&#33;', '!'],
      ['&quot;', '"'],
      ['&oacute;', 'ó'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const sentence = sentenceOf(pieces.map(([written]) => written).join(''))
        const whole = foldWhiteSpace(pieces.map(([, decoded]) => decoded).join(''))
        const isEnd = (index: number) =>
          /[.!?]/.test(whole[index] ?? '') && /^(?:[\s"'”’»]|$)/.test(whole[index + 1] ?? '')
        const end = [...Array(whole.length).keys()].find(isEnd)
        expect(sentence).toBe(end === undefined ? whole : whole.slice(0, end + 1))
      }),
      { numRuns: RUNS },
    )
  })
})

describe('entities', () => {
  test.each([
    ['Tom &amp; Jerry', 'Tom & Jerry'],
    ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
    ['&#322;&#xf3;&#380;ko', 'łóżko'],
    ['a &lt; b', 'a < b'],
    ['bez encji', 'bez encji'],
  ])('%j are decoded once: %j', (written, decoded) => {
    expect(decodeEntities(written)).toBe(decoded)
  })

  test('without a semicolon are text: a URL keeps its parameters', () => {
    expect(decodeEntities('https://api.example/?a=1&currency=PLN&copy=2')).toBe(
      'https://api.example/?a=1&currency=PLN&copy=2',
    )
  })
})

describe('the plain text of HTML', () => {
  test.each([
    ['<p>Ala ma <strong>kota</strong>.</p>', 'Ala ma kota.'],
    ['<p>Ala.</p><p>Kot.</p>', 'Ala. Kot.'],
    ['Ala<br>Kot', 'Ala Kot'],
    ['<ul><li>Ala</li><li>Kot</li></ul>', 'Ala Kot'],
    ['Ala<div>Kot</div>Pies', 'Ala Kot Pies'],
    ['Kot<b>ek</b>', 'Kotek'],
    ['a &lt; b &amp;amp; c', 'a < b &amp; c'],
    ['  dwa \n\t słowa ', 'dwa słowa'],
    ['Ala<script>zlo()</script><style>b{}</style> kot', 'Ala kot'],
    ['', ''],
  ])('%j is %j', (html, text) => {
    expect(plainText(html)).toBe(text)
  })

  test('has no white space at its ends and no runs of it inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (html) => {
        const text = plainText(html)
        expect(text).toBe(text.trim())
        expect(text).not.toMatch(/[^\S\u00a0\u202f]{2}|[\t\n\f\r]/)
      }),
    )
  })
})

describe('white space', () => {
  test('is collapsed and trimmed, and a no-break space stays one (TEXT-2)', () => {
    expect(foldWhiteSpace(' a \n\t b\u00a0c ')).toBe('a b\u00a0c')
  })
})

describe('words', () => {
  test.each([
    ['', 0],
    ['Zażółć gęślą jaźń', 3],
    ['3,5 procent – czyli e-mail?', 4],
    ['— … !', 0],
  ])('of %j are %d', (text, count) => {
    expect(countWords(text)).toBe(count)
  })
})
