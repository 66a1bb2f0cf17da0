import { joinHtml, type SafeHtml } from '../../system/escape.ts'
import { isRecord } from '../../system/record.ts'
import type { Block, BlockType, HtmlBlock } from '../block.ts'
import { decodedFragment, isOfThePage } from '../html/anchor.ts'
import { tag } from '../html/markup.ts'

const PLACES: ReadonlySet<string> = new Set<BlockType>([
  'heading',
  'paragraph',
  'group',
  'shade-content',
  'correction',
  'live-update',
])
const HTML_FIELDS = new Set(['html', 'caption', 'cite', 'summary'])
const ID = /<span id="([^"<>]*)"><\/span>| id="([^"<>]*)"/g
const LINK = / href="#([^"<>]+)"/g

/** Unlinks missing places (LINK-11), in place. */
export function settleAnchors(body: readonly Block[]): void {
  const taken = new Set<string>()
  const pieces: Piece[] = []
  collect(body, taken, pieces)
  let hasLinks = false
  for (const { holder, field } of pieces) {
    const html = String(holder[field])
    hasLinks ||= html.includes(' href="#')
    if (html.includes(' id="'))
      holder[field] = html.replace(ID, (whole, place?: string, id = '') =>
        keepFirst(whole, place ?? id, taken),
      ) as SafeHtml
  }
  if (!hasLinks) return
  for (const { holder, field } of pieces) {
    const html = String(holder[field])
    if (html.includes(' href="#'))
      holder[field] = html.replace(LINK, (whole, id: string) => (leads(id, taken) ? whole : '')) as SafeHtml
  }
}

/** For places without a part in another block. */
export function placeBlock(ids: readonly string[]): HtmlBlock {
  return { type: 'html', html: placesOf(ids) }
}

export function isPlace(block: Block): boolean {
  return block.type === 'html' && block.html.replace(ID, '') === ''
}

export function placesOf(ids: readonly string[]): SafeHtml {
  return joinHtml(ids.map((id) => tag('span', { id })))
}

export function idsOf(blocks: readonly Block[]): Set<string> {
  const ids = new Set<string>()
  const pieces: Piece[] = []
  collect(blocks, ids, pieces)
  for (const { holder, field } of pieces)
    for (const [, place, id = ''] of String(holder[field]).matchAll(ID)) ids.add(place ?? id)
  return ids
}

interface Piece {
  holder: Record<string, unknown>
  field: string
}

function keepFirst(whole: string, id: string, taken: Set<string>): string {
  if (taken.has(id)) return ''
  taken.add(id)
  return whole
}

function leads(written: string, taken: ReadonlySet<string>): boolean {
  const id = decodedFragment(written)
  return taken.has(id) || isOfThePage(id)
}

/** In document order, down to the blocks' limit. */
function collect(value: unknown, taken: Set<string>, pieces: Piece[]): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, taken, pieces)
    return
  }
  if (!isRecord(value)) return
  if (value.type === 'own') {
    collect(value.blocks, taken, pieces)
    return
  }
  if (typeof value.type === 'string' && PLACES.has(value.type) && typeof value.id === 'string') taken.add(value.id)
  for (const [field, inner] of Object.entries(value)) {
    if (typeof inner === 'string') {
      if (HTML_FIELDS.has(field)) pieces.push({ holder: value, field })
    } else if (typeof inner === 'object') collect(inner, taken, pieces)
  }
}
