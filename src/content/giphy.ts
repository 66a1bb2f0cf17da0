import { type Block, type GiphyBlock, innerBlocks, type MovingPicture } from './block.ts'

/** A page that shows more is an accident or an attack. */
const MAX_ITEMS = 20

/** Ids of the moving pictures that a tree shows, each once, in reading order. */
export function giphyIds(blocks: readonly Block[]): string[] {
  const idsIn = (block: Block): string[] =>
    block.type === 'giphy' ? [block.id] : innerBlocks(block).flatMap((inner) => idsIn(inner))
  return [...new Set(blocks.flatMap(idsIn))].slice(0, MAX_ITEMS)
}

/** The tree with the pictures that are known put into their blocks; a block whose picture is not stays a link. */
export function withMovingPictures(blocks: readonly Block[], known: ReadonlyMap<string, MovingPicture>): Block[] {
  const within = (inner: readonly Block[]): Block[] => withMovingPictures(inner, known)
  return blocks.map((block) => {
    switch (block.type) {
      case 'giphy': {
        const media = known.get(block.id)
        return media ? ({ ...block, media } satisfies GiphyBlock) : block
      }
      case 'list':
        return { ...block, items: block.items.map((item) => ({ ...item, blocks: within(item.blocks) })) }
      case 'columns':
        return { ...block, columns: block.columns.map((column) => ({ ...column, blocks: within(column.blocks) })) }
      default:
        return 'blocks' in block ? { ...block, blocks: within(block.blocks) } : block
    }
  })
}
