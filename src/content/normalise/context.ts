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
  /** The call that returned the tree, for reports. */
  call: string
  ownBlocks?: OwnBlocks
  /** (COST-3) */
  budget: Budget
  /** Cuts markup that is too large for one body. */
  parse(markup: string): HtmlNode[]
  /** Parses long markup in steps ahead of `parse` (COST-1). */
  ahead(markup: string): Steps<void>
  /** Goes one level deeper. */
  inner(blocks: readonly unknown[]): Steps<Block[]>
  /**
   * Returns nothing for a missing block and for one within itself, so that two blocks that reference each other end
   * (BLOCK-21).
   */
  reusable(ref: string): Steps<Block[]>
  /** Makes an anchor unique in the article: the editor's own, else one of the words that differs from the editor's. */
  uniqueId(anchor: string | undefined, words: string): string
  /** Links in the article lead to these ids. */
  linked: ReadonlySet<string>
}

/** Returns no blocks when there is nothing to show. */
export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[] | Steps<Block[]>
export type LeafNormaliser = (block: WireBlock, context: NormaliseContext) => Block[]
