import { createEntryStore } from '../../../src/sources/cache/store.ts'

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

/** A store whose monotonic time is `passed`, while the system clock is off by `set`. */
const newStore = (max = 10) =>
  createEntryStore<{ text: string }>(
    { entries: max, bytes: 100 },
    () => 5000 + passed,
    ({ text }) => text.length,
  )
const VALUE = { text: 'wpis' }

test('a value stays for its lifetime, and the rest of it is returned', () => {
  const store = newStore()
  store.set('a', VALUE, HOUR)
  expect(store.get('a')).toEqual({ value: VALUE, left: HOUR })
  passed += HOUR - 1
  expect(store.get('a')).toEqual({ value: VALUE, left: 1 })
  passed += 1
  expect(store.get('a')).toBeUndefined()
})

test.each([
  ['forward by a day', DAY],
  ['forward by a year', 365 * DAY],
  ['back by an hour', -HOUR],
  ['back by a year', -365 * DAY],
  ['forward by an insignificant amount', 900],
  ['back by an insignificant amount', -900],
])('the system clock, set %s, ends nothing early and keeps nothing longer (RES-7)', (_how, jump) => {
  const store = newStore()
  store.set('before', VALUE, HOUR)
  passed += HOUR / 4
  set += jump
  store.set('after', VALUE, HOUR)
  expect([store.get('before')?.left, store.get('after')?.left]).toEqual([(HOUR * 3) / 4, HOUR])
  passed += HOUR / 2
  set -= jump / 2
  expect([store.get('before')?.left, store.get('after')?.left]).toEqual([HOUR / 4, HOUR / 2])
  passed += HOUR / 4
  expect([store.get('before'), store.get('after')?.left]).toEqual([undefined, HOUR / 4])
  passed += HOUR / 4
  expect(store.get('after')).toBeUndefined()
})

test('the oldest write is evicted first, whatever the system clock does (RES-9)', () => {
  const store = newStore(3)
  for (const key of ['a', 'b', 'c']) store.set(key, { text: key }, HOUR)
  store.set('a', { text: 'a' }, HOUR)
  set += DAY
  store.set('d', { text: 'd' }, HOUR)
  expect(['a', 'b', 'c', 'd'].filter((key) => store.get(key))).toEqual(['a', 'c', 'd'])
})

test('names of built-in properties are keys like any other, and count like any other', () => {
  const store = newStore(3)
  const names = ['constructor', '__proto__', 'toString', '7']
  for (const key of names) expect(store.get(key)).toBeUndefined()
  for (let nth = 0; nth < 10; nth++) for (const key of names) store.set(key, { text: key }, HOUR)
  expect(names.map((key) => store.get(key)?.value.text)).toEqual([undefined, '__proto__', 'toString', '7'])
  store.delete('7')
  expect(store.get('7')).toBeUndefined()
  store.clear()
  expect(names.filter((key) => store.get(key))).toEqual([])
})

test('the oldest values leave where all together have too many bytes, and a single larger one stays (RES-9)', () => {
  const store = newStore()
  const stored = (): string[] => ['a', 'b', 'c', 'd'].filter((key) => store.get(key))
  for (const key of ['a', 'b', 'c']) store.set(key, { text: 'x'.repeat(30) }, HOUR)
  store.set('a', { text: 'x'.repeat(40) }, HOUR)
  expect(stored()).toEqual(['a', 'b', 'c'])
  store.set('d', { text: 'x' }, HOUR)
  expect(stored()).toEqual(['a', 'c', 'd'])
  store.set('b', { text: 'x'.repeat(200) }, HOUR)
  expect(stored()).toEqual(['b'])
  store.delete('b')
  for (const key of ['a', 'b', 'c']) store.set(key, { text: 'x'.repeat(33) }, HOUR)
  expect(stored()).toEqual(['a', 'b', 'c'])
  passed += HOUR
  expect(stored()).toEqual([])
  for (const key of ['a', 'b', 'c']) store.set(key, { text: 'x'.repeat(33) }, HOUR)
  store.clear()
  for (const key of ['b', 'c', 'd']) store.set(key, { text: 'x'.repeat(33) }, HOUR)
  expect(stored()).toEqual(['b', 'c', 'd'])
})
