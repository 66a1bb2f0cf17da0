import type { ResponsiveImage } from './block.ts'
import type { LocalTime, Published } from './dates.ts'
import type { ImageSource } from './image-rules.ts'
import type { SourceLabel } from './label.ts'
import type { LinkTarget } from './links.ts'

export type { Published } from './dates.ts'

export interface Person {
  name: string
  /** On this portal. */
  href?: string
  avatar?: ImageSource
}

export interface Term {
  name: string
  href?: string
}

export interface Headline {
  text: string
  note?: string
  /** Safe in a style; absent: the service's accent. */
  color?: string
}

/** UTF-16 units; `end` is exclusive. */
export type TextRange = readonly [start: number, end: number]

/** In order, without overlaps. */
export interface Marks {
  title: readonly TextRange[]
  lead: readonly TextRange[]
  snippet?: readonly TextRange[]
}

/** WordPress' post formats, and a live coverage. */
export const CARD_FORMATS = ['live', 'audio', 'video', 'gallery'] as const
export type CardFormat = (typeof CARD_FORMATS)[number]

export interface Card {
  id: string
  link: LinkTarget
  title: string
  /** Plain; may be empty. */
  lead: string
  /** Absent: a placeholder (CARD-39). */
  thumbnail?: ResponsiveImage
  /** In an article's size, where it is another file. */
  largeImage?: string
  published?: Published
  modified?: Published
  authors: Person[]
  category?: Term
  kind?: Term
  headline?: Headline
  tags: Term[]
  /** The key of lists of further articles. */
  topCategory?: string
  label?: SourceLabel
  titleColor?: string
  format?: CardFormat
  isPromo: boolean
  /** In no sitemap and no feed. */
  isNoindex?: boolean
  isProductPlacement: boolean
  /** In search results alone (SEARCH-16). */
  marks?: Marks
  /** Around words in neither title nor lead (SEARCH-29). */
  snippet?: string
}

export const SOCIAL_NETWORKS = ['twitter', 'youtube', 'facebook', 'linkedin', 'instagram'] as const
export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number]

export interface AuthorProfile {
  name: string
  href?: string
  avatar?: ImageSource
  description?: string
  email?: string
  social: Array<{ network: SocialNetwork; href: string }>
  activeSince?: LocalTime
  textCount?: number
}
