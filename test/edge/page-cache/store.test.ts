import { createEntryStore, type StoredEntry } from '../../../src/edge/page-cache/store.ts'

interface Item extends StoredEntry {
  name: string
}

let clock: number
let evicted: string[]
beforeEach(() => {
  clock = 0
  evicted = []
})

/** Bounded at 100 bytes; each `put` and `use` happens a second after the last. */
function store() {
  const items = createEntryStore<Item>(100, ({ name }) => void evicted.push(name))
  const put = (name: string, bytes = 30): Item => {
    clock += 1
    const item = { name, bytes, usedAt: clock, queuedAt: 0 }
    items.put(item)
    return item
  }
  const use = (item: Item): void => {
    clock += 1
    item.usedAt = clock
  }
  return { items, put, use, names: () => items.newest().map(({ name }) => name) }
}

test('the entry that was stored first is evicted first', () => {
  const { put, items, names } = store()
  for (const name of ['a', 'b', 'c', 'd', 'e']) put(name)
  expect(evicted).toEqual(['a', 'b'])
  expect(names()).toEqual(['e', 'd', 'c'])
  expect(items.bytes).toBe(90)
})

test('an entry used since it was stored stays for one more round, and is evicted unless it is used again', () => {
  const { put, use, names } = store()
  const first = put('a')
  put('b')
  put('c')
  use(first)
  put('d')
  expect(evicted).toEqual(['b'])
  expect(names()).toEqual(['d', 'a', 'c'])
  put('e')
  put('f')
  expect(evicted).toEqual(['b', 'c', 'a'])
})

test('a new entry is stored although every other entry was used', () => {
  const { put, use, items, names } = store()
  for (const item of ['a', 'b', 'c'].map((name) => put(name))) use(item)
  put('d')
  expect(names()[0]).toBe('d')
  expect(evicted).toHaveLength(1)
  expect(items.bytes).toBe(90)
})

test('an entry larger than the bound is not stored, and evicts nothing', () => {
  const { put, items, names } = store()
  put('a')
  expect(items.put({ name: 'b', bytes: 101, usedAt: 0, queuedAt: 0 })).toBe(false)
  expect(names()).toEqual(['a'])
  expect(items.bytes).toBe(30)
})

test('an entry that grows evicts others; a removed entry frees its bytes once', () => {
  const { put, items, names } = store()
  const [first, second] = ['a', 'b', 'c'].map((name) => put(name))
  if (!first || !second) throw new Error('nothing was put')
  items.resize(second, 60)
  expect(evicted).toEqual(['a'])
  expect(items.bytes).toBe(90)
  // Evicted above.
  items.resize(first, 60)
  items.remove(second)
  items.remove(second)
  expect(names()).toEqual(['c'])
  expect(items.bytes).toBe(30)
})

test('an entry that grows beyond the bound is evicted, and evicts nothing else', () => {
  const { put, items, names } = store()
  const [, second] = ['a', 'b', 'c'].map((name) => put(name))
  if (!second) throw new Error('nothing was put')
  items.resize(second, 101)
  expect(evicted).toEqual(['b'])
  expect(names()).toEqual(['c', 'a'])
  expect(items.bytes).toBe(60)
})

test('a clock that goes back makes no entry permanent', () => {
  const { put, use, names } = store()
  const first = put('a')
  clock = 1000
  use(first)
  clock = 10
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) put(name)
  expect(names()).toEqual(['g', 'f', 'e'])
})
