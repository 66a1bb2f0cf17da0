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
      // A cut may leave a lone surrogate, which no URL carries.
      .replace(/\p{Surrogate}/gu, '')
      .trim()
  )
}

/** It could name another endpoint of the CMS, even decoded again (SRC-20). */
export function isRefusedQuery(query: string): boolean {
  return query === '.' || query === '..' || hasForeignCharacter(query)
}
