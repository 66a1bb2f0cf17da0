import { type Block, innerBlocks } from '../../src/content/block.ts'
import { EMBED_TYPES } from '../../src/content/embeds/providers/provider.ts'
import { memoizeByIdentity } from '../../src/system/memoize.ts'
import { type FeatureStyle, usePortal } from '../context.ts'

/** Content after it waits for the sheets. */
export function FeatureStyles({ names }: { names: readonly FeatureStyle[] }) {
  const { featureStyles } = usePortal().assets
  return names.map((name) => <link key={name} rel="stylesheet" href={featureStyles[name]} />)
}

const STYLES: Partial<Record<Block['type'], FeatureStyle>> = {
  ...Object.fromEntries(EMBED_TYPES.map((type) => [type, 'embed'])),
  giphy: 'animation',
  correction: 'correction',
  audio: 'recording',
  video: 'recording',
  'live-update': 'live',
  chart: 'chart',
  code: 'code',
  gallery: 'gallery',
  'sponsored-paragraph': 'offers',
  buybox: 'offers',
  'buybox-fast': 'offers',
  'offer-comparison': 'offers',
  'offer-table': 'offers',
  'watch-guide': 'offers',
}

const styles = memoizeByIdentity<readonly Block[], FeatureStyle[]>()

interface BlockStylesProps {
  blocks: readonly Block[]
  /** Linked above already. */
  linked?: readonly FeatureStyle[]
}

/** `bodyBytes` renders no links to style sheets. */
export function BlockStyles({ blocks, linked = [] }: BlockStylesProps) {
  return <FeatureStyles names={stylesOf(blocks).filter((name) => !linked.includes(name))} />
}

function stylesOf(blocks: readonly Block[]): FeatureStyle[] {
  return styles(blocks, [], () => {
    const needed = new Set<FeatureStyle>()
    const look = (block: Block): void => {
      const style = STYLES[block.type]
      if (style) needed.add(style)
      if (block.type === 'giphy' && block.item?.kind !== 'animation') needed.add('embed')
      for (const inner of innerBlocks(block)) look(inner)
    }
    for (const block of blocks) look(block)
    return [...needed]
  })
}
