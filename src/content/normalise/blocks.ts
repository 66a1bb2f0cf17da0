import { escapeHtml } from '../../system/escape.ts'
import { isRecord } from '../../system/record.ts'
import { kindOf, type Problem, type Report } from '../../system/report.ts'
import { atOnce, type Steps } from '../../system/steps.ts'
import type { Block } from '../block.ts'
import { cutFields } from '../decode/fields.ts'
import { EMBED_TYPES } from '../embeds/providers/provider.ts'
import { type HtmlNode, PIECE, parseHtmlInSteps, textOf } from '../html/tree.ts'
import { MAX_CHARACTERS, MAX_SETTINGS, MAX_TAGS } from '../limits.ts'
import type { LinkRules } from '../links.ts'
import type { OwnBlocks } from '../own-block.ts'
import { settlePluginMarkup } from '../plugin-markup/plugin-markup.ts'
import { withoutBuilders } from '../shortcodes.ts'
import { text, type WireBlock, wireBlock } from '../wire.ts'
import { isPlace, settleAnchors } from './anchors.ts'
import { createBudget } from './budget.ts'
import type { NormaliseContext } from './context.ts'
import { embedsNotIn } from './embed-markup.ts'
import { dataOf } from './fields.ts'
import { inLiveOrder } from './live-order.ts'
import { blockTypeOf, isLeftOut, normaliserOf } from './normalisers.ts'
import { anchored, createUniqueIds, placesIn } from './places.ts'
import { withRecordingParts } from './recording-parts.ts'

/**
 * Deeper blocks become siblings. AMP's validator accepts about 115 nested elements: a level adds up to two, a list in
 * one piece of markup up to 22, and markup up to 42.
 */
export const MAX_DEPTH = 16
/** Cost of a block beyond its markup. */
const BLOCK_TAGS = 4
/** Settings that count towards the body's size. */
const MEASURED = new Set(['code', 'content'])
const MAX_REUSED = 200
const PARTS = new Set(['core/column', 'core/list-item'])
export interface NormaliseWorld {
  rules: LinkRules
  report: Report
  call: string
  reusable?: ReadonlyMap<string, unknown>
  ownBlocks?: OwnBlocks
}

/** Drops and reports invalid blocks. */
export function* normaliseBlocks(
  blocks: readonly unknown[],
  world: NormaliseWorld,
  budget = createBudget(),
): Steps<Block[]> {
  const places = yield* placesIn([blocks, [...(world.reusable?.values() ?? [])]])
  const uniqueId = createUniqueIds(places)
  let reused = 0
  let tangled: string | undefined
  let prepared: Parsed | undefined
  const leftOut = new Map<string, number>()
  const parse: NormaliseContext['parse'] = (markup) => {
    const allowed = withoutBuilders(budget.markup(markup), world.rules.service.group.embeds)
    const { nodes, why } = prepared?.markup === allowed ? prepared : atOnce(parsedMarkup(allowed))
    prepared = undefined
    if (why !== undefined) {
      tangled = textOf(nodes).trim()
      const kind = `${why}, in ${markup.length} characters: text alone`
      world.report({ call: world.call, field: 'blocks (markup)', kind })
    }
    settlePluginMarkup(nodes, allowed, (kind) => leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1))
    return nodes
  }
  const ahead: NormaliseContext['ahead'] = function* (markup) {
    const allowed = markup.length > PIECE ? budget.allowed(markup) : ''
    if (allowed.length > PIECE) prepared = yield* parsedMarkup(allowed)
  }
  const level = (depth: number, chain: readonly string[]): NormaliseContext => ({
    ...world,
    budget,
    parse,
    ahead,
    uniqueId,
    linked: places.linked,
    *inner(inner) {
      const isDeep = depth >= MAX_DEPTH
      const context = isDeep ? level(depth, chain) : level(depth + 1, chain)
      const made: Block[] = []
      for (const block of withRecordingParts(isDeep ? flatten(inner) : inner)) {
        if (!budget.takeBlock(BLOCK_TAGS)) break
        tangled = undefined
        const before = made.length
        for (const one of yield* normaliseBlock(block, context)) made.push(one)
        // An empty list or table becomes a paragraph.
        if (tangled && made.slice(before).every(isPlace)) made.push({ type: 'paragraph', html: escapeHtml(tangled) })
        yield
      }
      return made
    },
    *reusable(ref) {
      const isShown = !chain.includes(ref) && reused < MAX_REUSED
      const shared = isShown ? wireBlock(world.reusable?.get(ref)) : undefined
      if (shared) reused++
      return shared ? yield* level(depth, [...chain, ref]).inner(shared.innerBlocks) : []
    },
  })
  const made = inLiveOrder(yield* level(0, []).inner(blocks))
  settleAnchors(made)
  if (leftOut.size > 0) {
    const kinds = [...leftOut].map(([kind, count]) => `${count} of ${kind}`)
    world.report({ call: world.call, field: 'blocks (markup)', kind: `left out, of plugins: ${kinds.join(', ')}` })
  }
  if (budget.isSpent()) {
    const kind = `${blocks.length} blocks, cut: more than ${MAX_TAGS} tags or ${MAX_CHARACTERS} characters of markup`
    world.report({ call: world.call, field: 'blocks', kind })
  }
  return made
}

