import type { Block } from '../../src/content/block.ts'
import type { HomeBlock } from '../../src/content/home-block.ts'
import { BLOCKS } from './fixtures/blocks.ts'
import { HOME_BLOCKS } from './fixtures/home-blocks.ts'

/** Where a block stands: in articles, which have three outputs, or on home pages, which are pages only. */
export type Shown = { place: 'article'; block: Block } | { place: 'home'; block: HomeBlock }

/** One block type with its variants by name. */
export interface Entry {
  place: Shown['place']
  type: string
  variants: ReadonlyArray<{ name: string; shown: Shown }>
}

/** Everything that the catalogue shows, in the order of the unions. */
export const ENTRIES: readonly Entry[] = [
  ...Object.entries(BLOCKS).map(([type, variants]) =>
    entry(
      'article',
      type,
      Object.entries<Block>(variants).map(([name, block]) => ({ name, shown: { place: 'article', block } })),
    ),
  ),
  ...Object.entries(HOME_BLOCKS).map(([type, variants]) =>
    entry(
      'home',
      type,
      Object.entries<HomeBlock>(variants).map(([name, block]) => ({ name, shown: { place: 'home', block } })),
    ),
  ),
]

function entry(place: Entry['place'], type: string, variants: Entry['variants']): Entry {
  return { place, type, variants }
}
