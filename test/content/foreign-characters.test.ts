import fc from 'fast-check'
import { hasForeignCharacter } from '../../src/content/foreign-characters.ts'

test.each([
  '\\',
  '/a\\b',
  '%5C',
  '%5c',
  '%255C',
  '%25255c',
  '%25%35C',
  '%255%43',
  '%5C%',
  '%zz%5C',
  '\n',
  '%00',
  '%250A',
])('SRC-20: %p hides a character that is invalid in a path', (text) => expect(hasForeignCharacter(text)).toBe(true))

test.each([
  '',
  '/2026/03/slug',
  'zażółć',
  '/tag/%C4%85',
  '%C5%9B',
  '100%',
  '100%25',
  'a%2Fb',
  '%',
  '%E0%A4%A',
  '東京',
  '😀',
])('SRC-20: %p hides none', (text) => expect(hasForeignCharacter(text)).toBe(false))

test('SRC-20: a backslash is detected at any depth of escaping', () => {
  const nested = fc.nat(12).map((depth) => {
    let text = 'a\\b'
    for (let times = 0; times < depth; times++) text = encodeURIComponent(text)
    return text
  })
  fc.assert(fc.property(nested, fc.webPath(), (hidden, path) => hasForeignCharacter(`${path}/${hidden}`)))
})

test('SRC-20: other characters that are escaped once are accepted', () => {
  const harmless = fc.string({ unit: 'grapheme' }).filter((text) => !/[\\%\p{Cc}\p{Surrogate}]/u.test(text))
  fc.assert(fc.property(harmless, (text) => !hasForeignCharacter(encodeURIComponent(text))))
})
