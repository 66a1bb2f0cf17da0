import type { BlockContent, ListItem, PhrasingContent, RootContent, TableRow } from 'mdast'
import {
  attribute,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOwnLine,
  isUnread,
  textOf,
} from '../../content/html/tree.ts'
import { lineOf } from './phrasing.ts'

/** Elements without a sign in Markdown leave their texts. */
export function flowOf(nodes: readonly HtmlNode[]): RootContent[] {
  const flow: RootContent[] = []
  let line: HtmlNode[] = []
  const endLine = (): void => {
    flow.push(...paragraph(lineOf(line, 'dropped')))
    line = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !(isOwnLine(node) || node.childNodes.some(beginsLine))) line.push(node)
    else {
      endLine()
      if (!isUnread(node)) flow.push(...elementFlow(node))
    }
  }
  endLine()
  return flow
}

function beginsLine(node: HtmlNode): boolean {
  return isElement(node) && isOwnLine(node)
}

function elementFlow(element: HtmlElement): RootContent[] {
  const { tagName, childNodes } = element
  switch (tagName) {
    case 'h1':
    case 'h2':
      return heading(2, childNodes)
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(Number(tagName.slice(1)) as 3 | 4 | 5 | 6, childNodes)
    case 'ul':
    case 'ol':
      return listOf(element)
    case 'blockquote':
      return quote(flowOf(childNodes))
    case 'pre':
      return [{ type: 'code', value: textOf(childNodes).replace(/\n$/, '') }]
    case 'hr':
      return [{ type: 'thematicBreak' }]
    case 'table':
      return tableOf(element)
    default:
      return flowOf(childNodes)
  }
}

export function paragraph(children: readonly PhrasingContent[]): RootContent[] {
  return children.length === 0 ? [] : [{ type: 'paragraph', children: [...children] }]
}

export function heading(depth: 2 | 3 | 4 | 5 | 6, nodes: readonly HtmlNode[]): RootContent[] {
  const children = lineOf(nodes, 'dropped')
  return children.length === 0 ? [] : [{ type: 'heading', depth, children }]
}

export function quote(flow: readonly RootContent[]): RootContent[] {
  return flow.length === 0 ? [] : [{ type: 'blockquote', children: flow as BlockContent[] }]
}

export function list(items: ReadonlyArray<readonly RootContent[]>, start?: number): RootContent[] {
  const children = items.map(
    (item): ListItem => ({ type: 'listItem', spread: item.length > 1, children: item as BlockContent[] }),
  )
  if (children.length === 0) return []
  const isOrdered = start !== undefined
  return [{ type: 'list', ordered: isOrdered, start: isOrdered ? start : null, spread: false, children }]
}

function listOf(element: HtmlElement): RootContent[] {
  const items = element.childNodes.filter(isElement).map((item) => flowOf(item.childNodes))
  const start = Number(attribute(element, 'start') ?? 1)
  // Markdown has no negative numbers.
  return list(items, element.tagName === 'ol' ? (Number.isInteger(start) && start >= 0 ? start : 1) : undefined)
}

/** Markdown demands a head. */
function tableOf(element: HtmlElement): RootContent[] {
  const rows = elementsNamed([element], 'tr').map((row) => row.childNodes.filter(isElement))
  const columns = Math.max(0, ...rows.map(({ length }) => length))
  const caption = elementsNamed([element], 'caption').flatMap(({ childNodes }) => flowOf(childNodes))
  if (columns === 0) return caption
  const children = rows.map((cells): TableRow => {
    const filled = Array.from({ length: columns }, (_, index) => cells[index])
    return { type: 'tableRow', children: filled.map((cell) => ({ type: 'tableCell', children: cellOf(cell) })) }
  })
  return [...caption, { type: 'table', children }]
}

/** A cell is one line. */
function cellOf(cell: HtmlElement | undefined): PhrasingContent[] {
  const lines = flowOf(cell?.childNodes ?? []).flatMap((flow): PhrasingContent[][] =>
    flow.type === 'paragraph' || flow.type === 'heading' ? [flow.children] : [],
  )
  return lines
    .flatMap((line, index) => (index === 0 ? line : [SPACE, ...line]))
    .map((part) => (part.type === 'break' ? SPACE : part))
}

const SPACE: PhrasingContent = { type: 'text', value: ' ' }
