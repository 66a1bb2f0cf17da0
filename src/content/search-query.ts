import { hasForeignCharacter } from './foreign-characters.ts'

/** Characters. */
const MAX_QUERY = 200
export const MAX_SEARCH_PAGE = 1000

export function searchQuery(written: string | null): string {
  return (
    (written ?? '')
      .replace(/[\\\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MAX_QUERY)
      // The cut may leave a lone surrogate, which a URL cannot carry.
      .replace(/\p{Surrogate}/gu, '')
      .trim()
  )
}

/** A query could name another endpoint of the CMS, also when decoded once more (SRC-20). */
export function isRefusedQuery(query: string): boolean {
  return query === '.' || query === '..' || hasForeignCharacter(query)
}
