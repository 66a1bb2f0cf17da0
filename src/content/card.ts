import type { ResponsiveImage } from './block.ts'
import type { Published } from './dates.ts'
import type { ImageSource } from './images.ts'
import type { SourceLabel } from './label.ts'
import type { LinkTarget } from './links.ts'

export type { Published } from './dates.ts'

export interface Person {
  name: string
  /** The author's page on this portal. */
  href?: string
  avatar?: ImageSource
}

export interface Term {
  name: string
  href?: string
}

/** The words above a title (CARD-6 to CARD-8); at least one of the kicker's texts is set. */
export interface Headline {
  text: string
  /** Shown after the text, with less emphasis. */
  note?: string
  /** Colour of its bar, safe in a style; absent: the service's accent. */
  color?: string
}

/** A part of a text: first place and the one after the last, in UTF-16 units. */
export type TextRange = readonly [start: number, end: number]

/** Words that a search has found, in order and apart from one another. */
export interface Marks {
  title: readonly TextRange[]
  lead: readonly TextRange[]
  snippet?: readonly TextRange[]
}

/** A post as a card: home blocks, lists, search results (CARD-18). */
export interface Card {
  id: string
  link: LinkTarget
  title: string
  /** Plain text; empty when the CMS has none. */
  lead: string
  /** Absent: a placeholder stands there (CARD-39). */
  thumbnail?: ResponsiveImage
  /** URL of the same image as large as an article shows it, where it is another file. */
  largeImage?: string
  published?: Published
  /** When the CMS generated this revision, when it is later than the publication. */
  modified?: Published
  authors: Person[]
  category?: Term
  /** Kind of text: a review, a guide. */
  kind?: Term
  headline?: Headline
  tags: Term[]
  /** Name of the top-level category, the key of lists of further articles. */
  topCategory?: string
  /** Absent: the source label is hidden. */
  label?: SourceLabel
  titleColor?: string
  /** A promoted link to another site. */
  isPromo: boolean
  /** Excluded from search engines: neither in a sitemap nor in a feed. */
  isNoindex?: boolean
  isProductPlacement: boolean
  /** Set for search results alone (SEARCH-16). */
  marks?: Marks
  /** A piece of the article around words that a search has found in neither title nor lead (SEARCH-29). */
  snippet?: string
}
