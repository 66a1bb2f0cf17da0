import { parse, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'
import { plainLine } from '../../src/content/plain-line.ts'

/** Elements without text for readers, or for their input. */
const UNSEEN = new Set(
  'script style template head title noembed noframes iframe object embed audio video canvas svg math form select datalist input textarea'.split(
    ' ',
  ),
)
/** Elements that break a line: words on both sides of their tags are two words. */
const LINE_BREAKING = new Set(
  'address article aside blockquote br caption dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

type Skip = (element: Tree.Element) => boolean

/** The words of a piece of HTML that a reader sees, in order. */
export function visibleWords(html: string, skip: Skip = () => false): string[] {
  return words(textOf(parseFragment(html, { scriptingEnabled: false }).childNodes, skip))
}

/** The words inside the first element of a document that has a class; undefined when there is none. */
export function wordsInClass(document: string, name: string, skip: Skip = () => false): string[] | undefined {
  const element = firstWithClass(parse(document, { scriptingEnabled: false }).childNodes, name)
  return element && words(textOf(element.childNodes, skip))
}

export function hasClass(element: Tree.Element, name: string): boolean {
  const classes = element.attrs.find((attribute) => attribute.name === 'class')?.value ?? ''
  return classes.split(/\s+/).includes(name)
}

/** Those of `wanted` that `actual` lacks; a word that `wanted` has twice must occur twice. */
export function missingWords(wanted: readonly string[], actual: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of actual) left.set(word, (left.get(word) ?? 0) + 1)
  return wanted.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

/** The first of `wanted` that does not occur in `actual` after its predecessors. */
export function firstOutOfOrder(wanted: readonly string[], actual: readonly string[]): string | undefined {
  let from = 0
  return wanted.find((word) => {
    from = actual.indexOf(word, from) + 1
    return from === 0
  })
}

function words(text: string): string[] {
  return plainLine(text)
    .split(/\s+/)
    .filter((word) => word !== '')
}

function textOf(nodes: readonly Tree.ChildNode[], skip: Skip): string {
  return nodes.map((node) => (isElement(node) ? elementText(node, skip) : 'value' in node ? node.value : '')).join('')
}

function elementText(element: Tree.Element, skip: Skip): string {
  if (UNSEEN.has(element.tagName) || skip(element)) return ' '
  const inside = textOf(element.childNodes, skip)
  return LINE_BREAKING.has(element.tagName) ? ` ${inside} ` : inside
}

function firstWithClass(nodes: readonly Tree.ChildNode[], name: string): Tree.Element | undefined {
  for (const node of nodes) {
    if (!isElement(node)) continue
    const match = hasClass(node, name) ? node : firstWithClass(node.childNodes, name)
    if (match) return match
  }
  return undefined
}

function isElement(node: Tree.ChildNode): node is Tree.Element {
  return 'tagName' in node
}
