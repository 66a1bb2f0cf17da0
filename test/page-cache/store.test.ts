import { createEntryStore, type StoredEntry } from '../../src/page-cache/store.ts'

interface Item extends StoredEntry {
  name: string
}

let clock: number
let dropped: string[]
beforeEach(() => {
  clock = 0
  dropped = []
})

/** Of a hundred bytes; each second something is put on it. */
function store() {
  const items = createEntryStore<Item>(100, ({ name }) => void dropped.push(name))
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

test('the first to come goes first', () => {
  const { put, items, names } = store()
  for (const name of ['a', 'b', 'c', 'd', 'e']) put(name)
  expect(dropped).toEqual(['a', 'b'])
  expect(names()).toEqual(['e', 'd', 'c'])
  expect(items.bytes).toBe(90)
})

test('what was asked for since it came stays once more, and goes when nobody asks again', () => {
  const { put, use, names } = store()
  const first = put('a')
  put('b')
  put('c')
  use(first)
  put('d')
  expect(dropped).toEqual(['b'])
  expect(names()).toEqual(['d', 'a', 'c'])
  put('e')
  put('f')
  expect(dropped).toEqual(['b', 'c', 'a'])
})

test('what comes is taken, though all that is there was asked for', () => {
  const { put, use, items, names } = store()
  for (const item of ['a', 'b', 'c'].map((name) => put(name))) use(item)
  put('d')
  expect(names()[0]).toBe('d')
  expect(dropped).toHaveLength(1)
  expect(items.bytes).toBe(90)
})

test('what is larger than the whole shelf is not taken, and pushes nothing out', () => {
  const { put, items, names } = store()
  put('a')
  expect(items.put({ name: 'b', bytes: 101, usedAt: 0, queuedAt: 0 })).toBe(false)
  expect(names()).toEqual(['a'])
  expect(items.bytes).toBe(30)
})

test('what grows pushes others out; what is removed gives its bytes back, once', () => {
  const { put, items, names } = store()
  const [first, second] = ['a', 'b', 'c'].map((name) => put(name))
  if (!first || !second) throw new Error('nothing was put')
  items.resize(second, 60)
  expect(dropped).toEqual(['a'])
  expect(items.bytes).toBe(90)
  // It is there no more.
  items.resize(first, 60)
  items.remove(second)
  items.remove(second)
  expect(names()).toEqual(['c'])
  expect(items.bytes).toBe(30)
})

test('what grows beyond the whole shelf goes, and pushes nothing else out', () => {
  const { put, items, names } = store()
  const [, second] = ['a', 'b', 'c'].map((name) => put(name))
  if (!second) throw new Error('nothing was put')
  items.resize(second, 101)
  expect(dropped).toEqual(['b'])
  expect(names()).toEqual(['c', 'a'])
  expect(items.bytes).toBe(60)
})

test('a clock that goes back keeps nothing on the shelf for ever', () => {
  const { put, use, names } = store()
  const first = put('a')
  clock = 1000
  use(first)
  clock = 10
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g']) put(name)
  expect(names()).toEqual(['g', 'f', 'e'])
})
