import type { ComponentType, ReactNode } from 'react'
import type { Language } from '../languages/language.ts'
import type { SafeHtml } from '../system/escape.ts'
import type { OwnHtml } from './html/own-html.ts'

/** A block of the site's own (docs/decisions/050), the types of its fields erased. */
export interface OwnBlock {
  name: string
  /** The component of the interactive part; the build checks that browsers get the same. */
  island?: unknown
  /** Parses the settings once, when the article is decoded. */
  parse(settings: Record<string, unknown>): OwnContent | InvalidFields
}

export type OwnBlocks = ReadonlyMap<string, OwnBlock>

export interface InvalidFields {
  problem: { field: string; kind: string }
}

/** The fields of one block, ready for each output. */
export interface OwnContent {
  page(tools: PageTools): ReactNode
  amp(tools: AmpTools): SafeHtml
  /** `undefined` leaves the block out of feeds. */
  feed(tools: MarkupTools): SafeHtml | undefined
}

export interface PageTools {
  language: Language
  inner: ReactNode
  /** Renders an interactive part, which browsers hydrate on first use. Its properties travel as JSON. */
  island<P extends object>(Component: ComponentType<P>, props: P): ReactNode
}

export interface MarkupTools {
  language: Language
  inner: SafeHtml
  html: OwnHtml
}

export interface AmpTools extends MarkupTools {
  /** Makes a URL of this portal absolute, because caches elsewhere serve the document. */
  absolute(url: string): string
}
