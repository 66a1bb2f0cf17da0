import fc from 'fast-check'
import { foldWhiteSpace } from '../../../src/content/text.ts'
import { searchableText } from '../../../src/content/words.ts'
import { blocksFromMarkdown } from '../../../src/sources/embedded/markdown/markdown.ts'
import { plainWords } from '../../../src/sources/embedded/markdown/plain-words.ts'
import { atOnce } from '../../../src/system/steps.ts'

const parsedWords = (text: string): string => atOnce(searchableText(blocksFromMarkdown(text)))

test.each([
  'Akapit z **pogrubieniem**, *kursywą*, [odnośnikiem](/kategoria/edukacja) i `kodem`.\nDrugi wers  \nz łamaniem.',
  '## Rozdział\n\nAkapit.\n### Następny **rozdział**\nTekst zaraz pod nim.',
  '- raz\n- dwa z **mocnym**\n* trzy\n\n1. pierwszy\n2. drugi\n\nKoniec.',
  'Kod:\n\n```js\nconst a = b < c && [d] // **nie**\n\n# ani to\n```\n\nDalej, R&D i 5 - 3.',
  'Jeden.\n\n---\n\nDwa: https://example.com/a?b=1 i adres jan@example.com.',
  '',
])('words of a plain text are those that its parser finds: %j (SRC-70)', (text) => {
  expect(foldWhiteSpace(plainWords(text) ?? 'is not plain')).toBe(parsedWords(text))
})

test.each([
  '# Tytuł\n\nAkapit.',
  'Akapit z <b>HTML</b>.',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'Przypis[^1].\n\n[^1]: Treść.',
  '> cytat',
  '- raz\n  - zagnieżdżone',
  '- raz\n2. dwa',
  '::: uwaga\nTekst.\n:::',
  'Szablon {{ site.title }}.',
  'Tytuł\n===',
  '```\nbez końca',
  '**niedomknięte',
  '![obraz](a.jpg)',
  'www.example.pl-a*b*',
])('any other text is left to the parser: %j', (text) => {
  expect(plainWords(text)).toBeUndefined()
})

const PIECES = [
  ...[
    'a',
    'słowo',
    ' ',
    ' ',
    '\n',
    '\n\n',
    '*',
    '**',
    '`',
    '``',
    '[x](y)',
    '[a b](/c_d)',
    '![i](j)',
    '# ',
    '## ',
    '### t',
  ],
  ...[
    '- ',
    '* ',
    '+ ',
    '1. ',
    '2) ',
    '10. ',
    '> ',
    '```',
    '```js',
    '---',
    '===',
    '***',
    '_',
    '_e_',
    'x_y',
    '&',
    '&amp;',
  ],
  ...[
    'R&D',
    '<',
    '<b>',
    '\\',
    '~',
    '|',
    '|-|',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '!',
    ':',
    '::x',
    ':::',
    '.',
    ',',
    '  ',
    '    ',
  ],
  ...[
    'www.a.pl',
    'http://a.pl/b?c=d',
    'a@b.pl',
    '\u00a0',
    '„',
    '”',
    '1',
    '5 999',
    '**b**',
    '*e*',
    '`c d`',
    '`{x}`',
    '[^1]',
  ],
  ...['[x]: y', ':-', '#t', '-5', '\t', '`<a>`', '- [ ] ', '"', "'"],
]

test('no text has other words than its parser finds', () => {
  const isSame = (text: string): void => {
    const words = plainWords(text)
    if (words !== undefined) expect(foldWhiteSpace(words)).toBe(parsedWords(text))
  }
  const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 })
  fc.assert(
    fc.property(pieces, fc.constantFrom('', ' ', 'w'), (parts, between) => isSame(parts.join(between))),
    { numRuns: 4000 },
  )
})
