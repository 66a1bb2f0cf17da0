export const MOST_READ_WINDOWS = ['1h', '24h', '7d'] as const
export type MostReadWindow = (typeof MOST_READ_WINDOWS)[number]

export const MOST_READ_API = '/api/most-read'
/** Precedes an article's path (READ-9). */
export const VIEWS_API = '/api/views'
export const MAX_MOST_READ = 20
export const DEFAULT_MOST_READ = { count: 6, window: '24h' } as const
export const LEAST_MOST_READ = 3
export const LEAST_VIEWS = 3

export function isMostReadWindow(text: unknown): text is MostReadWindow {
  return MOST_READ_WINDOWS.some((window) => window === text)
}

export interface RankedArticle {
  path: string
  /** Ranks articles; older views count less. */
  score: number
  views: number
}

export type MostReadOf = (service: string, window: MostReadWindow) => Promise<readonly RankedArticle[]>
