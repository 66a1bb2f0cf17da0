import { hasForeignCharacter } from './foreign-characters.ts'

/** Longer queries are no questions of a reader. Characters. */
const MAX_QUERY = 200
/** Nobody reads further (SEARCH-4). */
export const MAX_SEARCH_PAGE = 1000

/** The words of a query: trimmed, without control characters and backslashes, at most 200 characters. */
export function searchQuery(written: string | null): string {
  return (
    (written ?? '')
      .replace(/[\\\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MAX_QUERY)
      // The half of a character that the cut left has no address.
      .replace(/\p{Surrogate}/gu, '')
      .trim()
  )
}

/** Queries that would name another endpoint of the CMS, or do so once they are decoded again (SRC-20, SRC-21). */
export function isRefusedQuery(query: string): boolean {
  return query === '.' || query === '..' || hasForeignCharacter(query)
}
