import type { Service } from '../services/service.ts'
import type { Card } from './card.ts'
import {
  LEAST_MOST_READ,
  LEAST_VIEWS,
  MOST_READ_WINDOWS,
  type MostReadOf,
  type MostReadWindow,
  type RankedArticle,
} from './most-read.ts'
import type { ContentRepository } from './repository.ts'

/** Withdrawn articles are replaced once. */
const ROUNDS = 2

/** Never rejects. */
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
  /** A longer one counts where too little was read. */
  window: MostReadWindow
  without?: string
}

/** Empty where too little was read (READ-8). Never rejects. */
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
