import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import { anchorOf, decodedFragment } from '../html/anchor.ts'
import { MAX_CHARACTERS } from '../limits.ts'
import { text } from '../wire.ts'

/** Ids in markup, and ids that links name: read before the blocks are made, so an entity in one is not decoded. */
const WRITTEN = /(?<!<map)\s(?:id|name)\s*=\s*(?:["']\s*)?([^"'\s<>]{1,480})/gi
/** The map of an image is no place: its areas become links next to the image. */
const LINKED = /(?<!\busemap=["'])#([^#"'\s<>]{1,480})["']/g

/** What the editor wrote of places in a body (LINK-11). */
export interface Places {
  /** The editor's anchors: no id that is made of words takes one. */
  written: ReadonlySet<string>
  /** Ids that links in the body lead to. */
  linked: ReadonlySet<string>
}

/** Reads the places of a body, in any of its block trees. Walks without recursion and accepts any input. */
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

/** The anchors in a piece of markup, in order. */
export function idsIn(markup: string): string[] {
  return [...markup.matchAll(WRITTEN)].flatMap(([, id]) => anchorOf(id) ?? [])
}

/** The anchor in a block's settings, which its markup may lack. */
export function anchorOfSettings(attrs: unknown): string | undefined {
  return isRecord(attrs) ? anchorOf(text.parse(attrs.anchor)) : undefined
}
