import type { Block } from '../block.ts'
import type { HtmlNode } from '../html/tree.ts'
import type { LinkRules } from '../links.ts'
import type { Report } from '../report.ts'
import type { Steps } from '../steps.ts'
import type { WireBlock } from '../wire.ts'
import type { Budget } from './budget.ts'

/** What a normaliser may ask for beside its own node. */
export interface NormaliseContext {
  rules: LinkRules
  report: Report
  /** The call the tree came from, for reports. */
  call: string
  /** What is left for the body (COST-3). */
  budget: Budget
  /** Parses a block's markup; of what is too large for one body, the beginning. */
  parse(markup: string): HtmlNode[]
  /** Parses long markup in steps, before `parse` is asked for it (COST-2). */
  ahead(markup: string): Steps<void>
  /** Normalises inner blocks, one level deeper. */
  inner(blocks: readonly unknown[]): Steps<Block[]>
  /**
   * The content of a reusable block, normalised; nothing when it is missing or already open further up, so that two
   * blocks that name each other end (contract, "reusable-block").
   */
  reusable(ref: string): Steps<Block[]>
  /** An anchor that no other heading of the article has yet: the editor's own, else made of the words. */
  uniqueId(anchor: string | undefined, words: string): string
}

/** One wire block in, the blocks it becomes out: none when it has nothing to show. */
export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[] | Steps<Block[]>
/** Of a block without inner blocks. */
export type LeafNormaliser = (block: WireBlock, context: NormaliseContext) => Block[]
