export interface CrawlState {
  /** Number of the reading of all lists; 0: there was none. */
  round: number
  /** The next page of that reading; 0: it is over. */
  page: number
  /** Whether that reading takes lists with texts: their pages have another size. */
  withTexts: boolean
  /** All lists were read once. */
  isComplete: boolean
  /** The last try of the instance that reads failed. */
  isFailing: boolean
}

/** Since when the lists were read. Milliseconds; `Infinity`: they are to be read now. */
export interface CrawlAges {
  all: number
  newest: number
}

export type Due = keyof CrawlAges

export interface StampedId {
  id: string
  stamp: string
}

/** Instances share it in a database, and one reads (SEARCH-37). */
export interface CrawlRecords {
  /** Takes or prolongs the reader's lease; 0 seconds give it back. */
  lease(holder: string, seconds: number): Promise<boolean>
  state(): Promise<CrawlState & { ages: CrawlAges }>
  /** @param begun lists that are read from now on */
  save(change: Partial<CrawlState>, begun?: readonly Due[]): Promise<void>
  demand(due: readonly Due[]): Promise<void>
  /** Articles that may have changed. @param paths ids in the index */
  note(paths: readonly string[]): Promise<void>
  /** Those, and a token for what was noted until now. */
  noted(most: number): Promise<{ paths: string[]; token: string }>
  /** The paths were read; what was noted again meanwhile stays. */
  forget(paths: readonly string[], token: string): Promise<void>
  count(): Promise<number>
  /** JSON, in the order of the ids; what is not there is left out. */
  cards(ids: readonly string[]): Promise<string[]>
  stamps(ids: readonly string[]): Promise<StampedId[]>
  idsOfPosts(posts: readonly string[]): Promise<string[]>
  /** Articles that a list of this round has. */
  see(ids: readonly string[], round: number): Promise<void>
  /** Articles of the index on no list of this round. @param after the last one of those before */
  unseen(round: number, after: string, most: number): Promise<string[]>
}
