import type { Block, BlockType } from '../block.ts'
import { EMBED_TYPES } from '../embeds.ts'
import { isAnchor, isReservedId } from '../html/anchor.ts'
import type { LinkRules } from '../links.ts'
import { isRecord } from '../record.ts'
import { kindOf, type Report } from '../report.ts'
import { slugOf } from '../slug.ts'
import { text, type WireBlock, wireBlock } from '../wire.ts'
import { buybox, buyboxFast, offerComparison, offerTable, sponsoredParagraph, watchGuide } from './commerce.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { embed, embedField, giphy, tradingview, youtube } from './embeds.ts'
import { chart, cover, gallery, photoBox } from './figures.ts'
import { columns, group, newsletter, reusableBlock, separator, shadeContent, spacer } from './layout.ts'
import { image } from './media.ts'
import { html, unknown } from './raw.ts'
import { table } from './table.ts'
import { code, heading, list, paragraph, quote } from './text.ts'

/** One normaliser for each block type of the contract. */
const NORMALISERS = {
  paragraph,
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
  youtube,
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
  unknown,
} satisfies Record<BlockType, Normaliser>

/**
 * Deeper inner blocks come out side by side, and no text is lost. AMP's validator bears about 115 elements inside one
 * another: each level here is up to two, a list in one piece of markup up to 22, and markup itself up to 42.
 */
export const MAX_DEPTH = 16
/** Reusable blocks that an article shows. They may hold one another, and their number would grow without end. */
const MAX_REUSED = 200
/** Parts of a container, which have no type of their own (contract, "Rules for every block"). */
const PARTS = new Set(['core/column', 'core/list-item'])
const NAMESPACES = /^(?:core-embed|core|acf|hub)\//
/** Markup of the editor that has nothing to show. */
const SILENT = new Set(['more', 'nextpage'])

export interface NormaliseWorld {
  rules: LinkRules
  report: Report
  call: string
  /** Answers of the CMS for the reusable blocks that the tree names, by ref. */
  reusable?: ReadonlyMap<string, unknown>
}

/**
 * Turns the block tree of the CMS into the tree that both renderers know. A block that cannot be read costs itself
 * alone and one report.
 */
export function normaliseBlocks(blocks: readonly unknown[], world: NormaliseWorld): Block[] {
  const taken = new Set<string>()
  let reused = 0
  const uniqueId = (anchor: string | undefined, words: string): string => {
    const slug = slugOf(words) || 'sekcja'
    const base = anchor && isAnchor(anchor) ? anchor : isReservedId(slug) ? `sekcja-${slug}` : slug
    let id = base
    for (let copy = 2; taken.has(id); copy++) id = `${base}-${copy}`
    taken.add(id)
    return id
  }
  const level = (depth: number, chain: readonly string[]): NormaliseContext => ({
    ...world,
    uniqueId,
    inner: (inner) =>
      depth < MAX_DEPTH
        ? inner.flatMap((block) => normaliseBlock(block, level(depth + 1, chain)))
        : flatten(inner).flatMap((block) => normaliseBlock(block, level(depth, chain))),
    reusable: (ref) => {
      const isShown = !chain.includes(ref) && reused < MAX_REUSED
      const shared = isShown ? wireBlock.safeParse(world.reusable?.get(ref)) : undefined
      if (shared?.success) reused++
      return shared?.success ? level(depth, [...chain, ref]).inner(shared.data.innerBlocks) : []
    },
  })
  return level(0, []).inner(blocks)
}

/** The refs of reusable blocks in a tree, for whoever can fetch them. Reads without recursion; anything may come in. */
export function reusableRefs(tree: unknown): string[] {
  const refs = new Set<string>()
  const stack: unknown[] = [tree]
  while (stack.length > 0) {
    const node = stack.pop()
    if (Array.isArray(node)) stack.push(...node)
    if (!isRecord(node)) continue
    const isReusable = node.blockName === 'core/block' || node.blockType === 'reusable-block'
    const ref = isReusable && isRecord(node.attrs) ? text.parse(node.attrs.ref) : undefined
    if (ref !== undefined) refs.add(ref)
    stack.push(node.innerBlocks, node.blocks)
  }
  return [...refs]
}

function normaliseBlock(block: unknown, context: NormaliseContext): Block[] {
  const parsed = wireBlock.safeParse(block)
  if (!parsed.success) {
    context.report({ call: context.call, field: 'blocks', kind: `${kindOf(block)} instead of a block` })
    return []
  }
  const type = blockTypeOf(parsed.data)
  if (type !== undefined && SILENT.has(type)) return []
  try {
    return normaliserOf(type, parsed.data)(parsed.data, context)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.report({ call: context.call, field: `blocks (${type ?? 'nameless'})`, kind: reason })
    return []
  }
}

function normaliserOf(type: string | undefined, block: WireBlock): Normaliser {
  if (type === undefined) return block.blockName === undefined ? html : unknown
  return isBlockType(type) ? NORMALISERS[type] : unknown
}

/** The short type of a block (contract, "Rules for every block"): given, or derived from the block's name. */
export function blockTypeOf(block: Pick<WireBlock, 'blockType' | 'blockName' | 'attrs'>): string | undefined {
  // An embed of a provider that has no type of its own may be given as that provider.
  if (block.blockType) return block.blockName === 'core/embed' ? embedType(block.blockType) : block.blockType
  if (!block.blockName) return undefined
  if (block.blockName === 'core/block') return 'reusable-block'
  const short = block.blockName.replace(NAMESPACES, '')
  if (short === 'embed') return embedType(text.parse(block.attrs.providerNameSlug))
  // Before WordPress 5.6 each provider was a block of its own.
  return block.blockName.startsWith('core-embed/') ? embedType(short) : short
}

function embedType(provider = 'embed'): string {
  const type = provider === 'x' ? 'twitter' : provider
  return (EMBED_TYPES as readonly string[]).includes(type) ? type : 'embed'
}

/** Whether a block is one that this portal shows by its settings alone, or has nothing to show. */
export function isKnownBlock(block: Pick<WireBlock, 'blockType' | 'blockName' | 'attrs'>): boolean {
  const type = blockTypeOf(block)
  return type === undefined || SILENT.has(type) || (isBlockType(type) && type !== 'unknown')
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(NORMALISERS, type)
}

/** The leaves and containers of a tree as one list, without recursion: each gives up its inner blocks but a gallery. */
function flatten(blocks: readonly unknown[]): unknown[] {
  const flat: unknown[] = []
  const stack = [...blocks].reverse()
  for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
    if (!isRecord(block)) continue
    if (block.blockType === 'gallery' || block.blockName === 'core/gallery') {
      flat.push(block)
      continue
    }
    const isPart = typeof block.blockName === 'string' && PARTS.has(block.blockName)
    flat.push({ ...block, ...(isPart && { blockName: null }), innerBlocks: [], innerContent: undefined })
    if (Array.isArray(block.innerBlocks)) stack.push(...[...block.innerBlocks].reverse())
  }
  return flat
}
