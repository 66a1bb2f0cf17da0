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
  /** Without it the description for search engines is shown (TOPIC-1). */
  lead?: readonly SafeHtml[]
  blocks: HomeBlock[]
  cards: Card[]
  maxPage: number
  perPage: number
  total: number
  author?: AuthorProfile
}

/** A first view may have its articles only in its blocks. */
export function cardsIn({ cards, blocks }: Archive): Card[] {
  return cards.length > 0 ? cards : blocks.flatMap((block) => ('cards' in block ? block.cards : []))
}
