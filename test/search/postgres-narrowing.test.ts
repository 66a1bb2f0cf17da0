import { atLeast, byRarity, narrowed } from '../../src/search/postgres/narrowing.ts'

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Whether an article with these words fulfils a query of `&`, `|` and parentheses. */
function fulfils(query: string, words: ReadonlySet<string>): boolean {
  let rest = query.replace(/\w+/g, (word) => (words.has(word) ? '1' : '0')).replaceAll(' ', '')
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/\(([01])\)/g, '$1')
    rest = rest.replace(/([01])&([01])/g, (_, one, other) => (one === '1' && other === '1' ? '1' : '0'))
    rest = rest.replace(
      /(^|\()([01])\|([01])(?=[|)]|$)/g,
      (_, start, one, other) => `${start}${one === '1' || other === '1' ? '1' : '0'}`,
    )
  }
  return rest === '1'
}

/** Every choice of some words. */
function choices(words: readonly string[]): Array<Set<string>> {
  return Array.from({ length: 2 ** words.length }, (_, bits) => new Set(words.filter((_word, at) => (bits >> at) & 1)))
}

describe('queries for at least so many of the words (SEARCH-15)', () => {
  test('are fulfilled by each article with so many, and by no other', () => {
    for (let count = 1; count <= LETTERS.length; count++) {
      const words = LETTERS.slice(0, count)
      for (let least = 1; least <= count; least++) {
        const query = atLeast(words, least)
        const wrong = choices(words).filter((chosen) => fulfils(query, chosen) !== chosen.size >= least)
        expect([query, wrong]).toEqual([query, []])
      }
    }
  })

  test('name each word as seldom as possible: four of five in 12 places, where all choices have 20', () => {
    expect(atLeast(LETTERS.slice(0, 5), 4).match(/\w/g)).toHaveLength(12)
  })
})

describe('the query that an index of words is opened with (SEARCH-20)', () => {
  const searched = (shares: readonly number[]) =>
    byRarity(
      shares.map((share, at) => ({ query: LETTERS[at] ?? '', shares: { words: share, heads: share } })),
      'words',
    )

  test('is fulfilled by each article with enough of the words, however common these are', () => {
    for (const shares of [
      [0.3, 0.001, 0.02, 0.1, 0],
      [0.5, 0.4, 0.3, 0.2, 0.1, 0.6, 0.7, 0.8],
      [0, 0, 0],
    ]) {
      const words = searched(shares)
      for (let least = 1; least <= words.length; least++) {
        const query = narrowed(words, least)
        const lost = choices(words.map((word) => word.query)).filter(
          (chosen) => chosen.size >= least && !fulfils(query, chosen),
        )
        expect([query, lost]).toEqual([query, []])
      }
    }
  })

  test('has the rarest words, and no common one that leaves out fewer articles than it costs', () => {
    expect(narrowed(searched([0.3, 0.001, 0.4]), 3)).toBe('b')
    expect(narrowed(searched([0.3, 0.1, 0.4]), 3)).toBe('b & a & c')
    expect(narrowed(searched([0.3, 0.001, 0.4, 0.0005, 0.2]), 4)).toBe('(d | b)')
  })

  test('takes so many of the rarest words together as cost least to gather and to read', () => {
    const shares = [0.016, 0.018, 0.02, 0.022, 0.024, 0.05, 0.06, 0.07]
    const lettersOf = (query: string): number => new Set(query.match(/\w/g)).size
    // Two of five: one of four would have most articles read, and three of six would gather a common word.
    expect(narrowed(searched(shares), 5)).toBe(atLeast(LETTERS.slice(0, 5), 2))
    expect(lettersOf(narrowed(searched([0.001, 0.001, 0.001, 0.001, 0.3, 0.3, 0.4, 0.4]), 5))).toBe(4)
    expect(lettersOf(narrowed(searched(shares.map(() => 0.1)), 5))).toBe(6)
  })
})
