import type { FolderKind } from '../services/list-kind.ts'
import type { SafeHtml } from '../system/escape.ts'
import type { AuthorProfile, Card } from './card.ts'
import type { HomeBlock } from './home-block.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'

export interface Archive extends PageAds {
  type: FolderKind
  name: string
  /** `titleToHeader`, or the name (PAGE-12). */
  heading: string
  seo: Seo
  /** Absent: the description for search engines (TOPIC-1). */
  lead?: readonly SafeHtml[]
  blocks: HomeBlock[]
  cards: Card[]
  maxPage: number
  perPage: number
  total: number
  author?: AuthorProfile
}

/** A first view may have articles in its blocks alone. */
export function cardsIn({ cards, blocks }: Archive): Card[] {
  return cards.length > 0 ? cards : blocks.flatMap((block) => ('cards' in block ? block.cards : []))
}
