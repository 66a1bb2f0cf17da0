import { copy } from '../copy.ts'
import { type Block, type GiphyBlock, innerBlocks } from './block.ts'
import type { GiphyItem } from './giphy-item.ts'

/** A page that shows more is an accident or an attack. */
const MAX_ITEMS = 20

/** Ids of the animations that a tree shows, each once, in reading order. */
export function giphyIds(blocks: readonly Block[]): string[] {
  const idsIn = (block: Block): string[] =>
    block.type === 'giphy' ? [block.id] : innerBlocks(block).flatMap((inner) => idsIn(inner))
  return [...new Set(blocks.flatMap(idsIn))].slice(0, MAX_ITEMS)
}

/** The tree with what the provider says put into its blocks; a block of which it says nothing stays a link. */
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

/** Why an animation is not shown. */
interface GiphyProblem {
  told: string
  /** The provider's own words, in English. */
  message?: string
  /** Its frame may not be shown either. */
  isWithheld: boolean
}

/** What a reader is told of an animation that is not shown (GIF-4, GIF-6, GIF-7); undefined: nothing is wrong with it. */
export function giphyProblem({ item, provider }: GiphyBlock): GiphyProblem | undefined {
  switch (item?.kind) {
    case 'rating':
      return { told: copy.embeds.rated, isWithheld: true }
    case 'location':
      return { told: copy.embeds.notHere(provider), message: item.message, isWithheld: false }
    case 'failed':
      return { told: copy.embeds.failed(provider), message: item.message, isWithheld: false }
    default:
      return undefined
  }
}
