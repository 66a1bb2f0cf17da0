import type { Report } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import type { HtmlNode } from '../html/tree.ts'
import type { LinkRules } from '../links.ts'
import type { OwnBlocks } from '../own-block.ts'
import type { WireBlock } from '../wire.ts'
import type { Budget } from './budget.ts'

export interface NormaliseContext {
  rules: LinkRules
  report: Report
  call: string
  ownBlocks?: OwnBlocks
  budget: Budget
  parse(markup: string): HtmlNode[]
  /** Parses long markup ahead of `parse` (COST-1). */
  ahead(markup: string): Steps<void>
  inner(blocks: readonly unknown[]): Steps<Block[]>
  /** Returns nothing for a missing block and for one within itself (BLOCK-21). */
  reusable(ref: string): Steps<Block[]>
  /** Prefers the editor's anchor, else takes one of the words. */
  uniqueId(anchor: string | undefined, words: string): string
  linked: ReadonlySet<string>
}

export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[] | Steps<Block[]>
export type LeafNormaliser = (block: WireBlock, context: NormaliseContext) => Block[]
