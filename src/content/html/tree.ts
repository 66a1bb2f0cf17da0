import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5'

export type HtmlNode = Tree.ChildNode
export type HtmlElement = Tree.Element

/** Parses a piece of HTML as a browser would inside `<body>`. Never throws: there is no invalid HTML. */
export function parseHtml(html: string): HtmlNode[] {
  return parseFragment(html, { scriptingEnabled: false }).childNodes
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

export function isText(node: HtmlNode): node is Tree.TextNode {
  return node.nodeName === '#text'
}

/** The value of an attribute, decoded by the parser; undefined when absent. */
export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

/** Elements with one of the names, in document order; what lies inside a match is not searched again. */
export function elementsNamed(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  const found: HtmlElement[] = []
  visit(nodes, (element) => {
    if (!names.includes(element.tagName)) return true
    found.push(element)
    return false
  })
  return found
}

/** The first element with one of the names, in document order. */
export function elementNamed(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement | undefined {
  return elementsNamed(nodes, ...names)[0]
}

/** The text of the nodes, entities decoded, scripts and styles left out. */
export function textOf(nodes: readonly HtmlNode[]): string {
  let text = ''
  const stack = [...nodes].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.value
    else if (isElement(node) && !isUnread(node)) stack.push(...[...node.childNodes].reverse())
  }
  return text
}

/** Walks without recursion, so that hostile nesting cannot exhaust the stack. `enter` says whether to go inside. */
function visit(nodes: readonly HtmlNode[], enter: (element: HtmlElement) => boolean): void {
  const stack = [...nodes].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node) && enter(node)) stack.push(...[...node.childNodes].reverse())
  }
}

function isUnread(element: HtmlElement): boolean {
  return element.tagName === 'script' || element.tagName === 'style' || element.tagName === 'template'
}
