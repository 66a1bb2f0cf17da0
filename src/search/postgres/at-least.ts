/** More combinations of words than this are one long query for the server, and not worth it. */
const MAX_COMBINATIONS = 40

/**
 * A tsquery for articles with so many of some words: any combination of as many, so that the server reads the articles that have
 * them together and not those that have one.
 * @param queries of a word each
 * @returns `isExact` false: it is for articles with any of the words, as there are too many combinations
 */
export function atLeast(queries: readonly string[], least: number): { query: string; isExact: boolean } {
  const combinations: string[][] = []
  const combine = (chosen: readonly string[], from: number): void => {
    if (combinations.length > MAX_COMBINATIONS) return
    if (chosen.length === least) combinations.push([...chosen])
    else for (const [at, query] of queries.entries()) if (at >= from) combine([...chosen, query], at + 1)
  }
  combine([], 0)
  if (combinations.length > MAX_COMBINATIONS) return { query: queries.join(' | '), isExact: false }
  return { query: combinations.map((one) => `(${one.join(' & ')})`).join(' | '), isExact: true }
}
