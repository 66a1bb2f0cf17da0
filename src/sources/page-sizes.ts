/** Cards of one page of a list, where the source does not decide it. */
export const POSTS_PER_PAGE = 12
/** Cards of one page of a list that programs read: feeds and maps. */
export const POSTS_PER_BULK = 100
/** The same with their texts: for the search's index. WordPress runs its filters over each. */
export const POSTS_PER_TEXTS = 20
/** Cards of one page of search results. */
export const RESULTS_PER_PAGE = 10
/** Cards that stand large above the others in the first view of a list. */
export const LEADING_CARDS = 4

/** Cards of a home page that is made from the newest articles: leading ones, following ones, and those of each category. */
export const MADE_HOME = {
  leading: 4,
  following: 8,
  ofCategory: 4,
  /** A smaller category gets no section. */
  least: 2,
  sections: 6,
} as const
