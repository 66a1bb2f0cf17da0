import { createContext, type ReactNode, useContext } from 'react'
import type { Block } from '../../src/content/block.ts'
import type { BlockProps } from './props.ts'
import { BLOCK_COMPONENTS } from './table.tsx'

/** BLOCK-4. */
export const SkippedBlocks = createContext<ReadonlySet<Block>>(new Set())

export function Blocks({ blocks }: { blocks: readonly Block[] }): ReactNode {
  const skipped = useContext(SkippedBlocks)
  return blocks.map((block, index) => (skipped.has(block) ? null : <OneBlock key={index} block={block} />))
}

function OneBlock({ block }: { block: Block }): ReactNode {
  // TypeScript cannot infer from the lookup that the registry pairs each type with its component.
  const Component = BLOCK_COMPONENTS[block.type] as (props: BlockProps<Block['type']>) => ReactNode
  return <Component block={block} inner={inner} />
}

function inner(blocks: readonly Block[]): ReactNode {
  return <Blocks blocks={blocks} />
}
