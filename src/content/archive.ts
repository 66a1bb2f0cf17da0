import type { FolderKind } from '../services/list-kind.ts'
import type { SafeHtml } from '../system/escape.ts'
import type { AuthorProfile } from './author.ts'
import type { Card } from './card.ts'
import type { HomeBlock } from './home-block.ts'
import type { PageAds } from './page-ads.ts'
import type { Seo } from './seo.ts'

/** A category, a tag, a series or an author's list (PAGE-7). */
export interface Archive extends PageAds {
  type: FolderKind
  name: string
  /** `titleToHeader`, or the name (PAGE-12). */
  heading: string
  seo: Seo
  /** Paragraphs above the first page; absent: the description for search engines stands in (TOPIC-1). */
  lead?: readonly SafeHtml[]
  /** Blocks of the first view; other pages show `cards`. */
  blocks: HomeBlock[]
  cards: Card[]
  /** ceil(sumOfPosts / postPerPage), at least 1. */
  maxPage: number
  /** Cards of a full page, at most `MAX_PER_PAGE`. */
  perPage: number
  /** All articles of the list, at most `MAX_ARTICLES`. */
  total: number
  author?: AuthorProfile
}

/** The articles of one page of a list; a first view may have them only in its blocks. */
export function cardsIn({ cards, blocks }: Archive): Card[] {
  return cards.length > 0 ? cards : blocks.flatMap((block) => ('cards' in block ? block.cards : []))
}
