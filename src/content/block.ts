import type { SafeHtml } from './html/escape.ts'

/**
 * The article block tree, after normalising: one member per block type (spec 2, "Article content block types"). Both
 * renderers hold one table keyed by `Block['type']`; a new member does not compile until both answer for it.
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
  | YoutubeBlock
  | UnknownBlock

export type BlockType = Block['type']
export type BlockOf<T extends BlockType> = Extract<Block, { type: T }>

export interface ParagraphBlock {
  type: 'paragraph'
  html: SafeHtml
  align?: 'left' | 'center' | 'right'
  dropCap?: boolean
}

export interface HeadingBlock {
  type: 'heading'
  /** 2 to 6: level 1 belongs to the article's title. */
  level: 2 | 3 | 4 | 5 | 6
  html: SafeHtml
  /** Unique within the article. */
  id: string
}

export interface ListBlock {
  type: 'list'
  ordered: boolean
  start?: number
  reversed?: boolean
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
  align?: 'left' | 'center' | 'right'
}

export interface ImageBlock {
  type: 'image'
  image: Picture
  caption?: SafeHtml
  href?: string
}

/** An image, ready to be written out: its URL is rewritten and its sizes are known to exist. */
export interface Picture {
  src: string
  srcSet?: string
  alt: string
  /** Intrinsic size in pixels. */
  width?: number
  height?: number
}

/** Raw HTML of an editor, sanitised. */
export interface HtmlBlock {
  type: 'html'
  html: SafeHtml
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
  blocks: Block[]
}

export interface CodeBlock {
  type: 'code'
  /** Plain text. */
  code: string
  language?: string
  description?: string
}

export interface YoutubeBlock {
  type: 'youtube'
  /** 11 characters of `[A-Za-z0-9_-]`. */
  id: string
  caption?: SafeHtml
}

/** A block this portal has no type for: its sanitised markup with its inner blocks in their places (decision 25). */
export interface UnknownBlock {
  type: 'unknown'
  name: string
  blocks: Block[]
}
