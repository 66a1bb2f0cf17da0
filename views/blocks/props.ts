import type { ReactNode } from 'react'
import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'

export interface BlockProps<T extends BlockType> {
  block: BlockOf<T>
  inner: (blocks: readonly Block[]) => ReactNode
}
