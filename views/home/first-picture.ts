import type { Card } from '../../src/content/card.ts'
import { type CardBlock, type HomeBlock, isCardBlock } from '../../src/content/home-block.ts'

/** The first block that shows a picture: its first picture loads before all others (PERF-4). */
export function blockOfFirstPicture(blocks: readonly HomeBlock[]): CardBlock | undefined {
  return blocks.filter(isCardBlock).find(({ type, cards }) => type !== 'hot-posts' && placeOfPicture(cards) >= 0)
}

/** Which of the cards has the first picture; -1: none. */
export function placeOfPicture(cards: readonly Card[]): number {
  return cards.findIndex(({ thumbnail }) => thumbnail !== undefined)
}
