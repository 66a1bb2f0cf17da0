import fc from 'fast-check'
import { beginningOfText } from '../../src/content/graphemes.ts'
import { atOnce } from '../../src/system/steps.ts'
import { isSuspect, parseWellFormed, wellFormed, wellFormedValue } from '../../src/system/well-formed.ts'

/** Characters that XML 1.0 allows, one after the other. */
const XML_TEXT = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u

describe('a text that enters (TEXT-11)', () => {
  test.each([
    ['Premiera \ud83d', 'Premiera \ufffd'],
    ['\udc00 i \ud83d\ude00', '\ufffd i \ud83d\ude00'],
    ['a\u0000b\u0008c\u000bd\u001f\uffff', 'abcd'],
    ['wiersz\n\tdrugi\r', 'wiersz\n\tdrugi\r'],
  ])('%j becomes %j', (text, expected) => {
    expect(wellFormed(text)).toBe(expected)
  })

  test('of any characters has a place in a URL and in XML', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (text) => {
          expect(wellFormed(text)).toMatch(XML_TEXT)
          expect(() => encodeURIComponent(wellFormed(text))).not.toThrow()
        },
      ),
    )
  })

  test('of JSON is well-formed at any depth, whatever the case of its escapes', () => {
    const json = '{"a":["x\\ud83d",{"b":"y\\uDE00"}],"c":"\\u0000\\b\\uFFFF","d":"\\ud83d\\ude00"}'
    const expected = { a: ['x\ufffd', { b: 'y\ufffd' }], c: '', d: '\ud83d\ude00' }
    expect(parseWellFormed(json)).toEqual(expected)
    expect(atOnce(wellFormedValue(JSON.parse(json)))).toEqual(expected)
    expect(atOnce(wellFormedValue('\ud83d'))).toBe('\ufffd')
  })

  test('without such an escape is not looked through', () => {
    expect(isSuspect('{"a":"Zażółć \\"gęślą\\" \\n jaźń \\u0144"}')).toBe(false)
  })
})

describe('the beginning of a text (TEXT-12)', () => {
  const family = '👩‍👩‍👧‍👦'
  const thumb = '👍🏽'
  const flag = '🇵🇱'
  const composed = 'e\u0301'

  test.each([family, thumb, flag, composed, '😀'])('never ends within %s', (character) => {
    for (const before of ['', 'abc ', 'ż'.repeat(200)]) {
      const text = `${before}${character}${character} koniec`
      for (let max = before.length + 1; max < before.length + character.length; max++) {
        if (before !== '') expect(beginningOfText(text, max)).toBe(before)
      }
      expect(beginningOfText(text, before.length + character.length)).toBe(before + character)
    }
  })

  test('is the whole text where it is short enough, and well-formed where a character is endless', () => {
    expect(beginningOfText('krótko', 6)).toBe('krótko')
    const endless = `a${'\u0301'.repeat(500)}`
    expect(beginningOfText(endless, 90)).toHaveLength(90)
    const joined = '😀\u200d'.repeat(300)
    expect(beginningOfText(joined, 91).isWellFormed()).toBe(true)
    expect(beginningOfText(joined, 91).length).toBeGreaterThan(80)
  })
})
