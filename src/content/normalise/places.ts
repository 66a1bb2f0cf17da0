import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import type { Block, BlockType } from '../block.ts'
import { anchorOf, anchorOfMarkup, decodedFragment, isReservedId } from '../html/anchor.ts'
import { MAX_CHARACTERS } from '../limits.ts'
import { slugOf } from '../slug.ts'
import { text, type WireBlock } from '../wire.ts'
import { idsOf, placeBlock } from './anchors.ts'
import type { NormaliseContext } from './context.ts'

/** Read before blocks are made, an id keeps its entities. */
const WRITTEN = /(?<!<map)\s(?:id|name)\s*=\s*(?:["']\s*)?([^"'\s<>]{1,480})/gi
/** An image's map is no place: its areas become links. */
const LINKED = /(?<!\busemap=["'])#([^#"'\s<>]{1,480})["']/g

interface Places {
  /** No id made of words takes an editor's anchor. */
  written: ReadonlySet<string>
  linked: ReadonlySet<string>
}

/** Accepts any input. */
export function* placesIn(trees: readonly unknown[]): Steps<Places> {
  const written = new Set<string>()
  const linked = new Set<string>()
  const stack: unknown[] = [trees]
  while (stack.length > 0) {
    const node = stack.pop()
    if (Array.isArray(node)) for (const item of node) stack.push(item)
    if (!isRecord(node)) continue
    if (typeof node.innerHTML === 'string') {
      const markup = node.innerHTML.slice(0, MAX_CHARACTERS)
      for (const id of idsIn(markup)) written.add(id)
      for (const [, id = ''] of markup.matchAll(LINKED)) linked.add(decodedFragment(id))
    }
    const anchor = anchorOfSettings(node.attrs)
    if (anchor !== undefined) written.add(anchor)
    stack.push(node.innerBlocks, node.blocks)
    yield
  }
  return { written, linked }
}

function idsIn(markup: string): string[] {
  return [...markup.matchAll(WRITTEN)].flatMap(([, id]) => anchorOf(id) ?? [])
}

/** Markup may lack it. */
export function anchorOfSettings(attrs: unknown): string | undefined {
  return isRecord(attrs) ? anchorOf(text.parse(attrs.anchor)) : undefined
}

/** Keeps editors' ids; makes others of words, numbered. */
export function createUniqueIds({ written }: Places): NormaliseContext['uniqueId'] {
  const taken = new Set<string>()
  /** Counting from 2 each time would be quadratic. */
  const next = new Map<string, number>()
  return (candidate, words) => {
    const anchor = anchorOf(candidate)
    const slug = slugOf(words) || 'sekcja'
    const base = anchor ?? (isReservedId(slug) ? `sekcja-${slug}` : slug)
    let id = base
    let copy = next.get(base) ?? 2
    const isTaken = (): boolean => taken.has(id) || (id !== anchor && written.has(id))
    for (; isTaken(); copy++) id = `${base}-${copy}`
    next.set(base, copy)
    taken.add(id)
    return id
  }
}

export function anchored(block: WireBlock, made: Block[], context: NormaliseContext): Block[] {
  return withLinkedPlaces(block, withOwnAnchor(block, made, context), context)
}

const OWN_ANCHOR: ReadonlySet<BlockType> = new Set(['heading', 'live-update'])

/** Mostly it is the same. */
function withOwnAnchor(block: WireBlock, made: Block[], { uniqueId }: NormaliseContext): Block[] {
  const [first] = made
  if (first && OWN_ANCHOR.has(first.type)) return made
  const isNameless = !block.blockName && !block.blockType
  const written = [isNameless ? undefined : anchorOfMarkup(block.innerHTML), anchorOfSettings(block.attrs)]
  const anchors = new Set(written.filter((anchor) => anchor !== undefined))
  if (anchors.size === 0) return made
  // Raw HTML has its own.
  const present = idsOf(made)
  return [...anchors]
    .filter((anchor) => !present.has(anchor))
    .reduce((blocks, anchor) => withId(uniqueId(anchor, ''), blocks), made)
}

function withId(id: string, made: Block[]): Block[] {
  const [first] = made
  if (!first) return [placeBlock([id])]
  const isOne = made.length === 1 && (first.type === 'paragraph' || first.type === 'group')
  return isOne && !first.id ? [{ ...first, id }] : [{ type: 'group', id, blocks: made }]
}

/** Before a block without a part for it. */
function withLinkedPlaces(block: WireBlock, made: Block[], { linked }: NormaliseContext): Block[] {
  if (linked.size === 0) return made
  const ids = [...idsIn(block.innerHTML), anchorOfSettings(block.attrs)].filter((id) => id !== undefined)
  const lead = ids.filter((id) => linked.has(id))
  if (lead.length === 0) return made
  const present = idsOf(made)
  const lost = [...new Set(lead)].filter((id) => !present.has(id))
  return lost.length === 0 ? made : [placeBlock(lost), ...made]
}
