import type { ReactNode } from 'react'
import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'

/** Props of each block's component. */
export interface BlockProps<T extends BlockType> {
  block: BlockOf<T>
  /** Renders the inner blocks. */
  inner: (blocks: readonly Block[]) => ReactNode
}
