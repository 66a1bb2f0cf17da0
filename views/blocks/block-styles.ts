import { type Block, innerBlocks } from '../../src/content/block.ts'
import { memoizeByIdentity } from '../../src/memoize/by-identity.ts'
import type { FeatureStyle } from '../context.ts'

/** Blocks whose style is not in the sheet that every page loads. */
const STYLES: Partial<Record<Block['type'], FeatureStyle>> = {
  giphy: 'animation',
  correction: 'correction',
}

const styles = memoizeByIdentity<readonly Block[], FeatureStyle[]>()

/** The style sheets that blocks need, inner ones too; each once. */
export function stylesOfBlocks(blocks: readonly Block[]): FeatureStyle[] {
  return styles(blocks, [], () => {
    const found = new Set<FeatureStyle>()
    const look = (block: Block): void => {
      const style = STYLES[block.type]
      if (style) found.add(style)
      for (const inner of innerBlocks(block)) look(inner)
    }
    for (const block of blocks) look(block)
    return [...found]
  })
}
