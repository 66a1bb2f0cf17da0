import type { AdSlot } from './ads.ts'
import type { AuthorProfile } from './author.ts'
import type { Card } from './card.ts'
import type { HomeBlock } from './home-block.ts'
import type { Seo } from './seo.ts'

/** A category, a tag or an author's list (spec 3, "Archive data"). */
export interface Archive {
  type: 'category' | 'tag' | 'author'
  name: string
  /** `titleToHeader`, or the name (spec 2, "Archive page"). */
  heading: string
  seo: Seo
  /** Blocks of the first view; other pages show `cards`. */
  blocks: HomeBlock[]
  cards: Card[]
  /** ceil(sumOfPosts / postPerPage), at least 1. */
  maxPage: number
  /** Cards of a full page. */
  perPage: number
  /** All articles of the list. */
  total: number
  /** Slots of the list; an `ad-slot` block takes the one of its unit (decision 65). */
  adSlots: AdSlot[]
  /** Welcome screen and ad exchanger, where they are on. */
  outOfPageSlots: AdSlot[]
  author?: AuthorProfile
}

/** The articles of one page of a list; a first view may have them in its blocks alone. */
export function cardsIn({ cards, blocks }: Archive): Card[] {
  return cards.length > 0 ? cards : blocks.flatMap((block) => ('cards' in block ? block.cards : []))
}
