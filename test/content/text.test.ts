import { firstSentence } from '../../src/content/text.ts'

test('a decimal point does not end a sentence', () => {
  expect(firstSentence('Kurs wzrósł o 3.5 procent. Potem spadł.')).toBe('Kurs wzrósł o 3.5 procent.')
})
