import type { Report } from '../../system/report.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import type { HtmlNode } from '../html/tree.ts'
import type { LinkRules } from '../links.ts'
import type { OwnBlocks } from '../own-block.ts'
import type { WireBlock } from '../wire.ts'
import type { Budget } from './budget.ts'

/** What a normaliser may use in addition to its own node. */
export interface NormaliseContext {
  rules: LinkRules
  report: Report
  /** The call that returned the tree, for reports. */
  call: string
  /** Blocks of the site's own, by their names. */
  ownBlocks?: OwnBlocks
  /** The remaining budget of the body (COST-3). */
  budget: Budget
  /** Parses a block's markup; cuts markup that is too large for one body. */
  parse(markup: string): HtmlNode[]
  /** Parses long markup in steps ahead of `parse` (COST-2). */
  ahead(markup: string): Steps<void>
  /** Normalises inner blocks, one level deeper. */
  inner(blocks: readonly unknown[]): Steps<Block[]>
  /**
   * The normalised content of a reusable block; empty when it is missing or an ancestor has the same ref, so that two
   * blocks that reference each other end (BLOCK-21).
   */
  reusable(ref: string): Steps<Block[]>
  /** An anchor that is unique in the article: the editor's own, else one of the words, which takes none of the editor's. */
  uniqueId(anchor: string | undefined, words: string): string
  /** Ids that links in the article lead to. */
  linked: ReadonlySet<string>
}

/** Turns one wire block into its blocks: none when there is nothing to show. */
export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[] | Steps<Block[]>
/** The normaliser of a block without inner blocks. */
export type LeafNormaliser = (block: WireBlock, context: NormaliseContext) => Block[]
