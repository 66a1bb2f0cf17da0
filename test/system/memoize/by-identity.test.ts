import { memoizeByIdentity } from '../../../src/system/memoize.ts'

test('work is done once for an object, and again when any other input has changed', () => {
  const once = memoizeByIdentity<object, number>()
  let done = 0
  const work = () => {
    done += 1
    return done
  }
  const [key, part, equalPart] = [{}, { a: 1 }, { a: 1 }]
  expect(once(key, [part, 'text'], work)).toBe(1)
  expect(once(key, [part, 'text'], work)).toBe(1)
  expect(once(key, [equalPart, 'text'], work)).toBe(2)
  expect(once(key, [equalPart], work)).toBe(3)
  expect(once(key, [equalPart, undefined], work)).toBe(4)
  expect(once({}, [equalPart, undefined], work)).toBe(5)
  // Only the last one counts.
  expect(once(key, [part, 'text'], work)).toBe(6)
})

test('work that throws is tried again', () => {
  const once = memoizeByIdentity<object, string>()
  const key = {}
  const fail = () => {
    throw new Error('not this time')
  }
  expect(() => once(key, [], fail)).toThrow('not this time')
  expect(once(key, [], () => 'made')).toBe('made')
})
