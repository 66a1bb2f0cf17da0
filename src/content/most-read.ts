/** Spans of time for which the most read articles are known, the shortest first. */
export const MOST_READ_WINDOWS = ['1h', '24h', '7d'] as const
export type MostReadWindow = (typeof MOST_READ_WINDOWS)[number]

/** Lists the most read articles for programs (READ-6). */
export const MOST_READ_API = '/api/most-read'
/** Before the path of an article that is shown and was counted nowhere (READ-9). */
export const VIEWS_API = '/api/views'
/** Articles of a list for programs, and of a block at most. */
export const MAX_MOST_READ = 20
/** Of a block whose editor does not say. */
export const DEFAULT_MOST_READ = { count: 6, window: '24h' } as const
/** With fewer articles there is no block: two readers do not make a list. */
export const LEAST_MOST_READ = 3
/** Views that an article has at least to stand in a block. */
export const LEAST_VIEWS = 3

export function isMostReadWindow(text: unknown): text is MostReadWindow {
  return MOST_READ_WINDOWS.some((window) => window === text)
}

/** An article among the most read. */
export interface RankedArticle {
  /** CMS form. */
  path: string
  /** Views, of which older ones count less; by these articles are ranked. */
  score: number
  /** Views in the window, each as one. */
  views: number
}

/** The most read articles of a service. */
export type MostReadOf = (service: string, window: MostReadWindow) => Promise<readonly RankedArticle[]>
