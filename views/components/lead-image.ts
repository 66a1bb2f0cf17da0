import type { ResponsiveImage } from '../../src/content/block.ts'
import type { Card } from '../../src/content/card.ts'
import { type CardBlock, type HomeBlock, isCardBlock } from '../../src/content/home-block.ts'
import type { PageData } from '../page-data.ts'
import { type CardPlace, cardPlaces, hasImages, pathPlaces, placeAt } from './card-places.ts'
import { cardImage, heroSizes } from './sizes-attribute.ts'

export interface LeadImage {
  image: ResponsiveImage
  sizes: string
}

export function leadImage(data: PageData): LeadImage | undefined {
  switch (data.page) {
    case 'article':
      return data.article.hero && { image: data.article.hero, sizes: heroSizes(data.service) }
    case 'home':
      return leadOf(data.home.blocks)
    case 'archive':
      return data.pageNumber <= 1 && data.archive.blocks.length > 0 && data.archive.type !== 'series'
        ? leadOf(data.archive.blocks)
        : firstOf(data.archive.cards)
    case 'search':
      return data.cards.length > 0
        ? firstOf(data.cards)
        : firstOf(data.newest, cardPlaces('postsrow', data.newest.length))
    case 'issue':
    case 'issues':
      return undefined
  }
}

function leadOf(blocks: readonly HomeBlock[]): LeadImage | undefined {
  const first = blockOfFirstImage(blocks)
  if (!first) return undefined
  const count = first.cards.length
  return firstOf(first.cards, first.isPath ? pathPlaces(count) : cardPlaces(first.type, count))
}

function firstOf(cards: readonly Card[], places: readonly CardPlace[] = []): LeadImage | undefined {
  const index = placeOfImage(cards)
  const image = cards[index]?.thumbnail
  return image && cardImage(image, placeAt(places, index))
}

/** The first image loads before all others (PERF-4). */
export function blockOfFirstImage(blocks: readonly HomeBlock[]): CardBlock | undefined {
  return blocks.filter(isCardBlock).find(({ type, cards }) => hasImages(type) && placeOfImage(cards) >= 0)
}

/** -1: none. */
export function placeOfImage(cards: readonly Card[]): number {
  return cards.findIndex(({ thumbnail }) => thumbnail !== undefined)
}
