import type { SearchFilters } from '../content/search-filters.ts'
import type { CrawlRecords } from './crawl-records.ts'

/** An article as an index takes it: plain text. */
export interface IndexedArticle {
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
  /** Of all results; of no more than an index counts. */
  total: number
  isMore?: true
  /** Words of the query that no article has, as typed; the results have others that they may be, or not even these. */
  missing: readonly string[]
  /** Whether the results have all words of the query, and not only most of them. */
  haveAll: boolean
  /** Texts are still being read: of all articles, or of those that have changed. */
  isPartial?: true
}

export const NOTHING_FOUND: FoundArticles = { ids: [], total: 0, missing: [], haveAll: true }

/** How many articles have all words of a query, and no others in their place; undefined: more than an index counts. */
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
  /** @param from number of results to leave out */
  find(query: string, filters: SearchFilters, from: number, count: number): Promise<FoundArticles>
  /** Articles for words that are still being typed: by titles and names alone. Ids, best first. */
  suggest(query: string, count: number): Promise<string[]>
}

/** The titles of more articles are searched before all texts are read, and their index is kept. */
export const FEW_ARTICLES = 500

/** Articles with versions: of equal ones the words are equal. */
export interface VersionedArticles {
  /** By id, newest first; the same map each time. */
  versions(): Promise<ReadonlyMap<string, string>>
  /**
   * @param ids absent: all
   * @param withTexts false: their texts are empty, and nothing is read for them
   */
  read(ids?: ReadonlySet<string>, withTexts?: boolean): AsyncIterable<IndexedArticle>
}

/** One index for as long as the process runs: changed articles alone are read for it. */
export interface FollowingIndex extends SearchIndex {
  /** Has the next search find these articles. */
  follow(articles: VersionedArticles): void
  /** Makes the index ready in a quiet moment, where a file can keep it for the first search; never rejects. */
  prepare(): Promise<void>
}

export interface UpdatableIndex extends SearchIndex {
  /** Adds articles; one with the id of another replaces it. */
  put(articles: readonly IndexedArticle[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  ids(): Promise<string[]>
  /** So many articles are worth a change of the index. */
  atOnce(): number
  /** How far the articles are read. */
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
