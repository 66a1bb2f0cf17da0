import type { ComponentType, ReactNode } from 'react'
import type { Language } from '../languages/language.ts'
import type { SafeHtml } from '../system/escape.ts'
import type { OwnHtml } from './html/own-html.ts'

/** The site's (docs/decisions/050), its types of fields erased. */
export interface OwnBlock {
  name: string
  /** For browsers, checked by the build. */
  island?: unknown
  parse(settings: Record<string, unknown>): OwnContent | InvalidFields
}

export type OwnBlocks = ReadonlyMap<string, OwnBlock>

export interface InvalidFields {
  problem: { field: string; kind: string }
}

export interface OwnContent {
  page(tools: PageTools): ReactNode
  /** Absent: a link to the page. */
  amp?(tools: AmpTools): SafeHtml
  /** `undefined`: none in feeds. */
  feed(tools: MarkupTools): SafeHtml | undefined
}

export interface PageTools {
  language: Language
  inner: ReactNode
  /**
   * Hydrated at first use, with properties as JSON.
   * @param module the component's file for browsers
   */
  island<P extends object>(Component: ComponentType<P>, props: P, module?: string): ReactNode
}

export interface MarkupTools {
  language: Language
  inner: SafeHtml
  html: OwnHtml
}

export interface AmpTools extends MarkupTools {
  /** For AMP documents in caches. */
  absolute(url: string): string
}
