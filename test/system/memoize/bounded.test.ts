import { memoizeBounded } from '../../../src/system/memoize.ts'

test('repeated texts are computed once, and hardly more often amid unbounded other texts', () => {
  const worked: string[] = []
  const lengthOf = memoizeBounded((text) => {
    worked.push(text)
    return text.length
  }, 4)
  for (const text of ['br', 'gzip', 'br', 'br', 'gzip']) expect(lengthOf(text)).toBe(text.length)
  expect(worked).toEqual(['br', 'gzip'])
  for (let count = 0; count < 100; count++) lengthOf(`made up ${count}`)
  worked.length = 0
  // Other texts were evicted.
  lengthOf('made up 0')
  expect(worked).toEqual(['made up 0'])
  for (let count = 0; count < 10; count++) {
    lengthOf('br')
    lengthOf('gzip')
  }
  expect(worked.length).toBeLessThanOrEqual(5)
})

test('with a lifetime, a value is computed again once it has expired, for one text of many as for the last', () => {
  let at = 0
  const worked: string[] = []
  const lengthOf = memoizeBounded(
    (text) => {
      worked.push(text)
      return text.length
    },
    2,
    { milliseconds: 1000, now: () => at },
  )
  for (const text of ['a', 'b', 'a']) lengthOf(text)
  expect(worked).toEqual(['a', 'b'])
  at = 999
  lengthOf('a')
  expect(worked).toEqual(['a', 'b'])
  at = 1000
  lengthOf('a')
  lengthOf('a')
  expect(worked).toEqual(['a', 'b', 'a'])
  lengthOf('c')
  lengthOf('b')
  expect(worked).toEqual(['a', 'b', 'a', 'c', 'b'])
})
