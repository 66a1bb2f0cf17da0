import fc from 'fast-check'
import { foldPolish, slugOf, withSpelledSigns } from '../../src/content/slug.ts'
import { RUNS } from '../support/property-runs.ts'

test('Polish letters are folded to ASCII', () => {
  expect(foldPolish('Zażółć gęślą jaźń, ŁÓDŹ')).toBe('Zazolc gesla jazn, LODZ')
})

test.each([
  ['Zażółć gęślą jaźń', 'zazolc-gesla-jazn'],
  ['Co to jest Bitcoin?', 'co-to-jest-bitcoin'],
  ['  3,5% – i co dalej?  ', '3-5-i-co-dalej'],
  ['NFT & Ethereum', 'nft-ethereum'],
  ['Привет', 'привет'],
  ['— … !', ''],
  ['', ''],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test('a slug has at most 80 characters and no dash at its end', () => {
  expect(slugOf(`${'a'.repeat(79)} bcd`)).toBe('a'.repeat(79))
  expect(slugOf('a'.repeat(100))).toBe('a'.repeat(80))
})

test('a long slug is not cut within a character', () => {
  expect(slugOf(`${'a'.repeat(79)}𐐨𐐩`)).toBe('a'.repeat(79))
})

test('a slug has words of letters and digits, joined by single dashes, for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const slug = slugOf(text)
      expect(slug).toMatch(/^(?:[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*)?$/u)
      expect(slug.length).toBeLessThanOrEqual(80)
      expect(slugOf(slug)).toBe(slug)
    }),
    { numRuns: RUNS },
  )
})

test('names that a sign alone tells apart have slugs of their own', () => {
  const names = [
    'C',
    'C+',
    'C++',
    'C#',
    'F#',
    'F',
    'A*',
    'A',
    'Disney+',
    'Disney',
    '.NET',
    'NET',
    'C++/CLI',
    'C/CLI',
    'A+B',
    'AB',
  ]
  const slugs = names.map((name) => slugOf(withSpelledSigns(name)))
  expect(new Set(slugs).size).toBe(names.length)
  expect(slugs.slice(0, 4)).toEqual(['c', 'c-plus', 'c-plus-plus', 'c-sharp'])
})

test.each(['#wybory', '+ i tak', 'A & B', 'Node.js', '***', 'Co dalej?', 'a - b', '-', 'x-'])(
  'signs of %j that tell nothing apart change nothing',
  (name) => {
    expect(slugOf(withSpelledSigns(name))).toBe(slugOf(name))
  },
)
