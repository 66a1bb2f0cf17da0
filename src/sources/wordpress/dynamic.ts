import { classesOf, type HtmlElement, parseHtmlInSteps, visit } from '../../content/html/tree.ts'
import { CORE_BLOCKS } from '../../content/normalise/core-blocks.ts'
import { isKnownBlock } from '../../content/normalise/normalisers.ts'
import type { OwnBlocks } from '../../content/own-block.ts'
import type { OwnEmbed } from '../../services/service.ts'
import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'
import { blocksIn, divided } from './split.ts'

/** Their inner blocks are a template for WordPress, not text. */
const PATTERNS = new Set(
  'query navigation social-links comments comments-query-loop template-part post-comments'
    .split(' ')
    .map((name) => `core/${name}`),
)
/** They have no element of their own in the rendering. */
const ONLY_RENDERED = new Set(['core/pattern', 'core/shortcode', 'core/freeform'])
export const SHORTCODE = /\[[a-z][\w-]*(?:[ \t][^\][<>]*)?\/?\]/gi

export interface OwnContent {
  ownEmbeds: readonly OwnEmbed[]
  ownBlocks?: OwnBlocks
}

/**
 * Blocks that only WordPress can render, by name.
 * @returns undefined when the portal can render the whole text
 */
export function* dynamicIn(
  blocks: readonly ParsedBlock[],
  raw: string,
  rendered: string,
  ownBlocks?: OwnBlocks,
): Steps<ReadonlyMap<string, number> | undefined> {
  const names = yield* dynamicNames(blocks, ownBlocks)
  return names.size > 0 || (yield* hasShortcodes(raw, rendered)) ? names : undefined
}

/**
 * WordPress' rendering replaces dynamic blocks: the n-th block of a name is the n-th element of its class.
 * @returns undefined when the two do not match reliably
 */
export function* withRendered(
  blocks: readonly ParsedBlock[],
  raw: string,
  rendered: string,
  names: ReadonlyMap<string, number>,
  own: OwnContent,
): Steps<ParsedBlock[] | undefined> {
  // The rendering's reusable blocks would count.
  const isUnclear =
    [...names.keys()].some((name) => ONLY_RENDERED.has(name)) || /<!--\s+wp:(?:core\/)?block\s/.test(raw)
  const [, rest] = divided(rendered)
  if (isUnclear || rest !== '' || (yield* hasShortcodes(raw, rendered))) return undefined
  const elements = yield* elementsByName(rendered, names)
  for (const [name, count] of names) {
    if (elements.get(name)?.length !== count) return undefined
  }
  return yield* replaced(blocks, new Map([...elements].map(([name, matches]) => [name, matches.values()])), own)
}

function* dynamicNames(blocks: readonly ParsedBlock[], ownBlocks: OwnBlocks | undefined): Steps<Map<string, number>> {
  const names = new Map<string, number>()
  const stack = [...blocks]
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (isDynamic(block, ownBlocks)) names.set(block.blockName, (names.get(block.blockName) ?? 0) + 1)
    // A call accepts fewer arguments than a block may have children.
    else for (const inner of block.innerBlocks) stack.push(inner)
    yield
  }
  return names
}

function isDynamic(block: ParsedBlock, ownBlocks: OwnBlocks | undefined): block is ParsedBlock & { blockName: string } {
  const { blockName, attrs, innerHTML, innerBlocks } = block
  if (blockName === null || (innerBlocks.length === 0 && CORE_BLOCKS.get(blockName) === 'nothing')) return false
  if (PATTERNS.has(blockName) || ONLY_RENDERED.has(blockName) || hasForeignValues(block)) return true
  return innerBlocks.length === 0 && innerHTML.trim() === '' && !isKnownBlock({ blockName, attrs }, ownBlocks)
}

/** A bound setting, an override of a synced pattern, or the lead image. */
function hasForeignValues({ blockName, attrs: { metadata, content, useFeaturedImage } }: ParsedBlock): boolean {
  const isBound = isRecord(metadata) && isRecord(metadata.bindings)
  return isBound || (blockName === 'core/block' && isRecord(content)) || useFeaturedImage === true
}

/** WordPress has run those that only the raw text has. */
export function* hasShortcodes(raw: string, rendered: string): Steps<boolean> {
  const written = yield* shortcodesIn(withoutComments(raw))
  if (written.size === 0) return false
  const shown = yield* shortcodesIn(rendered)
  return [...written].some((one) => !shown.has(one))
}

/** Processed without a pause. */
const MATCHES_AT_ONCE = 500

function* shortcodesIn(text: string): Steps<Set<string>> {
  const shortcodes = new Set<string>()
  let count = 0
  for (const [shortcode] of text.matchAll(SHORTCODE)) {
    shortcodes.add(shortcode)
    if (++count % MATCHES_AT_ONCE === 0) yield
  }
  return shortcodes
}

/** Settings of block comments may have lists in brackets. A pattern would search each missing end again. */
function withoutComments(raw: string): string {
  let [text, from] = ['', 0]
  for (let start = raw.indexOf('<!--'); start !== -1; start = raw.indexOf('<!--', from)) {
    const end = raw.indexOf('-->', start + '<!--'.length)
    if (end === -1) break
    text += raw.slice(from, start)
    from = end + '-->'.length
  }
  return text + raw.slice(from)
}

/** `core/latest-posts` renders as `wp-block-latest-posts`, `shop/offer` as `wp-block-shop-offer`. */
function classOf(name: string): string {
  return `wp-block-${name.replace(/^core\//, '').replace('/', '-')}`
}

function* elementsByName(rendered: string, names: ReadonlyMap<string, number>): Steps<Map<string, HtmlElement[]>> {
  const byClass = new Map([...names.keys()].map((name) => [classOf(name), name]))
  const byName = new Map<string, HtmlElement[]>()
  visit(yield* parseHtmlInSteps(rendered), (element) => {
    const name = classesOf(element)
      .map((one) => byClass.get(one))
      .find((one) => one !== undefined)
    if (name === undefined) return true
    const known = byName.get(name)
    if (known) known.push(element)
    else byName.set(name, [element])
    return false
  })
  return byName
}

/** Each block takes the next element of its name; blocks nested too deep stay. */
function* replaced(
  blocks: readonly ParsedBlock[],
  elements: ReadonlyMap<string, Iterator<HtmlElement>>,
  own: OwnContent,
  depth = 0,
): Steps<ParsedBlock[]> {
  const shown: ParsedBlock[] = []
  for (const block of blocks) {
    yield
    if (isDynamic(block, own.ownBlocks)) {
      const element = elements.get(block.blockName)?.next().value
      const made = element ? yield* blocksIn([element], own.ownEmbeds) : [block]
      for (const one of made) shown.push(one)
      continue
    }
    const isLeaf = block.innerBlocks.length === 0 || depth >= MAX_DEPTH
    shown.push(isLeaf ? block : { ...block, innerBlocks: yield* replaced(block.innerBlocks, elements, own, depth + 1) })
  }
  return shown
}

const MAX_DEPTH = 100
