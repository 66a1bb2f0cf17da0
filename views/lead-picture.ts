import type { Picture } from '../src/content/block.ts'
import type { Card } from '../src/content/card.ts'
import type { HomeBlock } from '../src/content/home-block.ts'
import { type CardShape, cardPicture, HERO_SIZES } from './components/picture-sizes.ts'
import { RHYTHM } from './home/rhythm.ts'
import type { PageData } from './page-data.ts'

/** The picture that a page is opened with, and how wide it stands there. */
export interface LeadPicture {
  picture: Picture
  /** As the `sizes` attribute says it. */
  sizes: string
}

/** Which of a page's pictures is fetched before all others: the one that its view shows as the first. */
export function leadPicture(data: PageData): LeadPicture | undefined {
  switch (data.page) {
    case 'article':
      return data.article.hero && { picture: data.article.hero, sizes: HERO_SIZES }
    case 'home':
      return leadOf(data.home.blocks)
    case 'archive':
      return data.pageNumber <= 1 && data.archive.blocks.length > 0
        ? leadOf(data.archive.blocks)
        : pictureOf(data.archive.cards[0], 'row')
    case 'search':
      return data.cards.length > 0
        ? pictureOf(data.cards[0], 'row')
        : pictureOf(data.newest[0], RHYTHM.postsrow.first, true)
  }
}

function leadOf(blocks: readonly HomeBlock[]): LeadPicture | undefined {
  const first = blocks.find((block) => 'cards' in block)
  if (!first) return undefined
  const isNarrowRow = first.isPath === true || first.type === 'postsrow'
  return pictureOf(first.cards[0], RHYTHM[first.type].first, isNarrowRow)
}

function pictureOf(card: Card | undefined, shape: CardShape, isNarrowRow = false): LeadPicture | undefined {
  return card?.thumbnail && shape !== 'text' ? cardPicture(card.thumbnail, { shape, isNarrowRow }) : undefined
}
