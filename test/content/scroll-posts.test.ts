import fc from 'fast-check'
import { listFor, scrollKey, scrollPostsOf, unread } from '../../src/content/scroll-posts.ts'

const lists = {
  specific: { '/2026/03/a': ['/2026/03/b'] },
  globals: ['/2026/03/c'],
  categories: { Edukacja: ['/2026/03/d'] },
}

test.each(['/2026/03/ś', '/2026/03/ś.html', '/2026/03/ś/', '/2026/03/ś.html?a=1#b', '/2026/03/%C5%9B.html'])(
  '%s has the key of the article (NEXT-3)',
  (path) => {
    expect(scrollKey(path)).toBe('/2026/03/ś')
  },
)

test('the specific list comes first, then the global one, then the category’s (NEXT-2)', () => {
  expect(listFor(lists, '/2026/03/a.html', 'Edukacja')).toEqual(['/2026/03/b'])
  expect(listFor(lists, '/2026/03/x', 'Edukacja')).toEqual(['/2026/03/c'])
  expect(listFor({ ...lists, globals: [] }, '/2026/03/x', 'Edukacja')).toEqual(['/2026/03/d'])
  expect(listFor({ ...lists, globals: [] }, '/2026/03/x', undefined)).toEqual([])
})

test('names of built-in properties are not keys (NEXT-3)', () => {
  const empty = { specific: {}, globals: [], categories: {} }
  for (const name of ['constructor', '__proto__', 'toString']) expect(listFor(empty, name, name)).toEqual([])
})

test('links that are already on the page are left out, and each link occurs once (NEXT-4)', () => {
  expect(
    unread(['/a', '/b.html', '/b', '/c/', '//zly.example', 'https://zly.example', '/\\zly'], new Set(['/a'])),
  ).toEqual(['/b', '/c'])
})

test('a response of any shape becomes lists of strings', () => {
  expect(scrollPostsOf({ specific: { a: ['/b', 1, null] }, globals: 'x', categories: [] })).toEqual({
    specific: { a: ['/b'] },
    globals: [],
    categories: {},
  })
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const { specific, globals, categories } = scrollPostsOf(json)
      const all = [globals, ...Object.values(specific), ...Object.values(categories)].flat()
      expect(all.every((link) => typeof link === 'string')).toBe(true)
    }),
  )
})
