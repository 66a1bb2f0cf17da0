import { isRecord } from '../../system/record.ts'
import type { Steps } from '../../system/steps.ts'
import { anchorOf, decodedFragment } from '../html/anchor.ts'
import { MAX_CHARACTERS } from '../limits.ts'
import { text } from '../wire.ts'

/** Markup is read before the blocks are made, so an entity in an id is not decoded. */
const WRITTEN = /(?<!<map)\s(?:id|name)\s*=\s*(?:["']\s*)?([^"'\s<>]{1,480})/gi
/** The map of an image is no place: its areas become links next to the image. */
const LINKED = /(?<!\busemap=["'])#([^#"'\s<>]{1,480})["']/g

/** The editor's places in a body (LINK-11). */
export interface Places {
  /** No id that is made of words takes an editor's anchor. */
  written: ReadonlySet<string>
  /** Links in the body lead to these ids. */
  linked: ReadonlySet<string>
}

/** Walks without recursion and accepts any input. */
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

export function idsIn(markup: string): string[] {
  return [...markup.matchAll(WRITTEN)].flatMap(([, id]) => anchorOf(id) ?? [])
}

/** The markup may lack the anchor of the settings. */
export function anchorOfSettings(attrs: unknown): string | undefined {
  return isRecord(attrs) ? anchorOf(text.parse(attrs.anchor)) : undefined
}
