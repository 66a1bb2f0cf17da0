import { decodeHTML } from 'entities'
import {
  defaultTreeAdapter,
  html as dialect,
  Parser,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { atOnce, type Steps } from '../steps.ts'
import { sizeOfMarkup } from './size.ts'

export type HtmlNode = Tree.ChildNode
export type HtmlElement = Tree.Element

/** Without a context the parser would take table cells outside of any table. */
const BODY = defaultTreeAdapter.createElement('body', dialect.NS.HTML, [])

/** Elements inside one another: browsers stop there too. The parser looks through all of them at every tag. */
const MAX_DEPTH = 512
/** Elements that a tag makes, at most: formatting that was never closed is made again in every paragraph. */
const MAX_ELEMENTS_PER_TAG = 4
const ELEMENTS_ALLOWED = 1000

/** Characters that are parsed without a pause (COST-13). */
export const PIECE = 16_384

class TangledMarkup extends Error {}

/**
 * Parses a piece of HTML as a browser would inside `<body>`. Never throws: there is no invalid HTML. Markup that nests too
 * deep, or of which many more elements come than it has tags, is its text alone (COST-4).
 * @param onTangled told of the latter
 */
export function parseHtml(html: string, onTangled?: (why: string) => void): HtmlNode[] {
  return atOnce(parseHtmlInSteps(html, onTangled))
}

/** The same in steps, for markup that may be long (COST-2). */
export function* parseHtmlInSteps(html: string, onTangled?: (why: string) => void): Steps<HtmlNode[]> {
  let depth = 0
  let allowed = Number.POSITIVE_INFINITY
  // Small ones cannot do harm.
  if (html.length > MAX_DEPTH) allowed = sizeOfMarkup(html).tags * MAX_ELEMENTS_PER_TAG + ELEMENTS_ALLOWED
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(name, namespace, attributes) {
      if (--allowed < 0) throw new TangledMarkup('more elements than tags')
      return defaultTreeAdapter.createElement(name, namespace, attributes)
    },
    onItemPush() {
      if (++depth > MAX_DEPTH) throw new TangledMarkup(`more than ${MAX_DEPTH} elements inside one another`)
    },
    onItemPop() {
      depth -= 1
    },
  }
  try {
    const parser = Parser.getFragmentParser(BODY, { scriptingEnabled: false, treeAdapter })
    let from = 0
    for (; from + PIECE < html.length; from += PIECE) {
      parser.tokenizer.write(html.slice(from, from + PIECE), false)
      yield
    }
    parser.tokenizer.write(html.slice(from), true)
    return parser.getFragment().childNodes
  } catch (error) {
    if (!(error instanceof TangledMarkup)) throw error
    onTangled?.(error.message)
    const fragment = defaultTreeAdapter.createDocumentFragment()
    defaultTreeAdapter.insertText(fragment, wordsOfMarkup(html))
    return fragment.childNodes
  }
}

/** The text of markup that is not parsed; linear, whatever stands there. */
export function wordsOfMarkup(html: string): string {
  return decodeHTML(html.replace(/<[^<>]*>/g, ' '))
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

/** Elements that stand on lines of their own: their words do not run into their neighbours'. */
const OWN_LINES = new Set(
  'address article aside blockquote caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

export function isOwnLine(element: HtmlElement): boolean {
  return isOwnLineName(element.tagName)
}

export function isOwnLineName(name: string): boolean {
  return OWN_LINES.has(name)
}

/** The text of the nodes, entities decoded, scripts and styles left out; a line feed where a new line begins. */
export function textOf(nodes: readonly HtmlNode[], isLeftOut = isUnread): string {
  let text = ''
  const stack: Array<HtmlNode | '\n'> = []
  pushReversed(stack, nodes)
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next === '\n') text += next
    else if (isText(next)) text += next.value
    else if (isElement(next) && next.tagName === 'br') text += '\n'
    else if (isElement(next) && !isLeftOut(next)) {
      const isLine = isOwnLine(next)
      if (isLine) stack.push('\n')
      pushReversed(stack, next.childNodes)
      if (isLine) stack.push('\n')
    }
  }
  return text
}

/** Walks without recursion, so that hostile nesting cannot exhaust the stack. `enter` says whether to go inside. */
export function visit(nodes: readonly HtmlNode[], enter: (element: HtmlElement) => boolean): void {
  const stack: HtmlNode[] = []
  pushReversed(stack, nodes)
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node) && enter(node)) pushReversed(stack, node.childNodes)
  }
}

/** The first one on top. One by one: an element may have more children than a call takes arguments. */
function pushReversed<T>(stack: T[], items: readonly T[]): void {
  for (let index = items.length - 1; index >= 0; index--) stack.push(items[index] as T)
}

function isUnread(element: HtmlElement): boolean {
  return element.tagName === 'script' || element.tagName === 'style' || element.tagName === 'template'
}

/** A node as HTML again. */
export function serialise(node: HtmlNode): string {
  return serializeOuter(node)
}
