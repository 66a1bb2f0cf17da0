/**
 * The grammar of WordPress block comments: `<!-- wp:name {json} -->…<!-- /wp:name -->` and `<!-- wp:name /-->`. Text in,
 * wire blocks out, in time linear in the text.
 */

export interface ParsedBlock {
  blockName: string | null
  attrs: Record<string, unknown>
  innerHTML: string
  innerContent: Array<string | null>
  innerBlocks: ParsedBlock[]
}

interface Delimiter {
  kind: 'open' | 'close' | 'void'
  name: string
  attrs: Record<string, unknown>
  start: number
  end: number
}

const OPENING = '<!--'
const CLOSING = '-->'
/** A delimiter's comment, without its arrows: `wp:acf/chart {"data":…} /`, `/wp:list`. */
const COMMENT = /^\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s+(?:(\{[\s\S]*\})\s+)?(\/)?$/

/** Parses a document. Never throws: text that is no block comes out as a nameless block. */
export function parseBlocks(document: string): ParsedBlock[] {
  const root = freeform()
  const open: OpenBlock[] = [{ block: root, contentFrom: 0 }]
  // How many blocks of a name are open: to look for one down the stack would make the scan quadratic.
  const openOf = new Map<string | null, number>()
  for (const delimiter of delimiters(document)) {
    if (delimiter.kind === 'close') {
      if (!openOf.get(delimiter.name)) continue
      // Blocks inside it that were never closed end with it.
      for (let closed: string | null = null; closed !== delimiter.name; ) {
        closed = closeLast(open, document, delimiter.start)
        openOf.set(closed, (openOf.get(closed) ?? 0) - 1)
      }
      const around = open.at(-1)
      if (around) around.contentFrom = delimiter.end
      continue
    }
    const current = open.at(-1)
    if (!current) break
    takeMarkup(current, document, delimiter.start)
    current.contentFrom = delimiter.end
    const block: ParsedBlock = { ...freeform(), blockName: delimiter.name, attrs: delimiter.attrs }
    current.block.innerBlocks.push(block)
    current.block.innerContent.push(null)
    if (delimiter.kind === 'open') {
      open.push({ block, contentFrom: delimiter.end })
      openOf.set(delimiter.name, (openOf.get(delimiter.name) ?? 0) + 1)
    }
  }
  // Blocks that were never closed end with the document, the innermost first.
  while (open.length > 0) closeLast(open, document, document.length)
  return topLevel(root)
}

interface OpenBlock {
  block: ParsedBlock
  /** Where its markup goes on: behind its own delimiter, or behind its last inner block. */
  contentFrom: number
}

/** Ends the innermost open block, and says which one it was. */
function closeLast(open: OpenBlock[], document: string, at: number): string | null {
  const last = open.pop()
  if (!last) return null
  takeMarkup(last, document, at)
  const around = open.at(-1)
  if (around) around.contentFrom = at
  return last.block.blockName
}

function freeform(): ParsedBlock {
  return { blockName: null, attrs: {}, innerHTML: '', innerContent: [], innerBlocks: [] }
}

function takeMarkup(open: OpenBlock, document: string, until: number): void {
  if (until <= open.contentFrom) return
  const markup = document.slice(open.contentFrom, until)
  open.block.innerContent.push(markup)
  open.block.innerHTML += markup
}

/** At the top, text between blocks is a nameless block of its own. */
function topLevel(root: ParsedBlock): ParsedBlock[] {
  const blocks = [...root.innerBlocks].reverse()
  return root.innerContent.flatMap((piece) => {
    if (piece !== null) return piece.trim() === '' ? [] : [{ ...freeform(), innerHTML: piece, innerContent: [piece] }]
    const block = blocks.pop()
    return block ? [block] : []
  })
}

function* delimiters(document: string): Generator<Delimiter> {
  let from = document.indexOf(OPENING)
  while (from !== -1) {
    const close = document.indexOf(CLOSING, from + OPENING.length)
    if (close === -1) return
    // A comment that another opening interrupts is no delimiter; looking past it would make the scan quadratic.
    const next = document.lastIndexOf(OPENING, close)
    if (next > from) from = next
    const delimiter = delimiterAt(document, from, close)
    if (delimiter) yield delimiter
    from = document.indexOf(OPENING, delimiter ? delimiter.end : from + OPENING.length)
  }
}

function delimiterAt(document: string, start: number, close: number): Delimiter | undefined {
  const match = COMMENT.exec(document.slice(start + OPENING.length, close))
  if (!match) return undefined
  const [, slash, written = '', json, selfClosing] = match
  const attrs = json === undefined ? {} : parseAttributes(json)
  if (!attrs) return undefined
  return {
    kind: slash ? 'close' : selfClosing ? 'void' : 'open',
    name: written.includes('/') ? written : `core/${written}`,
    attrs,
    start,
    end: close + CLOSING.length,
  }
}

function parseAttributes(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return undefined
  }
}
