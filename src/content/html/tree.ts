import { decodeHTML } from 'entities'
import {
  defaultTreeAdapter,
  html as dialect,
  Parser,
  serializeOuter,
  type DefaultTreeAdapterTypes as Tree,
} from 'parse5'
import { atOnce, type Steps } from '../../system/steps.ts'
import { parsePlainMarkup } from './plain-markup.ts'
import { sizeOfMarkup } from './size.ts'

export type HtmlNode = Tree.ChildNode
export type HtmlElement = Tree.Element

/** Without a context the parser would accept cells outside a table. */
const BODY = defaultTreeAdapter.createElement('body', dialect.NS.HTML, [])

/** As in browsers: each tag searches all open elements. */
const MAX_DEPTH = 512
/** Paragraphs reopen unclosed formatting. */
const MAX_ELEMENTS_PER_TAG = 4
const ELEMENTS_ALLOWED = 1000

/** Characters without a pause (COST-1). */
export const PIECE = 16_384

/** The same for plain markup. */
const MAX_PLAIN = 4 * PIECE

class TangledMarkup extends Error {}

/**
 * As in `<body>`; never throws. Too deep or multiplying markup becomes text (COST-5).
 * @param onTangled called in the latter case
 */
export function parseHtml(html: string, onTangled?: (why: string) => void): HtmlNode[] {
  return atOnce(parseHtmlInSteps(html, onTangled))
}

export function* parseHtmlInSteps(html: string, onTangled?: (why: string) => void): Steps<HtmlNode[]> {
  const plain = html.length <= MAX_PLAIN ? parsePlainMarkup(html) : undefined
  if (plain) return plain
  let depth = 0
  let allowed = Number.POSITIVE_INFINITY
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

/** Without parsing, in linear time. */
export function wordsOfMarkup(html: string): string {
  return decodeHTML(html.replace(/<[^<>]*>/g, ' '))
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node
}

export function isText(node: HtmlNode): node is Tree.TextNode {
  return node.nodeName === '#text'
}

export function attribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value
}

const MAX_CLASSES = 50
const MAX_CLASS_CHARACTERS = 5000

/** Kept, as each rule reads them (COST-5). */
export function classesOf(element: HtmlElement): string[] {
  const written = attribute(element, 'class')?.slice(0, MAX_CLASS_CHARACTERS).trim()
  return written ? [...new Set(written.split(/\s+/))].slice(0, MAX_CLASSES) : []
}

export function hasClass(element: HtmlElement, name: string): boolean {
  return classesOf(element).includes(name)
}

/** Not within a match. */
export function elementsNamed(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  const matches: HtmlElement[] = []
  visit(nodes, (element) => {
    if (!names.includes(element.tagName)) return true
    matches.push(element)
    return false
  })
  return matches
}

export function elementNamed(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement | undefined {
  return elementsNamed(nodes, ...names)[0]
}

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

/** Without scripts and styles; blocks begin lines. */
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

/** Without recursion, for hostile nesting. `enter` decides whether to go inside. */
export function visit(nodes: readonly HtmlNode[], enter: (element: HtmlElement) => boolean): void {
  const stack: HtmlNode[] = []
  pushReversed(stack, nodes)
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node) && enter(node)) pushReversed(stack, node.childNodes)
  }
}

/** A call takes fewer arguments than an element may have children. */
function pushReversed<T>(stack: T[], items: readonly T[]): void {
  for (let index = items.length - 1; index >= 0; index--) stack.push(items[index] as T)
}

/** Sources of formulas are next to them. */
const UNREAD = new Set(['script', 'style', 'template', 'annotation', 'annotation-xml'])

export function isUnread(element: HtmlElement): boolean {
  return UNREAD.has(element.tagName)
}

export function rename(element: HtmlElement, name: string): void {
  element.tagName = name
  element.nodeName = name
}

export function serialise(node: HtmlNode): string {
  return serializeOuter(node)
}
