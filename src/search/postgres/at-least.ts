/** More combinations of words than this are one long query for the server, and not worth it. */
const MAX_COMBINATIONS = 40

/**
 * Makes a tsquery for the articles with at least `least` of the words. It names each combination of so many words, so that the
 * server reads only the articles that have them together.
 * @param queries one for each word
 * @returns `isExact` false: there are too many combinations, and the query is for articles with any of the words
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
