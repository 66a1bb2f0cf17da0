import { jest } from '@jest/globals'
import { createShelf } from '../../src/cms/shelf.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const DAY = 24 * HOUR

let passed: number
let set: number

beforeEach(() => {
  ;[passed, set] = [0, 0]
  const begin = Date.now()
  jest.spyOn(Date, 'now').mockImplementation(() => begin + passed + set)
})
afterEach(() => void jest.restoreAllMocks())

/** A shelf that time passes for by `passed`, and whose clock on the wall is off by `set`. */
const newShelf = (max = 10) => createShelf<{ text: string }>(max, () => 5000 + passed)
const VALUE = { text: 'wpis' }

test('a value stays for its time, and says how much of that is left', () => {
  const shelf = newShelf()
  shelf.set('a', VALUE, HOUR)
  expect(shelf.get('a')).toEqual({ value: VALUE, left: HOUR })
  passed += HOUR - 1
  expect(shelf.get('a')).toEqual({ value: VALUE, left: 1 })
  passed += 1
  expect(shelf.get('a')).toBeUndefined()
})

test.each([
  ['forward by a day', DAY],
  ['forward by a year', 365 * DAY],
  ['back by an hour', -HOUR],
  ['back by a year', -365 * DAY],
  ['forward by less than is noticed', 900],
  ['back by less than is noticed', -900],
])('the clock on the wall, set %s, ends nothing early and keeps nothing longer (RES-8)', (_how, jump) => {
  const shelf = newShelf()
  shelf.set('before', VALUE, HOUR)
  passed += HOUR / 4
  set += jump
  shelf.set('after', VALUE, HOUR)
  expect([shelf.get('before')?.left, shelf.get('after')?.left]).toEqual([(HOUR * 3) / 4, HOUR])
  passed += HOUR / 2
  set -= jump / 2
  expect([shelf.get('before')?.left, shelf.get('after')?.left]).toEqual([HOUR / 4, HOUR / 2])
  passed += HOUR / 4
  expect([shelf.get('before'), shelf.get('after')?.left]).toEqual([undefined, HOUR / 4])
  passed += HOUR / 4
  expect(shelf.get('after')).toBeUndefined()
})

test('what is too much pushes out what was written longest ago, whatever the clock does (RES-9)', () => {
  const shelf = newShelf(3)
  for (const key of ['a', 'b', 'c']) shelf.set(key, { text: key }, HOUR)
  shelf.set('a', { text: 'a' }, HOUR)
  set += DAY
  shelf.set('d', { text: 'd' }, HOUR)
  expect(['a', 'b', 'c', 'd'].filter((key) => shelf.get(key))).toEqual(['a', 'c', 'd'])
})

test('names that every object has are keys like any other, and count like any other', () => {
  const shelf = newShelf(3)
  const names = ['constructor', '__proto__', 'toString', '7']
  for (const key of names) expect(shelf.get(key)).toBeUndefined()
  for (let nth = 0; nth < 10; nth++) for (const key of names) shelf.set(key, { text: key }, HOUR)
  expect(names.map((key) => shelf.get(key)?.value.text)).toEqual([undefined, '__proto__', 'toString', '7'])
  shelf.delete('7')
  expect(shelf.get('7')).toBeUndefined()
  shelf.clear()
  expect(names.filter((key) => shelf.get(key))).toEqual([])
})
