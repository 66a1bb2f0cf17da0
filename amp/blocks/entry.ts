import type { Block, BlockOf, BlockType } from '../../src/content/block.ts'
import type { SafeHtml } from '../../src/content/html/escape.ts'
import type { Extension, StyleName } from '../extensions.ts'

/** What an AMP block renderer may ask for. */
export interface AmpContext {
  /** Renders the blocks that stand inside this one. */
  inner(blocks: readonly Block[]): SafeHtml
  /** An address of this portal made absolute: the document is served from caches elsewhere. */
  absolute(url: string): string
  /** True once, for the first picture of the document: the one AMP fetches at once. */
  takeHero(): boolean
}

/** How a block looks in AMP, with the extensions and the style sheet that its markup needs. */
export interface AmpEntry<T extends BlockType> {
  render(block: BlockOf<T>, context: AmpContext): SafeHtml
  extensions?(block: BlockOf<T>, context: AmpContext): Extension[]
  style?: StyleName
}
