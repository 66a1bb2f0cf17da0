import type { CorrectionMeta } from '../../src/sources/embedded/front-matter.ts'

export interface Site {
  title: string
  /** Without a trailing slash. */
  url: string
  lists?: Readonly<Record<'category' | 'tag' | 'author', string>>
  feeds?: readonly string[]
}

export interface SourceAuthor {
  login: string
  name: string
  description?: string
}

export interface SourceTerm {
  kind: 'category' | 'tag'
  /** Percent-encoded where it is not ASCII. */
  nicename: string
  name: string
  /** Several terms may share it. */
  list?: string
  description?: string
  heading?: string
}

export interface SourceAttachment {
  id: string
  url: string
  title?: string
  alt?: string
  /** HTML. */
  caption?: string
  credit?: string
  parent?: string
  order: number
}

export interface SourcePostHead {
  id: string
  /** Unique on the site. */
  guid?: string
  type: string
  status: string
  hasPassword: boolean
  slug: string
  link?: string
  aliases?: readonly string[]
  /** HTML. */
  title: string
  /** Milliseconds. */
  published?: number
  modified?: number
  authors: string[]
  categories: SourceTerm[]
  tags: SourceTerm[]
  isSticky: boolean
}

export interface SourcePost extends SourcePostHead {
  /** HTML. */
  excerpt: string
  content: string
  /** Stored text may have shortcodes; `blocks` is grammar taken as it is. */
  form: 'stored' | 'rendered' | 'blocks' | 'markdown'
  thumbnail?: string
  file?: string
  losses?: readonly Loss[]
  hasComments: boolean
  settings: {
    noindex?: boolean
    productPlacement?: boolean
    promo?: string
    next?: string[]
    corrections?: CorrectionMeta[]
    expires?: string
    format?: 'audio' | 'video' | 'gallery'
  }
}

export interface Loss {
  /** Of the source's file, from 1. */
  line?: number
  what: string
}

export type SourcePart =
  | { kind: 'site'; site: Site }
  | { kind: 'author'; author: SourceAuthor }
  | { kind: 'term'; term: SourceTerm }
  | { kind: 'attachment'; attachment: SourceAttachment }
  | { kind: 'head'; post: SourcePostHead }
  | { kind: 'post'; post: SourcePost }
  | { kind: 'unreadable'; name: string; reason: string }
  | { kind: 'mended'; line: number; what: string }
  | { kind: 'left-out'; what: string; count: number }
  /** Both are absolute. */
  | { kind: 'redirect'; from: string; to: string }

export interface ImportSource {
  outline(): AsyncIterable<SourcePart>
  /** In the same order; other parts may be included. */
  posts(): AsyncIterable<SourcePart>
  /** @returns a path by its URL, never outside of the source */
  fileAt?(url: string): Promise<string | undefined>
}

export const NO_SITE = 'http://site.invalid'

export class ImportSourceError extends Error {
  override readonly name = 'ImportSourceError'
}
