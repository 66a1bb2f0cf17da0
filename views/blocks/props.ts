import type { ReactNode } from 'react'
import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'

/** What each block's component gets. */
export interface BlockProps<T extends BlockType> {
  block: BlockOf<T>
  /** Renders the blocks that stand inside this one. */
  inner: (blocks: readonly Block[]) => ReactNode
}
