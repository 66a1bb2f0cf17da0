import type { SearchFilters } from '../content/search-filters.ts'
import type { CrawlRecords } from './crawl-records.ts'

/** An article as plain text. */
export interface IndexedArticle {
  id: string
  title: string
  names: readonly string[]
  lead: string
  text: string
  /** Slug. */
  category: string
  /** ISO 8601, local time of the service. */
  date: string
  /** Of an article of another CMS. */
  record?: FoundRecord
}

export interface FoundRecord {
  /** Its id in the CMS. */
  post: string
  stamp: string
  /** JSON. */
  card: string
}

export interface FoundArticles {
  /** Best first. */
  ids: string[]
  /** No more than an index counts. */
  total: number
  isMore?: true
  /** As typed: no article has them, and the results may have others in their place. */
  missing: readonly string[]
  /** False: the results have most words of the query. */
  haveAll: boolean
  /** Some texts are still being read. */
  isPartial?: true
}

export const NOTHING_FOUND: FoundArticles = { ids: [], total: 0, missing: [], haveAll: true }

/** Articles with all words of a query; undefined: more than an index counts. */
export function countOf({
  total,
  isMore,
  haveAll,
  missing,
  isPartial,
}: Omit<FoundArticles, 'ids'>): number | undefined {
  if (isMore || isPartial) return undefined
  return haveAll && missing.length === 0 ? total : 0
}

export interface SearchIndex {
  find(query: string, filters: SearchFilters, from: number, count: number): Promise<FoundArticles>
  /** Ids for words that are still being typed, by titles and names, best first. */
  suggest(query: string, count: number): Promise<string[]>
}

/** More articles are searched by titles before all texts are read, and their index is kept. */
export const FEW_ARTICLES = 500

/** Equal versions have equal words. */
export interface VersionedArticles {
  /** By id, newest first; the same map each time. */
  versions(): Promise<ReadonlyMap<string, string>>
  /**
   * @param ids absent: all
   * @param withTexts false: texts are empty, and nothing is read for them
   */
  read(ids?: ReadonlySet<string>, withTexts?: boolean): AsyncIterable<IndexedArticle>
}

/** Only changed articles are read for it. */
export interface FollowingIndex extends SearchIndex {
  follow(articles: VersionedArticles): void
  /** Makes the index while nobody waits, where a file can keep it; never rejects. */
  prepare(): Promise<void>
}

export interface UpdatableIndex extends SearchIndex {
  /** An article replaces one with its id. */
  put(articles: readonly IndexedArticle[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  ids(): Promise<string[]>
  /** So many articles are worth a change of the index. */
  atOnce(): number
  readonly records: CrawlRecords
}

export function passes({ category, date }: Pick<IndexedArticle, 'category' | 'date'>, filters: SearchFilters): boolean {
  const day = date.slice(0, 10)
  return (
    (filters.category === undefined || filters.category === category) &&
    (filters.from === undefined || day >= filters.from) &&
    (filters.to === undefined || day <= filters.to)
  )
}
