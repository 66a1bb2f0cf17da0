import fc from 'fast-check'
import { isProductPlacement } from '../../src/content/placement.ts'

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { card: true }, false],
  [false, { card: true }, true],
  [true, { card: false }, true],
  [false, { card: false }, false],
  [true, { hero: true }, true],
])('general %p with the overrides %j makes the slot "card" %p', (general, overrides, expected) => {
  expect(isProductPlacement(general, overrides, 'card')).toBe(expected)
})

test('only a truthy key of the slot itself inverts the general flag', () => {
  const slot = fc.oneof(fc.string(), fc.constantFrom('constructor', 'toString', '__proto__', 'card'))
  fc.assert(
    fc.property(fc.boolean(), fc.dictionary(slot, fc.boolean()), slot, (general, overrides, key) => {
      const isInverted = Object.entries(overrides).some(([name, value]) => name === key && value)
      expect(isProductPlacement(general, overrides, key)).toBe(general !== isInverted)
    }),
  )
})
