import type { Service } from '../services/service.ts'
import type { Card } from './card.ts'
import type { ContentRepository } from './repository.ts'

/** Spans of time for which the most read articles are known, the shortest first. */
export const MOST_READ_WINDOWS = ['1h', '24h', '7d'] as const
export type MostReadWindow = (typeof MOST_READ_WINDOWS)[number]

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

/** Readings of articles for one list: those that were withdrawn are replaced once. */
const ROUNDS = 2

/** Cards of the first articles that may be listed, in their order; never rejects. */
export async function cardsOfRanked(
  reader: Pick<ContentRepository, 'listedCards'>,
  ranked: readonly RankedArticle[],
  count: number,
): Promise<Card[]> {
  const cards: Card[] = []
  for (let round = 0; round < ROUNDS && cards.length < count; round++) {
    const paths = ranked.slice(round * count, (round + 1) * count).map(({ path }) => path)
    if (paths.length > 0) cards.push(...(await reader.listedCards(paths)))
  }
  return cards.slice(0, count)
}

export interface MostReadSettings {
  count: number
  /** Where too little was read in it, a longer one counts. */
  window: MostReadWindow
  /** CMS form of a path that is not listed: that of the page itself. */
  without?: string
}

/** Cards of a block; empty where too little was read (READ-8). Never rejects. */
export async function mostReadCards(
  service: Service,
  reader: Pick<ContentRepository, 'listedCards'>,
  mostRead: MostReadOf,
  { count, window, without }: MostReadSettings,
): Promise<Card[]> {
  for (const one of MOST_READ_WINDOWS.slice(MOST_READ_WINDOWS.indexOf(window))) {
    const ranking = await mostRead(service.name, one)
    const ranked = ranking.filter(({ path, views }) => views >= LEAST_VIEWS && path !== without)
    const cards = ranked.length < LEAST_MOST_READ ? [] : await cardsOfRanked(reader, ranked, count)
    if (cards.length >= LEAST_MOST_READ) return cards
  }
  return []
}
