import fc from 'fast-check'
import { paginationItems } from '../../../views/components/pagination.tsx'

describe('the numbers of a pagination', () => {
  test.each([
    [1, 2, [1, 2]],
    [1, 6, [1, 2, 3, 4, 5, 6]],
    [1, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 8, [1, 2, 3, 4, 5, 6, 7, 8]],
    [1, 9, [1, 2, 3, 4, 5, 6, 'gap', 9]],
    [3, 20, [1, 2, 3, 4, 5, 6, 'gap', 20]],
    [4, 20, [1, 2, 3, 4, 5, 6, 7, 'gap', 20]],
    [5, 20, [1, 2, 3, 4, 5, 6, 7, 8, 'gap', 20]],
    [6, 20, [1, 'gap', 4, 5, 6, 7, 8, 9, 'gap', 20]],
    [10, 20, [1, 'gap', 8, 9, 10, 11, 12, 13, 'gap', 20]],
    [16, 20, [1, 'gap', 14, 15, 16, 17, 18, 19, 20]],
    [20, 20, [1, 'gap', 15, 16, 17, 18, 19, 20]],
  ])('on page %d of %d are %j', (current, max, items) => {
    expect(paginationItems(current, max)).toEqual(items)
  })

  test.each([1, 0, -3])('are none when there are %d pages (PAGE-19)', (max) => {
    expect(paginationItems(1, max)).toEqual([])
  })

  test('are those of the nearest page when the current one does not exist (PAGE-19)', () => {
    expect(paginationItems(0, 20)).toEqual(paginationItems(1, 20))
    expect(paginationItems(-5, 20)).toEqual(paginationItems(1, 20))
    expect(paginationItems(99, 20)).toEqual(paginationItems(20, 20))
  })
})

describe('for every page of every list', () => {
  const page = fc
    .integer({ min: 2, max: 500 })
    .chain((max) => fc.record({ max: fc.constant(max), current: fc.integer({ min: 1, max }) }))
  const numbersOf = (items: Array<number | 'gap'>) => items.filter((item) => item !== 'gap')

  test('a window of six numbers, n-2 to n+3 or shifted at an end, has no hole (PAGE-17)', () => {
    fc.assert(
      fc.property(page, ({ current, max }) => {
        const from = Math.max(1, Math.min(current - 2, max - 5))
        const expected = Array.from({ length: Math.min(6, max) }, (_, index) => from + index)
        const items = paginationItems(current, max)
        const start = items.indexOf(from)
        expect(items.slice(start, start + expected.length)).toEqual(expected)
      }),
    )
  })

  test('the current, the first and the last page are included', () => {
    fc.assert(
      fc.property(page, ({ current, max }) => {
        const items = paginationItems(current, max)
        expect(items).toContain(current)
        expect(items[0]).toBe(1)
        expect(items.at(-1)).toBe(max)
      }),
    )
  })

  test('numbers ascend, a gap hides more than one page, and numbers without a gap are consecutive (PAGE-17)', () => {
    fc.assert(
      fc.property(page, ({ current, max }) => {
        const items = paginationItems(current, max)
        items.forEach((item, index) => {
          const [before, after] = [items[index - 1], items[index + 1]]
          if (item === 'gap') {
            expect(Number(after) - Number(before)).toBeGreaterThan(2)
          } else if (typeof before === 'number') {
            expect(item).toBe(before + 1)
          }
        })
      }),
    )
  })

  test('there are at most two gaps and ten numbers', () => {
    fc.assert(
      fc.property(page, ({ current, max }) => {
        const items = paginationItems(current, max)
        expect(numbersOf(items).length).toBeLessThanOrEqual(10)
        expect(items.length - numbersOf(items).length).toBeLessThanOrEqual(2)
      }),
    )
  })

  test('every page can be clamped', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 500 }), (current, max) => {
        expect(paginationItems(current, max)).toEqual(paginationItems(Math.min(Math.max(current, 1), max), max))
      }),
    )
  })
})
