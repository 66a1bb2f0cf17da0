import type { SafeHtml } from '../system/escape.ts'
import type { ContactForm } from './contact-form.ts'
import type { Published } from './dates.ts'
import type { EmbedTarget, EmbedType } from './embeds/provider.ts'
import type { GiphyItem } from './giphy-item.ts'
import type { ListNumerals } from './html/list-numerals.ts'
import type { Alignment } from './html/style.ts'
import type { LinkTarget } from './links.ts'
import type { MediaFile, MediaTrack } from './media-file.ts'
import type { OwnContent } from './own-block.ts'

/**
 * The normalised article block tree: one member per block type (BLOCK-1). Both renderers
 * have a table keyed by `Block['type']`, so a new member does not compile until both tables cover it.
 */
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
  /** The editor's anchor, unique within the article. */
  id?: string
}

export interface HeadingBlock {
  type: 'heading'
  /** 2 to 6: level 1 is the article's title. */
  level: 2 | 3 | 4 | 5 | 6
  html: SafeHtml
  /** Unique within the article. */
  id: string
  align?: Alignment
}

export interface ListBlock {
  type: 'list'
  ordered: boolean
  start?: number
  reversed?: boolean
  /** Letters or Roman numerals in place of digits. */
  numerals?: ListNumerals
  items: ListItem[]
}

export interface ListItem {
  html: SafeHtml
  /** Nested lists and other blocks below the item's text. */
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
  /** Its column has numbers alone. */
  isNumeric?: true
}

export interface ImageBlock {
  type: 'image'
  image: ResponsiveImage
  caption?: SafeHtml
  href?: string
}

/** An image, ready for output: its URL is rewritten and its sizes exist. */
export interface ResponsiveImage {
  src: string
  srcSet?: string
  alt: string
  /** Intrinsic size in pixels. */
  width?: number
  height?: number
  /** Of the original in pixels, where it is known to differ: in front of WordPress the size is that of the text. */
  fullWidth?: number
}

/** An editor's raw HTML, sanitised. */
export interface HtmlBlock {
  type: 'html'
  html: SafeHtml
  /** Its first images, as far as the widths of their originals are known. */
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
  /** The editor's anchor, unique within the article. */
  id?: string
  blocks: Block[]
  /** What the blocks are, for search engines. */
  outline?: Outline
}

/** Questions with answers, or the steps of a guide: plain text. `totalTime` is an ISO 8601 duration. */
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
  /** The code with highlighting: spans with classes, nothing else. */
  html: SafeHtml
  language?: string
  description?: string
}

/** A chart of a few numbers; its data is always available as text. */
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
  image?: ResponsiveImage
  /** How much the image is dimmed, in per cent. */
  dim: number
  /** CSS pixels. */
  minHeight?: number
  blocks: Block[]
}

/** Content that several articles share, inserted in place. */
export interface ReusableBlock {
  type: 'reusable-block'
  blocks: Block[]
}

/** Text that opens on request; the document contains all of it. */
export interface ShadeContentBlock {
  type: 'shade-content'
  /** Unique within the article. */
  id: string
  label?: string
  blocks: Block[]
}

/** A dated note that something in the text was wrong (CORR-1). */
export interface CorrectionBlock {
  type: 'correction'
  /** Unique within the article. */
  id: string
  /** Absent: the editor has not dated it. */
  published?: Published
  blocks: Block[]
}

/** An entry of a live coverage (LIVE-1). */
export interface LiveUpdateBlock {
  type: 'live-update'
  /** Unique within the article, and the same in its later revisions. */
  id: string
  /** Another one where the editor has changed it; depends on no other update. */
  revision: string
  /** Absent: the editor has not dated it. */
  published?: Published
  heading?: HeadingBlock
  isPinned: boolean
  /** The coverage ends with it. */
  isLast: boolean
  /** Among all updates of the article by time: 0 is the newest. */
  position: number
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
  /** Where the editor's own link leads; absent: the image opens. */
  href?: string
}

interface RecordingBlock extends MediaFile {
  /** What is said and shown, in words. */
  transcript?: Block[]
}

export interface AudioBlock extends RecordingBlock {
  type: 'audio'
  /** The recording's own image. */
  artwork?: string
}

export interface VideoBlock extends RecordingBlock {
  type: 'video'
  poster?: string
  /** Pixels. */
  width?: number
  height?: number
  muted?: boolean
  tracks: MediaTrack[]
}

/** Text below a summary, which opens and closes it. */
export interface DetailsBlock {
  type: 'details'
  summary: SafeHtml
  isOpen?: boolean
  blocks: Block[]
}

/** Third-party content: a link, and what a click loads. */
export type EmbedBlock = { [T in EmbedType]: EmbedMember<T> }[EmbedType]

type EmbedMember<T extends EmbedType> = { type: T; caption?: SafeHtml } & EmbedTarget &
  (T extends 'giphy' ? { item?: GiphyItem } : unknown)

/** Shows the animation itself when the provider returned it (GIF-1), else a regular embed. */
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

/** Paid content, labelled in words. */
export interface SponsoredParagraphBlock {
  type: 'sponsored-paragraph'
  title?: string
  html: SafeHtml
  sponsor?: string
  /** Absent: no button; the text stays. */
  button?: SponsoredLink
}

/** A link to a shop, an offer or a sponsor, with its relations. */
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
  /** Text: `od 519,90 zł`. */
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
  /** 0 to 5. */
  rating?: number
  button?: SponsoredLink
}

export interface OfferTableBlock {
  type: 'offer-table'
  header?: string
  /** Names of the columns after the first. */
  columns: string[]
  offers: Array<{ name: string; link?: LinkTarget; values: string[] }>
}

export interface WatchGuideBlock {
  type: 'watch-guide'
  header: string
  link: LinkTarget
}

/** A form of the CMS (COMM-20). */
export interface FormBlock {
  type: 'form'
  /** Where it works without the portal, http(s). */
  url: string
  /** Absent: it only works there. */
  contact?: ContactForm
}

/** A block that the site's extension defines (docs/decisions/050). */
export interface OwnBlockNode {
  type: 'own'
  /** As in the editor: `zoria/quiz`. */
  name: string
  content: OwnContent
  blocks: Block[]
}

/** A block without a type in this portal: its sanitised markup with its inner blocks in place (BLOCK-4). */
export interface UnknownBlock {
  type: 'unknown'
  name: string
  blocks: Block[]
}

/** The direct inner blocks of a block, in order. */
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
