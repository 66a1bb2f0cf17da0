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
  const open: Array<{ block: ParsedBlock; contentFrom: number }> = [{ block: root, contentFrom: 0 }]
  for (const delimiter of delimiters(document)) {
    const current = open.at(-1)
    if (!current) break
    if (delimiter.kind === 'close') {
      if (open.length < 2 || current.block.blockName !== delimiter.name) continue
      takeMarkup(current, document, delimiter.start)
      open.pop()
      const parent = open.at(-1)
      if (parent) parent.contentFrom = delimiter.end
      continue
    }
    takeMarkup(current, document, delimiter.start)
    current.contentFrom = delimiter.end
    const block: ParsedBlock = { ...freeform(), blockName: delimiter.name, attrs: delimiter.attrs }
    current.block.innerBlocks.push(block)
    current.block.innerContent.push(null)
    if (delimiter.kind === 'open') open.push({ block, contentFrom: delimiter.end })
  }
  // Blocks that were never closed end with the document, the innermost first.
  for (let last = open.pop(); last; last = open.pop()) {
    takeMarkup(last, document, document.length)
    const parent = open.at(-1)
    if (parent) parent.contentFrom = document.length
  }
  return topLevel(root)
}

function freeform(): ParsedBlock {
  return { blockName: null, attrs: {}, innerHTML: '', innerContent: [], innerBlocks: [] }
}

function takeMarkup(open: { block: ParsedBlock; contentFrom: number }, document: string, until: number): void {
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
