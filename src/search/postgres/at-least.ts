/**
 * A tsquery for the articles with at least `least` of the words. Each word stands in it as seldom as possible: each time the
 * server gathers the articles of all terms that begin with it.
 * @param queries one for each word
 * @param least from 1 to their number
 */
export function atLeast(queries: readonly string[], least: number): string {
  if (least === 1) return anyWord(queries)
  if (least === queries.length) return `(${queries.join(' & ')})`
  const half = Math.ceil(queries.length / 2)
  const [first, second] = [queries.slice(0, half), queries.slice(half)]
  const ways: string[] = []
  for (let ofFirst = Math.max(0, least - second.length); ofFirst <= Math.min(first.length, least); ofFirst++) {
    const parts = [
      ...(ofFirst > 0 ? [atLeast(first, ofFirst)] : []),
      ...(ofFirst < least ? [atLeast(second, least - ofFirst)] : []),
    ]
    ways.push(parts.join(' & '))
  }
  return `(${ways.map((way) => `(${way})`).join(' | ')})`
}

function anyWord(queries: readonly string[]): string {
  return queries.length === 1 ? (queries[0] ?? '') : `(${queries.join(' | ')})`
}
