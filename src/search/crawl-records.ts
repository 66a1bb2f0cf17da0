export interface CrawlState {
  /** 0: there was no reading of all lists. */
  round: number
  /** 0: the reading is over. */
  page: number
  /** Pages of lists with texts have another size. */
  withTexts: boolean
  isComplete: boolean
  isFailing: boolean
}

/** In milliseconds; `Infinity`: the lists are to be read now. */
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
  /** Takes or prolongs the lease; 0 seconds give it back. */
  lease(holder: string, seconds: number): Promise<boolean>
  state(): Promise<CrawlState & { ages: CrawlAges }>
  /** @param begun lists that are read from now on */
  save(change: Partial<CrawlState>, begun?: readonly Due[]): Promise<void>
  demand(due: readonly Due[]): Promise<void>
  /** @param paths ids in the index of articles that may have changed */
  note(paths: readonly string[]): Promise<void>
  /** Returns a token for what was noted until now, too. */
  noted(most: number): Promise<{ paths: string[]; token: string }>
  /** What was noted again meanwhile stays. */
  forget(paths: readonly string[], token: string): Promise<void>
  count(): Promise<number>
  /** JSON, in the order of the ids; unknown ids are left out. */
  cards(ids: readonly string[]): Promise<string[]>
  stamps(ids: readonly string[]): Promise<StampedId[]>
  idsOfPosts(posts: readonly string[]): Promise<string[]>
  /** Articles that a list of this round has. */
  see(ids: readonly string[], round: number): Promise<void>
  /** Articles on no list of this round. @param after the last one of those before */
  unseen(round: number, after: string, most: number): Promise<string[]>
}
