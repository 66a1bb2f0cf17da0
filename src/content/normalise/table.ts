import type { TableBlock, TableCell } from '../block.ts'
import { mayHoldEmbeds } from '../embeds/markup.ts'
import { inlineOf } from '../html/sanitise.ts'
import { alignment, alignmentOf } from '../html/style.ts'
import { attribute, elementNamed, type HtmlElement, isElement } from '../html/tree.ts'
import { numericColumns, placed } from '../numeric-columns.ts'
import { plainText } from '../text.ts'
import type { LeafNormaliser, NormaliseContext } from './context.ts'
import { takeEmbeds } from './embed-markup.ts'
import { captionHtml } from './text.ts'

const MAX_SPAN = 100
const SCOPES = ['row', 'col'] as const

export const table: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const element = elementNamed(nodes, 'table')
  // A cell is a line: embeds follow.
  const embeds = mayHoldEmbeds(block.innerHTML) ? takeEmbeds(nodes, context) : []
  if (!element) return embeds
  const [head, foot] = [section(element, 'thead', context), section(element, 'tfoot', context)]
  const body = section(element, 'tbody', context)
  if (head.length + body.length + foot.length === 0) return embeds
  markNumbers({ head, body, foot })
  if (head.length > 0) markRowHeads(body)
  const [ownCaption] = childrenNamed(element, 'caption')
  const caption = captionHtml(nodes, context) ?? (ownCaption && inlineOf(ownCaption, context.rules))
  return [{ type: 'table', head, body, foot, caption: caption || undefined }, ...embeds]
}

/** With heading and sum; a cell over several columns is in none. */
function markNumbers({ head, body, foot }: Pick<TableBlock, 'head' | 'body' | 'foot'>): void {
  const texts = body.map((row) =>
    row.map(({ html, colSpan, rowSpan }) => ({ text: plainText(html), colSpan, rowSpan })),
  )
  const columns = numericColumns(texts)
  if (columns.size === 0) return
  for (const rows of [head, body, foot]) {
    placed(rows, (cell, column) => {
      if (columns.has(column) && cell.colSpan === undefined) cell.isNumeric = true
    })
  }
}

/** A column heads rows where its words tell them apart (BLOCK-14). */
function markRowHeads(body: readonly TableCell[][]): void {
  const firsts = body.flatMap(([first, ...others]) => (first && others.length > 0 ? [first] : []))
  const words = new Set(firsts.map(({ html }) => plainText(html).trim()))
  if (words.has('') || words.size < firsts.length || body.some((row) => row.some(({ rowSpan }) => rowSpan))) return
  for (const first of firsts) Object.assign(first, { isHeader: true, scope: first.scope ?? 'row' })
}

function section(element: HtmlElement, name: 'thead' | 'tbody' | 'tfoot', context: NormaliseContext): TableCell[][] {
  return childrenNamed(element, name)
    .flatMap((part) => childrenNamed(part, 'tr'))
    .map((row) => childrenNamed(row, 'td', 'th').map((cell) => tableCell(cell, name, context)))
    .filter((row) => row.length > 0)
}

function childrenNamed(element: HtmlElement, ...names: string[]): HtmlElement[] {
  return element.childNodes.filter(isElement).filter((child) => names.includes(child.tagName))
}

function tableCell(cell: HtmlElement, part: string, { rules }: NormaliseContext): TableCell {
  const html = inlineOf(cell, rules)
  // A wordless corner heads nothing (A11Y-11).
  const isHeader = (cell.tagName === 'th' || part === 'thead') && plainText(html).trim() !== ''
  const written = SCOPES.find((candidate) => candidate === attribute(cell, 'scope'))
  const scope = isHeader ? (written ?? (part === 'thead' ? 'col' : 'row')) : undefined
  const colSpan = span(attribute(cell, 'colspan'))
  const rowSpan = span(attribute(cell, 'rowspan'))
  const align = alignment(attribute(cell, 'data-align')) ?? alignmentOf(cell)
  return {
    html,
    isHeader,
    scope,
    colSpan,
    rowSpan,
    align,
  }
}

function span(value: string | undefined): number | undefined {
  const cells = /^\d+$/.test(value ?? '') ? Number(value) : 1
  return cells > 1 ? Math.min(cells, MAX_SPAN) : undefined
}
