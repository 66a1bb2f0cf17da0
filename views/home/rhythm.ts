import type { CardBlockType } from '../../src/content/home-block.ts'
import type { CardShape } from '../components/image-sizes.ts'

/** Shape of each block's first card and of the others. */
export const RHYTHM: Record<CardBlockType, { first: CardShape; rest: CardShape }> = {
  'big-posts': { first: 'lead', rest: 'row' },
  'hot-posts': { first: 'text', rest: 'text' },
  'scroll-posts': { first: 'stack', rest: 'stack' },
  'list-posts': { first: 'row', rest: 'row' },
  'special-posts': { first: 'stack', rest: 'stack' },
  'premium-posts': { first: 'stack', rest: 'text' },
  'large-posts': { first: 'lead', rest: 'lead' },
  'grid-posts': { first: 'stack', rest: 'stack' },
  polecane: { first: 'row', rest: 'row' },
  postsrow: { first: 'stack', rest: 'stack' },
}
