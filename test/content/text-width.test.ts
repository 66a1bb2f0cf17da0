import fc from 'fast-check'
import { labelsThatFit, textWidth } from '../../src/content/text-width.ts'

const shown = (count: number, width: number) =>
  labelsThatFit(
    Array.from({ length: count }, (_, n) => n * 40),
    Array.from({ length: count }, () => width),
    10,
  ).map(({ index }) => index)

test('labels that have room are all shown; others are thinned, to the last one where few are left out (BLOCK-27)', () => {
  expect(shown(5, 20)).toEqual([0, 1, 2, 3, 4])
  expect(shown(9, 45)).toEqual([0, 2, 4, 6, 8])
  // Each third would fit and leave out the last one.
  expect(shown(9, 60)).toEqual([0, 4, 8])
  expect(shown(1, 20)).toEqual([0])
  expect(shown(3, 500)).toEqual([0])
})

test('no two labels of an axis overlap, and the first one is there, for any labels (BLOCK-27)', () => {
  const label = fc.record({ step: fc.integer({ min: 1, max: 90 }), width: fc.integer({ min: 0, max: 300 }) })
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 40 }), (labels) => {
      let position = 0
      const positions = labels.map(({ step }) => (position += step))
      const placed = labelsThatFit(
        positions,
        labels.map(({ width }) => width),
        4,
      )
      let end = Number.NEGATIVE_INFINITY
      for (const { index, anchor } of placed) {
        const width = labels[index]?.width ?? 0
        const from = (positions[index] ?? 0) - { start: 0, middle: width / 2, end: width }[anchor]
        expect(from).toBeGreaterThanOrEqual(end)
        end = from + width + 4
      }
      expect(placed[0]?.index).toBe(0)
    }),
  )
})

test('a wide letter is wider than a narrow one, and each text is longer than its part', () => {
  expect(textWidth('mmm')).toBeGreaterThan(textWidth('iii'))
  expect(textWidth('70–80%')).toBeGreaterThan(textWidth('70–80'))
  expect(textWidth('')).toBe(0)
})
