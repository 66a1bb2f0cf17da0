import type { SearchFilters } from '../content/search-filters.ts'

/** An article as an index takes it: plain text. */
export interface IndexedArticle {
  /** Unique in its index. */
  id: string
  title: string
  /** Names of its authors, category and tags. */
  names: readonly string[]
  lead: string
  text: string
  /** Slug. */
  category: string
  /** ISO 8601, local time of the service. */
  date: string
}

export interface FoundArticles {
  /** Best first. */
  ids: string[]
  /** Of all results. */
  total: number
}

/** Articles of one service by their words. */
export interface SearchIndex {
  /** @param from number of results to leave out */
  find(query: string, filters: SearchFilters, from: number, count: number): Promise<FoundArticles>
  /** Articles for words that are still being typed: by titles and names alone. Ids, best first. */
  suggest(query: string, count: number): Promise<string[]>
}

/** An index that follows its articles, one change after the other. */
export interface UpdatableIndex extends SearchIndex {
  /** Adds articles; one with the id of another replaces it. */
  put(articles: readonly IndexedArticle[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  /** Of all its articles. */
  ids(): Promise<string[]>
}

/** Whether an article passes the filters. */
export function passes({ category, date }: Pick<IndexedArticle, 'category' | 'date'>, filters: SearchFilters): boolean {
  const day = date.slice(0, 10)
  return (
    (filters.category === undefined || filters.category === category) &&
    (filters.from === undefined || day >= filters.from) &&
    (filters.to === undefined || day <= filters.to)
  )
}
