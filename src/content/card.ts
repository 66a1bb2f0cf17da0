import type { Picture } from './block.ts'
import type { WarsawTime } from './dates.ts'
import type { SourceLabel } from './label.ts'
import type { LinkTarget } from './links.ts'

export interface Person {
  name: string
  /** Page of the author on this portal. */
  href?: string
  avatar?: string
}

export interface Term {
  name: string
  href?: string
}

/** When something was published, ready for display and for machines. */
export interface Published {
  time: WarsawTime
  /** `3 marca 2026`, or the CMS' own display date. */
  day: string
  /** `10:05`, or the CMS' own display time. */
  clock: string
}

/** The words above a title (CARD-6 to CARD-8); one of a kicker's texts is always there. */
export interface Headline {
  text: string
  /** What stands behind the text, less strong. */
  note?: string
  /** Colour of its bar, safe in a style; absent: the service's accent. */
  color?: string
}

/** A post as a card: home blocks, lists, search results (spec 3, "Post"). */
export interface Card {
  id: string
  link: LinkTarget
  title: string
  /** Plain text; empty when the CMS has none. */
  lead: string
  /** Absent: the placeholder is shown. */
  thumbnail?: Picture
  published?: Published
  /** When the CMS generated this revision, when it says so and it is later. */
  modified?: Published
  authors: Person[]
  category?: Term
  /** What kind of text it is: a review, a guide. */
  kind?: Term
  headline?: Headline
  tags: Term[]
  /** Name of the top-level category, by which lists of further articles are kept. */
  topCategory?: string
  /** Absent: the source label is hidden. */
  label?: SourceLabel
  titleColor?: string
  /** A promoted link to another site. */
  isPromo: boolean
  /** It asks search engines not to keep it: it is in no sitemap and in no feed. */
  isNoindex?: boolean
  isProductPlacement: boolean
}
