export const POSTS_PER_PAGE = 12
/** Cards of one page of a list for feeds and sitemaps. */
export const POSTS_PER_BULK = 100
/** Cards with their texts, for the search's index: WordPress runs its filters over each. */
export const POSTS_PER_TEXTS = 20
export const RESULTS_PER_PAGE = 10
/** Cards that stand large above the others in the first view of a list. */
export const LEADING_CARDS = 4

/** Cards of a home page that is made from the newest articles. */
export const MADE_HOME = {
  leading: 4,
  following: 8,
  ofCategory: 4,
  least: 2,
  sections: 6,
} as const
