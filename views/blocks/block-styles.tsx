import { type Block, innerBlocks } from '../../src/content/block.ts'
import { memoizeByIdentity } from '../../src/memoize/by-identity.ts'
import { FeatureStyles } from '../components/feature-styles.tsx'
import type { FeatureStyle } from '../context.ts'

/** Blocks whose style is not in the sheet that every page loads. */
const STYLES: Partial<Record<Block['type'], FeatureStyle>> = {
  giphy: 'animation',
  correction: 'correction',
  audio: 'recording',
  video: 'recording',
  'live-update': 'live',
}

const styles = memoizeByIdentity<readonly Block[], FeatureStyle[]>()

interface BlockStylesProps {
  blocks: readonly Block[]
  /** What else the place needs; linked once, even when a block needs it too. */
  others?: readonly FeatureStyle[]
}

/** Stands in front of rendered blocks (`bodyBytes`), which do not link the style sheets that they need. */
export function BlockStyles({ blocks, others = [] }: BlockStylesProps) {
  return <FeatureStyles names={[...new Set([...stylesOf(blocks), ...others])]} />
}

/** Those of inner blocks too; each once. */
function stylesOf(blocks: readonly Block[]): FeatureStyle[] {
  return styles(blocks, [], () => {
    const needed = new Set<FeatureStyle>()
    const look = (block: Block): void => {
      const style = STYLES[block.type]
      if (style) needed.add(style)
      for (const inner of innerBlocks(block)) look(inner)
    }
    for (const block of blocks) look(block)
    return [...needed]
  })
}
