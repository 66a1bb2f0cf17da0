import fc from 'fast-check'
import { foldPolish, slugOf } from '../../src/content/slug.ts'
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
