import type { Steps } from '../../system/steps.ts'
import type { Block, BlockType } from '../block.ts'
import { EMBED_TYPES } from '../embeds/providers/provider.ts'
import type { OwnBlocks } from '../own-block.ts'
import { text, type WireBlock } from '../wire.ts'
import { buybox, buyboxFast, offerComparison, offerTable, sponsoredParagraph, watchGuide } from './commerce.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { CORE_BLOCKS } from './core-blocks.ts'
import { correction, isCorrection } from './correction.ts'
import { embed, embedField, giphy, tradingview } from './embeds.ts'
import { chart, cover, gallery, photoBox } from './figures.ts'
import { form } from './form.ts'
import {
  columns,
  correctionBlock,
  group,
  liveUpdateBlock,
  newsletter,
  reusableBlock,
  separator,
  shadeContent,
  spacer,
} from './layout.ts'
import { image } from './media.ts'
import { player } from './player.ts'
import { html, htmlBlock, own, unknown } from './raw.ts'
import { table } from './table.ts'
import { code, heading, list, paragraph, quote } from './text.ts'
import { asSaved, CONVERTED, details } from './wordpress.ts'

const NORMALISERS = {
  paragraph: paragraphOrCorrection,
  heading,
  list,
  quote,
  table,
  image,
  html,
  separator,
  columns,
  group,
  code,
  chart,
  cover,
  'reusable-block': reusableBlock,
  'shade-content': shadeContent,
  gallery,
  audio: player,
  video: player,
  details,
  correction: correctionBlock,
  'live-update': liveUpdateBlock,
  youtube: embed,
  vimeo: embed,
  instagram: embed,
  twitter: embed,
  facebook: embed,
  spotify: embed,
  reddit: embed,
  tiktok: embed,
  embed,
  giphy,
  gfycat: embedField('link_iframe'),
  linkedin: embedField('link_iframe'),
  soundcloud: embedField('link'),
  tradingview,
  'photo-box': photoBox,
  newsletter,
  'sponsored-paragraph': sponsoredParagraph,
  buybox,
  'buybox-fast': buyboxFast,
  spacer,
  'offer-comparison': offerComparison,
  'offer-table': offerTable,
  'watch-guide': watchGuide,
  form,
  own,
  unknown,
} satisfies Record<BlockType, Normaliser>

function paragraphOrCorrection(block: WireBlock, context: NormaliseContext): Block[] | Steps<Block[]> {
  if (!isCorrection(block)) return paragraphOrPlayers(block, context)
  return correction(block, context, (plain) => paragraphOrPlayers(plain, context))
}

/** A paragraph's player follows it (VIDEO-8). */
function paragraphOrPlayers(block: WireBlock, context: NormaliseContext): Block[] {
  const hasPlayer = /<(?:audio|video)\b/i.test(block.innerHTML)
  return hasPlayer ? htmlBlock(block.innerHTML, context) : paragraph(block, context)
}

const NAMESPACES = /^(?:core-embed|core|acf|hub)\//

export function normaliserOf(type: string | undefined, block: WireBlock, ownBlocks: OwnBlocks | undefined): Normaliser {
  if (block.blockName && ownBlocks?.has(block.blockName)) return own
  if (type === undefined) return block.blockName === undefined ? html : unknown
  if (isBlockType(type)) return NORMALISERS[type]
  const { blockName = '' } = block
  if (Object.hasOwn(CONVERTED, blockName)) return CONVERTED[blockName] ?? unknown
  return CORE_BLOCKS.has(blockName) ? asSaved : unknown
}

/** Marks for the editor, in any namespace, and core blocks without anything to read. */
export function isLeftOut({ blockName, blockType }: Pick<WireBlock, 'blockType' | 'blockName'>): boolean {
  const isMark = blockType === 'more' || blockType === 'nextpage'
  return isMark || (blockName !== undefined && CORE_BLOCKS.get(blockName) === 'nothing')
}

/** By name where none is explicit (BLOCK-2). */
export function blockTypeOf(block: Pick<WireBlock, 'blockType' | 'blockName' | 'attrs'>): string | undefined {
  // A generic embed's may name a provider without an embed type.
  if (block.blockType) return block.blockName === 'core/embed' ? embedType(block.blockType) : block.blockType
  if (!block.blockName) return undefined
  if (block.blockName === 'core/block') return 'reusable-block'
  const short = block.blockName.replace(NAMESPACES, '')
  if (short === 'embed') return embedType(text.parse(block.attrs.providerNameSlug))
  // Until WordPress 5.6.
  return block.blockName.startsWith('core-embed/') ? embedType(short) : short
}

function embedType(provider = 'embed'): string {
  const type = provider === 'x' ? 'twitter' : provider
  return (EMBED_TYPES as readonly string[]).includes(type) ? type : 'embed'
}

/** Needs only settings, or has nothing to show. */
export function isKnownBlock(
  block: Pick<WireBlock, 'blockType' | 'blockName' | 'attrs'>,
  ownBlocks?: OwnBlocks,
): boolean {
  const own = block.blockName ? ownBlocks?.get(block.blockName) : undefined
  if (own) return !('problem' in own.parse(block.attrs))
  const type = blockTypeOf(block)
  if (type === undefined || isLeftOut(block)) return true
  return isBlockType(type) && type !== 'unknown' && type !== 'own'
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(NORMALISERS, type)
}
