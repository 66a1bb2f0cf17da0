import type { Block, BlockType } from '../block.ts'
import type { LinkRules } from '../links.ts'
import { kindOf, type Report } from '../report.ts'
import { slugOf } from '../slug.ts'
import { isRecord, text, type WireBlock, wireBlock } from '../wire.ts'
import type { NormaliseContext, Normaliser } from './context.ts'
import { columns, group, separator } from './layout.ts'
import { image } from './media.ts'
import { html, unknown } from './raw.ts'
import { table } from './table.ts'
import { code, heading, list, paragraph, quote } from './text.ts'
import { youtube } from './youtube.ts'

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
  youtube,
  unknown,
} satisfies Record<BlockType, Normaliser>

/** Deeper inner blocks come out side by side: no renderer recurses further, and no text is lost. */
export const MAX_DEPTH = 100
/** An anchor of the editor that may be used as it stands. */
const ANCHOR = /^[\p{L}][\p{L}\p{N}_:.-]{0,79}$/u
const NAMESPACES = /^(?:core-embed|core|acf|hub)\//
/** Markup of the editor that has nothing to show. */
const SILENT = new Set(['more', 'nextpage'])

/**
 * Turns the block tree of the CMS into the tree that both renderers know. A block that cannot be read costs itself
 * alone and one report.
 */
export function normaliseBlocks(
  blocks: readonly unknown[],
  world: { rules: LinkRules; report: Report; call: string },
): Block[] {
  const taken = new Set<string>()
  const uniqueId = (anchor: string | undefined, words: string): string => {
    const base = anchor && ANCHOR.test(anchor) ? anchor : slugOf(words) || 'sekcja'
    let id = base
    for (let copy = 2; taken.has(id); copy++) id = `${base}-${copy}`
    taken.add(id)
    return id
  }
  const level = (depth: number): NormaliseContext => ({
    ...world,
    uniqueId,
    inner: (inner) =>
      depth < MAX_DEPTH
        ? inner.flatMap((block) => normaliseBlock(block, level(depth + 1)))
        : flatten(inner).flatMap((block) => normaliseBlock(block, level(depth))),
  })
  return level(0).inner(blocks)
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
  if (block.blockType) return block.blockType
  if (!block.blockName) return undefined
  if (block.blockName === 'core/block') return 'reusable-block'
  const short = block.blockName.replace(NAMESPACES, '')
  return short === 'embed' ? embedType(block.attrs) : short
}

function embedType(attrs: WireBlock['attrs']): string {
  const provider = text.parse(attrs.providerNameSlug)
  if (provider === undefined) return 'embed'
  const type = provider === 'x' ? 'twitter' : provider
  return isBlockType(type) ? type : 'embed'
}

function isBlockType(type: string): type is BlockType {
  return Object.hasOwn(NORMALISERS, type)
}

/** The leaves and containers of a tree as one list, without recursion: each gives up its inner blocks. */
function flatten(blocks: readonly unknown[]): unknown[] {
  const flat: unknown[] = []
  const stack = [...blocks].reverse()
  for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
    if (!isRecord(block)) continue
    flat.push({ ...block, innerBlocks: [], innerContent: undefined })
    if (Array.isArray(block.innerBlocks)) stack.push(...[...block.innerBlocks].reverse())
  }
  return flat
}
