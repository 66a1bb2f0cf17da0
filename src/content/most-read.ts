/** The shortest window comes first. */
export const MOST_READ_WINDOWS = ['1h', '24h', '7d'] as const
export type MostReadWindow = (typeof MOST_READ_WINDOWS)[number]

/** (READ-6) */
export const MOST_READ_API = '/api/most-read'
/** It precedes the path of an article whose view was counted nowhere (READ-9). */
export const VIEWS_API = '/api/views'
export const MAX_MOST_READ = 20
export const DEFAULT_MOST_READ = { count: 6, window: '24h' } as const
/** Two readers do not make a list. */
export const LEAST_MOST_READ = 3
export const LEAST_VIEWS = 3

export function isMostReadWindow(text: unknown): text is MostReadWindow {
  return MOST_READ_WINDOWS.some((window) => window === text)
}

export interface RankedArticle {
  /** CMS form. */
  path: string
  /** Older views count less; the score ranks articles. */
  score: number
  /** Each view in the window counts as one. */
  views: number
}

export type MostReadOf = (service: string, window: MostReadWindow) => Promise<readonly RankedArticle[]>
