import type { Block } from '../block.ts'
import type { LinkRules } from '../links.ts'
import type { Report } from '../report.ts'
import type { WireBlock } from '../wire.ts'

/** What a normaliser may ask for beside its own node. */
export interface NormaliseContext {
  rules: LinkRules
  report: Report
  /** The call the tree came from, for reports. */
  call: string
  /** Normalises inner blocks, one level deeper. */
  inner(blocks: readonly unknown[]): Block[]
  /**
   * The content of a reusable block, normalised; nothing when it is missing or already open further up, so that two
   * blocks that name each other end (contract, "reusable-block").
   */
  reusable(ref: string): Block[]
  /** An anchor that no other heading of the article has yet: the editor's own, else made of the words. */
  uniqueId(anchor: string | undefined, words: string): string
}

/** One wire block in, the blocks it becomes out: none when it has nothing to show. */
export type Normaliser = (block: WireBlock, context: NormaliseContext) => Block[]
