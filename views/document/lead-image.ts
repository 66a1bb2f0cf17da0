import type { ResponsiveImage } from '../../src/content/block.ts'
import type { Card } from '../../src/content/card.ts'
import { type HomeBlock, isCardBlock } from '../../src/content/home-block.ts'
import { type CardShape, cardImage, HERO_SIZES } from '../components/image-sizes.ts'
import { RHYTHM } from '../home/rhythm.ts'
import type { PageData } from '../page-data.ts'

/** A page's first image and its layout width. */
export interface LeadImage {
  image: ResponsiveImage
  /** The `sizes` attribute. */
  sizes: string
}

/** The image to load before all others: the first one that the page shows. */
export function leadImage(data: PageData): LeadImage | undefined {
  switch (data.page) {
    case 'article':
      return data.article.hero && { image: data.article.hero, sizes: HERO_SIZES }
    case 'home':
      return leadOf(data.home.blocks)
    case 'archive':
      return data.pageNumber <= 1 && data.archive.blocks.length > 0
        ? leadOf(data.archive.blocks)
        : imageOf(data.archive.cards[0], 'row')
    case 'search':
      return data.cards.length > 0
        ? imageOf(data.cards[0], 'row')
        : imageOf(data.newest[0], RHYTHM.postsrow.first, true)
    case 'issue':
    case 'issues':
      return undefined
  }
}

function leadOf(blocks: readonly HomeBlock[]): LeadImage | undefined {
  const first = blocks.find(isCardBlock)
  if (!first) return undefined
  const isNarrowRow = first.isPath === true || first.type === 'postsrow'
  return imageOf(first.cards[0], RHYTHM[first.type].first, isNarrowRow)
}

function imageOf(card: Card | undefined, shape: CardShape, isNarrowRow = false): LeadImage | undefined {
  return card?.thumbnail && shape !== 'text' ? cardImage(card.thumbnail, { shape, isNarrowRow }) : undefined
}
