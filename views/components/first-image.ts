import type { Card } from '../../src/content/card.ts'
import { type CardBlock, type HomeBlock, isCardBlock } from '../../src/content/home-block.ts'
import { hasImages } from './card-places.ts'

/** The first image loads before all others (PERF-4). */
export function blockOfFirstImage(blocks: readonly HomeBlock[]): CardBlock | undefined {
  return blocks.filter(isCardBlock).find(({ type, cards }) => hasImages(type) && placeOfImage(cards) >= 0)
}

/** -1: no card has an image. */
export function placeOfImage(cards: readonly Card[]): number {
  return cards.findIndex(({ thumbnail }) => thumbnail !== undefined)
}
