import type { ComponentType, ReactNode } from 'react'
import type { Language } from '../languages/language.ts'
import type { SafeHtml } from '../system/escape.ts'
import type { OwnHtml } from './html/own-html.ts'

/** A site's own block (docs/decisions/050), the types of its fields erased. */
export interface OwnBlock {
  name: string
  /** The build checks that browsers get the same component. */
  island?: unknown
  parse(settings: Record<string, unknown>): OwnContent | InvalidFields
}

export type OwnBlocks = ReadonlyMap<string, OwnBlock>

export interface InvalidFields {
  problem: { field: string; kind: string }
}

export interface OwnContent {
  page(tools: PageTools): ReactNode
  amp(tools: AmpTools): SafeHtml
  /** `undefined`: feeds lack the block. */
  feed(tools: MarkupTools): SafeHtml | undefined
}

export interface PageTools {
  language: Language
  inner: ReactNode
  /** Browsers hydrate it on first use; its properties travel as JSON. */
  island<P extends object>(Component: ComponentType<P>, props: P): ReactNode
}

export interface MarkupTools {
  language: Language
  inner: SafeHtml
  html: OwnHtml
}

export interface AmpTools extends MarkupTools {
  /** Caches elsewhere serve AMP documents. */
  absolute(url: string): string
}
