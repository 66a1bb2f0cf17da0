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
  /** Before `parse`, for long markup (COST-1). */
  ahead(markup: string): Steps<void>
  inner(blocks: readonly unknown[]): Steps<Block[]>
  /** Empty when missing or within itself (BLOCK-21). */
  reusable(ref: string): Steps<Block[]>
  /** Takes the editor's anchor, else one of the words. */
  uniqueId(anchor: string | undefined, words: string): string
  linked: ReadonlySet<string>
}

export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[] | Steps<Block[]>
export type LeafNormaliser = (block: WireBlock, context: NormaliseContext) => Block[]
