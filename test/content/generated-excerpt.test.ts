import { isOwnBeginning } from '../../src/content/generated-excerpt.ts'

const TEXT = '<p>Most stanął w porcie.</p><p>Otwarto go rano.</p><p>Potem był koncert.</p>'
const PHOTO = '<figure class="wp-block-image"><img src="/most.jpg"/><figcaption>Fot. Anna</figcaption></figure>'

test.each([
  ['the first words', TEXT, 'Most stanął w porcie. Otwarto'],
  ['the whole text', TEXT, 'Most stanął w porcie. Otwarto go rano. Potem był koncert.'],
  ['a text below a captioned image', PHOTO + TEXT, 'Most stanął w porcie. Otwarto go'],
  [
    'a text around a captioned image',
    TEXT.replace('<p>Otwarto', `${PHOTO}<p>Otwarto`),
    'Most stanął w porcie. Otwarto go',
  ],
  [
    'a text below a cover',
    `<div class="wp-block-cover"><div><p>Na zdjęciu</p></div></div>${TEXT}`,
    'Most stanął w porcie.',
  ],
  [
    'a text in columns',
    `<div><div><p>Most stanął w porcie.</p></div><div>${PHOTO}<p>Otwarto go.</p></div></div>`,
    'Most stanął w porcie. Otwarto',
  ],
  [
    'a list below a player',
    `<figure><audio src="/a.mp3"></audio><figcaption>Posłuchaj</figcaption></figure><ul><li>Raz</li><li>Dwa</li></ul>`,
    'Raz Dwa',
  ],
  [
    'a text with a footnote',
    '<p>Most<sup data-fn="a" class="fn"><a href="#a">1</a></sup> stanął.</p><p>Tak.</p>',
    'Most stanął. Tak.',
  ],
  [
    'a text with a formula',
    '<p>Wzór <math><msup><mi>E</mi><mn>2</mn></msup></math> tu.</p><p>Tak.</p>',
    'Wzór E2 tu. Tak.',
  ],
  ['a text after a question', '<details><summary>Jak?</summary><p>Tak.</p></details><p>Dalej.</p>', 'Dalej.'],
  ['a text with a pattern between', '<p>Przed.</p><p>Ze wzorca.</p><p>Po.</p>', 'Przed. Po.'],
])('an excerpt that WordPress makes is the own beginning of %s (SRC-48)', (_, html, excerpt) => {
  expect(isOwnBeginning(excerpt, html)).toBe(true)
})

test.each([
  ['other words', TEXT, 'Nowy most łączy brzegi.'],
  ['words of a later paragraph', TEXT, 'Potem był koncert.'],
  ['the first words and others', TEXT, 'Most stanął w porcie. Czytaj, dlaczego.'],
  ['words in another order', TEXT, 'Otwarto go rano. Most stanął w porcie.'],
  ['words inside a line', '<p>Jak mówi burmistrz, most stanął w porcie.</p>', 'most stanął w porcie.'],
  ['nothing', TEXT, '…'],
])('an excerpt of an author’s is none: %s (SRC-48)', (_, html, excerpt) => {
  expect(isOwnBeginning(excerpt, html)).toBe(false)
})

test('a hostile text is compared in a bounded part of it (SRC-48)', () => {
  const deep = `${'<div>'.repeat(20_000)}słowo ${'</div>'.repeat(20_000)}${'<p>a</p>'.repeat(50_000)}`
  expect(isOwnBeginning('słowo inne', deep)).toBe(false)
})
