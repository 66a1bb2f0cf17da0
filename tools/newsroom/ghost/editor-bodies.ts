import { escapeHtml } from '../../../src/system/escape.ts'
import { isRecord } from '../../../src/system/record.ts'
import type { Piece } from './cards.ts'

const MAX_DEPTH = 60

/** @throws {Error} for anything but Lexical */
export function piecesOfLexical(json: string, onLoss: (what: string) => void): Piece[] {
  const body: unknown = JSON.parse(json)
  const root = isRecord(body) && isRecord(body.root) ? body.root : undefined
  if (!root || !Array.isArray(root.children)) throw new Error('its body is not Lexical')
  return root.children.filter(isRecord).map((node) => topPiece(node, onLoss))
}

function topPiece(node: Readonly<Record<string, unknown>>, onLoss: (what: string) => void): Piece {
  const type = String(node.type ?? '')
  const html = markupOf(node, 0, onLoss)
  return html === undefined ? { card: type, fields: node } : { html }
}

const HEADING = /^h[1-6]$/

/** @returns undefined for a card */
function markupOf(
  node: Readonly<Record<string, unknown>>,
  depth: number,
  onLoss: (what: string) => void,
): string | undefined {
  const type = String(node.type ?? '').replace(/^extended-/, '')
  const inside = (): string => childrenOf(node, depth, onLoss)
  const tag = String(node.tag ?? '')
  switch (type) {
    case 'paragraph':
      return `<p>${inside()}</p>`
    case 'heading':
      return HEADING.test(tag) ? `<${tag}>${inside()}</${tag}>` : `<p>${inside()}</p>`
    case 'quote':
    case 'aside':
      return `<blockquote><p>${inside()}</p></blockquote>`
    case 'list': {
      const name = tag === 'ol' || node.listType === 'number' ? 'ol' : 'ul'
      const start = name === 'ol' && Number(node.start) > 1 ? ` start="${Number(node.start)}"` : ''
      return `<${name}${start}>${listItems(node, depth, onLoss)}</${name}>`
    }
    case 'link':
    case 'autolink':
      return `<a href="${escapeHtml(String(node.url ?? ''))}">${inside()}</a>`
    case 'linebreak':
      return '<br>'
    case 'tab':
      return ' '
    case 'text':
      return textMarkup(String(node.text ?? ''), Number(node.format) || 0)
    default:
      return undefined
  }
}

function childrenOf(node: Readonly<Record<string, unknown>>, depth: number, onLoss: (what: string) => void): string {
  if (depth > MAX_DEPTH) throw new Error('its body is nested too deep')
  const children = Array.isArray(node.children) ? node.children.filter(isRecord) : []
  return children
    .map((child) => {
      const markup = markupOf(child, depth + 1, onLoss)
      if (markup === undefined) onLoss(`"${String(child.type)}" within a line`)
      return markup ?? childrenOf(child, depth + 1, onLoss)
    })
    .join('')
}

/** Lexical has a nested list in an item of its own. */
function listItems(list: Readonly<Record<string, unknown>>, depth: number, onLoss: (what: string) => void): string {
  const items: string[] = []
  for (const item of Array.isArray(list.children) ? list.children.filter(isRecord) : []) {
    const children = Array.isArray(item.children) ? item.children.filter(isRecord) : []
    const isOnlyList = children.length > 0 && children.every(({ type }) => type === 'list')
    const sign = list.listType === 'check' ? (item.checked === true ? '☑ ' : '☐ ') : ''
    const markup = childrenOf(item, depth + 1, onLoss)
    const before = items.pop()
    if (isOnlyList && before !== undefined) items.push(before + markup)
    else items.push(...(before === undefined ? [] : [before]), sign + markup)
  }
  return items.map((item) => `<li>${item}</li>`).join('')
}

const FORMATS: ReadonlyArray<readonly [bit: number, element: string]> = [
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
  [128, 'mark'],
  [8, 'u'],
  [4, 's'],
  [2, 'em'],
  [1, 'strong'],
]

function textMarkup(text: string, format: number): string {
  const names = FORMATS.flatMap(([bit, element]) => ((format & bit) === 0 ? [] : [element]))
  return names.reduce((inside, name) => `<${name}>${inside}</${name}>`, escapeHtml(text))
}

const [MARKUP_SECTION, IMAGE_SECTION, LIST_SECTION, CARD_SECTION] = [1, 2, 3, 10]

/** @throws {Error} for anything but Mobiledoc 0.3 */
export function piecesOfMobiledoc(json: string, onLoss: (what: string) => void): Piece[] {
  const body: unknown = JSON.parse(json)
  if (!isRecord(body) || !Array.isArray(body.sections) || !/^0\.3/.test(String(body.version))) {
    throw new Error('its body is not Mobiledoc 0.3')
  }
  const sections: unknown[] = body.sections
  return sections.flatMap((section): Piece[] => {
    if (!Array.isArray(section)) return []
    const [type, first, second]: unknown[] = section
    if (type === CARD_SECTION) {
      const card = listed(body.cards)[Number(first)]
      if (!Array.isArray(card)) return []
      return [{ card: String(card[0]), fields: isRecord(card[1]) ? card[1] : {} }]
    }
    if (type === IMAGE_SECTION) return [{ card: 'image', fields: { src: String(first) } }]
    if (type === MARKUP_SECTION) {
      const name = String(first).toLowerCase()
      const inside = lineOf(listed(second), body, onLoss)
      if (name === 'blockquote' || name === 'aside') return [{ html: `<blockquote><p>${inside}</p></blockquote>` }]
      const known = HEADING.test(name) ? name : 'p'
      return [{ html: `<${known}>${inside}</${known}>` }]
    }
    if (type === LIST_SECTION) {
      const name = first === 'ol' ? 'ol' : 'ul'
      const items = listed(second).map((item) => `<li>${lineOf(listed(item), body, onLoss)}</li>`)
      return [{ html: `<${name}>${items.join('')}</${name}>` }]
    }
    onLoss(`a section of type ${String(type)}`)
    return []
  })
}

const ELEMENTS = new Set('a strong em b i u s sub sup code mark'.split(' '))

function lineOf(
  markers: readonly unknown[],
  body: Readonly<Record<string, unknown>>,
  onLoss: (what: string) => void,
): string {
  const open: string[] = []
  let html = ''
  for (const marker of markers) {
    if (!Array.isArray(marker)) continue
    const [kind, opened, closed, value]: unknown[] = marker
    for (const index of listed(opened)) {
      const [name, attributes] = listed(listed(body.markups)[Number(index)])
      const element = ELEMENTS.has(String(name)) ? String(name) : 'span'
      html += element === 'a' ? `<a href="${escapeHtml(hrefIn(listed(attributes)))}">` : `<${element}>`
      open.push(element)
    }
    if (kind === 0) html += escapeHtml(String(value ?? '')).replaceAll('\n', '<br>')
    else {
      const [name, text] = listed(listed(body.atoms)[Number(value)])
      if (name === 'soft-return') html += '<br>'
      else {
        html += escapeHtml(String(text ?? ''))
        onLoss(`"${String(name)}" within a line`)
      }
    }
    for (let count = Number(closed) || 0; count > 0 && open.length > 0; count--) html += `</${open.pop()}>`
  }
  return (
    html +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  )
}

function hrefIn(attributes: readonly unknown[]): string {
  const at = attributes.indexOf('href')
  return at === -1 ? '' : String(attributes[at + 1] ?? '')
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
