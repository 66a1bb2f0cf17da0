import type { HomeBlock } from '../../src/content/home-block.ts'

/** HOME-13. */
export const EAGER_BLOCKS = 2

const HEIGHTS: Partial<Record<HomeBlock['type'], number>> = {
  'big-posts': 569,
  'hot-posts': 321,
  'scroll-posts': 490,
  newsletter: 480,
  'big-title': 272,
  'large-posts': 1068,
  'grid-posts': 516,
  'szybkie-linki': 126,
}
const DEFAULT_HEIGHT = 200
const MOST_READ_COLUMNS = 3

/** Pixels (HOME-14). */
export function lazyHeight(block: HomeBlock): number {
  if (block.type === 'list-posts') return 127 + 167 * block.cards.length - 40
  if (block.type === 'most-read') return 65 + 100 * Math.ceil(block.cards.length / MOST_READ_COLUMNS)
  return HEIGHTS[block.type] ?? DEFAULT_HEIGHT
}
