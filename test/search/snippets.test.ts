import fc from 'fast-check'
import { parseQuery } from '../../src/search/query.ts'
import { snippetOf } from '../../src/search/snippets.ts'
import { wordsOf } from '../../src/search/words/words.ts'
import { inSlices } from '../../src/system/steps.ts'

const words = await wordsOf('pl')
const PADDING = 'Zwykłe zdanie o niczym szczególnym, jakich wiele. '
const snippet = (text: string, query: string, missing: string[] = [], title = 'Tytuł') =>
  inSlices(snippetOf([title, 'Zajawka.', 'Edukacja'], textOf(text), parseQuery(query, words).words, words, missing))

function textOf(text: string) {
  return function* (): Generator<void, string> {
    yield
    return text
  }
}

test('a snippet stands around the hit, from the beginning of its sentence (SEARCH-29)', async () => {
  const text = `${PADDING.repeat(40)}Tutaj o giełdzie. ${PADDING.repeat(40)}`
  const piece = await snippet(text, 'giełda')
  expect(piece).toMatch(/^… Tutaj o giełdzie\. Zwykłe .* …$/)
  expect(piece?.length).toBeLessThan(190)
})

test('at the beginning and at the end of a text no dots stand there', async () => {
  expect(await snippet('Giełda tu.', 'giełda')).toBe('Giełda tu.')
  expect(await snippet(`${PADDING.repeat(9)}Na giełdzie.`, 'giełda')).toMatch(/^… .*Na giełdzie\.$/)
})

test('of several places the one with most of the words counts, also across the pieces of a long text', async () => {
  const text = `Giełda sama. ${PADDING.repeat(300)}Klucz na giełdzie. ${PADDING.repeat(300)}`
  expect(await snippet(text, 'giełda klucz')).toContain('Klucz na giełdzie.')
})

test.each([3990, 3996, 3999, 4001])('a hit at the border of two pieces is whole (%i)', async (length) => {
  const before = PADDING.repeat(100).slice(0, length - 1)
  expect(await snippet(`${before} giełda on-line koniec`, 'online')).toContain('giełda on-line koniec')
})

test('words that title and lead have need none; those that they lack do', async () => {
  expect(await snippet('Giełda tu.', 'giełda', [], 'O giełdach')).toBeUndefined()
  expect(await snippet('Giełda i klucz.', 'giełda klucz', [], 'O giełdach')).toBe('Giełda i klucz.')
  expect(await snippet('Nic.', 'giełda')).toBeUndefined()
  expect(await snippet('O edukacji tu.', 'edukacja')).toBeUndefined()
})

test('a guess is shown where it is, and nothing else passes for one', async () => {
  expect(await snippet('Blockchain tu.', 'blokchain', ['blokchain'])).toBe('Blockchain tu.')
  expect(await snippet('Blockchain tu.', 'blokchain', [])).toBeUndefined()
})

test('whatever the text, a snippet is well-formed and a part of it', async () => {
  const unit = fc.constantFrom('a', ' ', '.', 'giełda ', '😀', 'ż', '-', '"')
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, maxLength: 900 }), async (text) => {
      const piece = await snippet(text, 'giełda')
      if (piece === undefined) return
      expect(piece.isWellFormed()).toBe(true)
      expect(piece).toContain('giełda')
    }),
    { numRuns: 200 },
  )
})
