import { sizeOfContent } from '../../../src/sources/cache/content-cache.ts'

const fields = (text: string) => sizeOfContent({ text }) - sizeOfContent({ text: '' })

test('a text takes a byte for each character, or two where one is outside Latin-1 (RES-9)', () => {
  expect(fields('x'.repeat(1000))).toBe(1000)
  expect(fields(`${'x'.repeat(999)}ą`)).toBe(2000)
  expect(fields(`„${'é'.repeat(999)}`)).toBe(2000)
})

test('an object counts once, however many refer to it (RES-9)', () => {
  const shared = { text: 'x'.repeat(5000) }
  expect(sizeOfContent([shared, shared])).toBeLessThan(5500)
})
