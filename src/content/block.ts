import type { SafeHtml } from '../system/escape.ts'
import type { ContactForm } from './contact-form.ts'
import type { Published } from './dates.ts'
import type { EmbedTarget, EmbedType } from './embeds/providers/provider.ts'
import type { Alignment, ListNumerals } from './html/style.ts'
import type { LinkTarget } from './links.ts'
import type { MediaFile, MediaTrack } from './media-file.ts'
import type { OwnContent } from './own-block.ts'

/** (BLOCK-1) A new member does not compile until both renderers' tables have it. */
export type Block =
  | ParagraphBlock
  | HeadingBlock
  | ListBlock
  | QuoteBlock
  | TableBlock
  | ImageBlock
  | HtmlBlock
  | SeparatorBlock
  | ColumnsBlock
  | GroupBlock
  | CodeBlock
  | ChartBlock
  | CoverBlock
  | ReusableBlock
  | ShadeContentBlock
  | GalleryBlock
  | AudioBlock
  | VideoBlock
  | DetailsBlock
  | CorrectionBlock
  | LiveUpdateBlock
  | EmbedBlock
  | PhotoBoxBlock
  | NewsletterBlock
  | SponsoredParagraphBlock
  | BuyboxBlock
  | BuyboxFastBlock
  | SpacerBlock
  | OfferComparisonBlock
  | OfferTableBlock
  | WatchGuideBlock
  | FormBlock
  | OwnBlockNode
  | UnknownBlock

export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export interface ParagraphBlock {
  type: 'paragraph'
  html: SafeHtml
  align?: Alignment
  dropCap?: boolean
  /** Unique within the article. */
  id?: string
}

export interface HeadingBlock {
  type: 'heading'
  /** 1 is the article's title. */
  level: 2 | 3 | 4 | 5 | 6
  html: SafeHtml
  id: string
  align?: Alignment
}

export interface ListBlock {
  type: 'list'
  ordered: boolean
  start?: number
  reversed?: boolean
  numerals?: ListNumerals
  items: ListItem[]
}

export interface ListItem {
  html: SafeHtml
  blocks: Block[]
}

export interface QuoteBlock {
  type: 'quote'
  blocks: Block[]
  cite?: SafeHtml
}

export interface TableBlock {
  type: 'table'
  head: TableCell[][]
  body: TableCell[][]
  foot: TableCell[][]
  caption?: SafeHtml
}

export interface TableCell {
  html: SafeHtml
  isHeader: boolean
  scope?: 'row' | 'col'
  colSpan?: number
  rowSpan?: number
  align?: Alignment
  isNumeric?: true
}

export interface ImageBlock {
  type: 'image'
  image: ResponsiveImage
  isWide?: true
  caption?: SafeHtml
  href?: string
}

export interface ResponsiveImage {
  src: string
  srcSet?: string
  /** Of the crop for small cards. */
  smallSet?: string
  alt: string
  /** Intrinsic pixels. */
  width?: number
  height?: number
  /** Of the original, in pixels, where it differs; in front of WordPress `width` is the text's. */
  fullWidth?: number
}

export interface HtmlBlock {
  type: 'html'
  html: SafeHtml
  images?: ResponsiveImage[]
}

export interface SeparatorBlock {
  type: 'separator'
  size: 'normal' | 'large'
  color?: string
}

export interface ColumnsBlock {
  type: 'columns'
  columns: Array<{ width?: string; blocks: Block[] }>
}

export interface GroupBlock {
  type: 'group'
  id?: string
  blocks: Block[]
  outline?: Outline
}

/** Texts are plain. `totalTime`: ISO 8601. */
export type Outline =
  | { type: 'questions'; questions: ReadonlyArray<{ question: string; answer: string }> }
  | {
      type: 'steps'
      description?: string
      totalTime?: string
      steps: ReadonlyArray<{ name?: string; text: string }>
    }

export interface CodeBlock {
  type: 'code'
  /** Highlighted by spans of classes. */
  html: SafeHtml
  language?: string
  description?: string
}

export interface ChartBlock {
  type: 'chart'
  kind: 'bar' | 'line' | 'pie'
  title?: string
  unit?: string
  source?: string
  series: Array<{ label: string; value: number }>
}

export interface CoverBlock {
  type: 'cover'
  isWide?: true
  image?: ResponsiveImage
  dim: number
  /** CSS pixels. */
  minHeight?: number
  blocks: Block[]
}

export interface ReusableBlock {
  type: 'reusable-block'
  blocks: Block[]
}

/** Opens on request; the document has the whole text. */
export interface ShadeContentBlock {
  type: 'shade-content'
  id: string
  label?: string
  blocks: Block[]
}

export interface CorrectionBlock {
  type: 'correction'
  id: string
  published?: Published
  blocks: Block[]
}

export interface LiveUpdateBlock {
  type: 'live-update'
  /** Unique within the article, and the same in later revisions. */
  id: string
  /** Changes with the update alone. */
  revision: string
  published?: Published
  heading?: HeadingBlock
  isPinned: boolean
  isLast: boolean
  /** 0: the article's newest. */
  position: number
  /** The day is above it on the same page. */
  isOfSameDay?: true
  blocks: Block[]
}

