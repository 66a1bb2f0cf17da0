import type { Messages } from '../languages/messages.ts'
import { type Block, type GiphyBlock, type GiphyItem, innerBlocks } from './block.ts'

const MAX_ITEMS = 20

export function giphyIds(blocks: readonly Block[]): string[] {
  const idsIn = (block: Block): string[] =>
    block.type === 'giphy' ? [block.id] : innerBlocks(block).flatMap((inner) => idsIn(inner))
  return [...new Set(blocks.flatMap(idsIn))].slice(0, MAX_ITEMS)
}

/** Without an item a block is a link. */
export function withGiphyItems(blocks: readonly Block[], known: ReadonlyMap<string, GiphyItem>): Block[] {
  const within = (inner: readonly Block[]): Block[] => withGiphyItems(inner, known)
  return blocks.map((block) => {
    switch (block.type) {
      case 'giphy': {
        const item = known.get(block.id)
        return item ? ({ ...block, item } satisfies GiphyBlock) : block
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

interface GiphyProblem {
  notice: string
  /** The provider writes it in English. */
  message?: string
  isWithheld: boolean
}

export function giphyProblem({ item, provider }: GiphyBlock, { embeds }: Messages): GiphyProblem | undefined {
  switch (item?.kind) {
    case 'rating':
      return { notice: embeds.rated, isWithheld: true }
    case 'location':
      return { notice: embeds.notHere({ provider }), message: item.message, isWithheld: false }
    case 'failed':
      return { notice: embeds.failed({ provider }), message: item.message, isWithheld: false }
    default:
      return undefined
  }
}