interface Parsed {
  markup: string
  nodes: HtmlNode[]
  why?: string
}

function* parsedMarkup(markup: string): Steps<Parsed> {
  let why: string | undefined
  const nodes = yield* parseHtmlInSteps(markup, (reason) => {
    why = reason
  })
  return { markup, nodes, why }
}

export function reusableRefs(tree: unknown): string[] {
  const refs = new Set<string>()
  const stack: unknown[] = [tree]
  while (stack.length > 0) {
    const node = stack.pop()
    if (Array.isArray(node)) for (const item of node) stack.push(item)
    if (!isRecord(node)) continue
    const isReusable = node.blockName === 'core/block' || node.blockType === 'reusable-block'
    const ref = isReusable && isRecord(node.attrs) ? text.parse(node.attrs.ref) : undefined
    if (ref !== undefined) refs.add(ref)
    stack.push(node.innerBlocks, node.blocks)
  }
  return [...refs]
}

function* normaliseBlock(block: unknown, context: NormaliseContext): Steps<Block[]> {
  const parsed = wireBlock(block)
  if (!parsed) {
    context.report({ call: context.call, field: 'blocks', kind: `${kindOf(block)} instead of a block` })
    return []
  }
  const type = blockTypeOf(parsed)
  if (isLeftOut(parsed)) return []
  try {
    yield* context.ahead(parsed.innerHTML)
    const written = withinLimits(parsed, context)
    const making = normaliserOf(type, parsed, context.ownBlocks)(written, context)
    const made = anchored(parsed, Array.isArray(making) ? making : yield* making, context)
    const isWhole = WITHOUT_LINES.has(type ?? '') || context.ownBlocks?.has(written.blockName ?? '')
    return isWhole ? made : made.concat(embedsNotIn(made, linesOf(written), context))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    context.report({ call: context.call, field: `blocks (${type ?? 'nameless'})`, kind: reason })
    return []
  }
}

const WITHOUT_LINES: ReadonlySet<string> = new Set([...EMBED_TYPES, 'html', 'code', 'file', 'own', 'unknown'])

function linesOf(block: WireBlock): string {
  return `${block.innerHTML}${text.parse(dataOf(block).content) ?? ''}`
}

function withinLimits(block: WireBlock, { call, report }: NormaliseContext): WireBlock {
  const { attrs, blockName, blockType } = block
  const reportCut = ({ field, kind }: Pick<Problem, 'field' | 'kind'>): void =>
    report({ call, field: `${blockType ?? blockName ?? 'nameless'}.${field}`, kind })
  const cut = cutFields(attrs, { onCut: reportCut, except: MEASURED, items: MAX_SETTINGS })
  return cut === attrs ? block : { ...block, attrs: isRecord(cut) ? cut : {} }
}

/** Without recursion; only a gallery keeps its inner blocks. */
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
    flat.push({ ...block, blockName: isPart ? null : block.blockName, innerBlocks: [], innerContent: undefined })
    if (Array.isArray(block.innerBlocks)) for (const inner of [...block.innerBlocks].reverse()) stack.push(inner)
  }
  return flat
}