export interface GalleryBlock {
  type: 'gallery'
  items: GalleryItem[]
  caption?: SafeHtml
}

export interface GalleryItem {
  image: ResponsiveImage
  caption?: SafeHtml
  /** Absent: the image opens. */
  href?: string
}

interface RecordingBlock extends MediaFile {
  transcript?: Block[]
}

export interface AudioBlock extends RecordingBlock {
  type: 'audio'
  artwork?: string
}

export interface VideoBlock extends RecordingBlock {
  type: 'video'
  poster?: string
  width?: number
  height?: number
  muted?: boolean
  tracks: MediaTrack[]
}

export interface DetailsBlock {
  type: 'details'
  summary: SafeHtml
  isOpen?: boolean
  blocks: Block[]
}

export type EmbedBlock = { [T in EmbedType]: EmbedMember<T> }[EmbedType]

/** A box shows it before its click (EMB-13). */
export interface EmbedFacts {
  title?: string
  /** Seconds. */
  duration?: number
  /** No other host hears of a reader who sees it. */
  poster?: ResponsiveImage
}

type EmbedMember<T extends EmbedType> = { type: T; caption?: SafeHtml } & EmbedTarget &
  EmbedFacts &
  (T extends 'giphy' ? { item?: GiphyItem } : unknown)

/** The animation itself when the provider returned it (GIF-1), else an embed. */
export type GiphyBlock = EmbedMember<'giphy'>

export interface PhotoBoxBlock {
  type: 'photo-box'
  image?: ResponsiveImage
  title?: string
  description?: string
  author?: string
}

export interface NewsletterBlock {
  type: 'newsletter'
  header?: string
  description?: string
}

export interface SponsoredParagraphBlock {
  type: 'sponsored-paragraph'
  title?: string
  html: SafeHtml
  sponsor?: string
  button?: SponsoredLink
}

export interface SponsoredLink {
  label: string
  link: LinkTarget
}

export interface BuyboxBlock {
  type: 'buybox'
  header?: string
  image?: ResponsiveImage
  offers: ShopOffer[]
}

export interface ShopOffer {
  shop: string
  price?: string
  button?: SponsoredLink
}

export interface BuyboxFastBlock {
  type: 'buybox-fast'
  title?: string
  offer: ShopOffer
}

export interface SpacerBlock {
  type: 'spacer'
  /** CSS pixels. */
  height: number
}

export interface OfferComparisonBlock {
  type: 'offer-comparison'
  header?: string
  offers: ComparedOffer[]
}

export interface ComparedOffer {
  name: string
  image?: ResponsiveImage
  price?: string
  description?: string
  rating?: number
  button?: SponsoredLink
}

export interface OfferTableBlock {
  type: 'offer-table'
  header?: string
  columns: string[]
  offers: Array<{ name: string; link?: LinkTarget; values: string[] }>
}

export interface WatchGuideBlock {
  type: 'watch-guide'
  header: string
  link: LinkTarget
}

export interface FormBlock {
  type: 'form'
  /** Works without the portal. */
  url: string
  /** Absent: the form works at its URL alone. */
  contact?: ContactForm
}

/** Of the site's extension (docs/decisions/050). */
export interface OwnBlockNode {
  type: 'own'
  /** Such as `zoria/quiz`. */
  name: string
  content: OwnContent
  blocks: Block[]
}

export interface UnknownBlock {
  type: 'unknown'
  name: string
  blocks: Block[]
}

export function innerBlocks(block: Block): Block[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => item.blocks)
    case 'columns':
      return block.columns.flatMap((column) => column.blocks)
    case 'audio':
    case 'video':
      return block.transcript ?? []
    case 'live-update':
      return block.heading ? [block.heading, ...block.blocks] : block.blocks
    default:
      return 'blocks' in block ? block.blocks : []
  }
}

/** Two or more boxes alone stand in a row (EMB-14). An animation is no box. */
export function embedRow(block: ColumnsBlock | GroupBlock): EmbedBlock[] | undefined {
  const parts = block.type === 'columns' ? block.columns.map(({ blocks }) => blocks) : [block.blocks]
  const inside = parts.flat().flatMap(within)
  const embeds = inside.filter((one): one is EmbedBlock => 'provider' in one && 'url' in one && !isAnimation(one))
  return embeds.length > 1 && embeds.length === inside.length && parts.every(({ length }) => length > 0)
    ? embeds
    : undefined
}

function isAnimation(block: EmbedBlock): boolean {
  return block.type === 'giphy' && block.item?.kind === 'animation'
}

function within(block: Block): Block[] {
  return block.type === 'group' && block.outline === undefined && block.id === undefined
    ? block.blocks.flatMap(within)
    : [block]
}

export type GiphyItem =
  | GiphyAnimation
  | { kind: 'no-video' }
  | { kind: 'rating' }
  /** The provider's reason, in English. */
  | { kind: 'failed' | 'location'; message: string }

/** The security policy allows their hosts. */
export interface GiphyAnimation {
  kind: 'animation'
  video: string
  poster?: string
  width: number
  height: number
  /** Called once the item was seen. */
  pingback?: string
}
