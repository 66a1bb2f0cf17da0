import { beginningOf } from './html/size.ts'
import {
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  isUnread,
  parseHtml,
  textOf,
  wordsOfMarkup,
} from './html/tree.ts'
import { settlePluginMarkup } from './plugin-markup/plugin-markup.ts'
import { withoutBuilders } from './shortcodes.ts'

/** Bounds the search (COST-5). */
const SEARCH_LIMIT = { tags: 10_000, characters: 100_000 }
/** Characters in which most written excerpts differ. */
const FIRST_WORDS = 700
/** Characters of most generated excerpts. */
const FIRST_LOOK = 5000
/** Characters of most first paragraphs. */
const FIRST_PARAGRAPH = 2000
const PARAGRAPH_END = '</p>'
/** Generated excerpts have the words of these, and of some others. */
const RUNNING = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre'.split(' '))
const DEEPER = new Set('div figure section article main details summary figcaption aside nav center'.split(' '))

/**
 * Such an excerpt would repeat the text (SRC-48). WordPress makes one of paragraphs, headings, lists and tables alone.
 */
export function isOwnBeginning(excerpt: string, html: string): boolean {
  let rest = comparable(excerpt)
  if (rest === '') return false
  // Mostly this needs no parsing.
  if (mayBegin(rest, html) && comparable(wordsOfMarkup(html.slice(0, FIRST_LOOK))).startsWith(rest)) return true
  if (beginsElsewhere(rest, html.slice(0, FIRST_PARAGRAPH))) return false
  const nodes = shownNodesOf(beginningOf(html, SEARCH_LIMIT))
  if (comparable(textOf(nodes)).startsWith(rest)) return true
  let isBegun = false
  for (const { words, isRunning } of linesIn(nodes)) {
    if (words === '') continue
    if (words.startsWith(rest)) return true
    if (rest.startsWith(words)) {
      rest = rest.slice(words.length)
      isBegun = true
    } else if (isRunning && !isBegun) return false
  }
  return false
}

function mayBegin(excerpt: string, html: string): boolean {
  const lastTag = html.lastIndexOf('<', FIRST_WORDS)
  const words = comparable(wordsOfMarkup(html.slice(0, lastTag === -1 ? FIRST_WORDS : lastTag)))
  return words.startsWith(excerpt) || excerpt.startsWith(words)
}

function shownNodesOf(html: string): HtmlNode[] {
  const shown = withoutBuilders(html, [])
  const nodes = parseHtml(shown)
  settlePluginMarkup(nodes, shown)
  return nodes
}

/**
 * Spares parsing the rest.
 * @param beginning of the text's markup; its last node may be cut
 */
function beginsElsewhere(excerpt: string, beginning: string): boolean {
  // Up to a paragraph's end markup is whole.
  const end = beginning.lastIndexOf(PARAGRAPH_END)
  const nodes = shownNodesOf(end === -1 ? beginning : beginning.slice(0, end + PARAGRAPH_END.length))
  const last = nodes.at(-1)
  const isWhole = end !== -1 && last !== undefined && isElement(last) && last.tagName === 'p'
  for (const { words, isParagraph } of linesIn(isWhole ? nodes : nodes.slice(0, -1))) {
    if (words === '') continue
    if (words.startsWith(excerpt) || excerpt.startsWith(words)) return false
    if (isParagraph) return true
  }
  return false
}

interface Line {
  words: string
  isParagraph?: boolean
  isRunning: boolean
}

function* linesIn(nodes: readonly HtmlNode[]): Generator<Line, void> {
  const stack = [...nodes].reverse().map((node) => ({ node, isRunning: true }))
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, isRunning } = next
    if (isText(node)) yield { words: comparable(node.value), isRunning }
    if (!isElement(node)) continue
    if (DEEPER.has(node.tagName)) {
      for (const inner of [...node.childNodes].reverse()) stack.push({ node: inner, isRunning: false })
    } else {
      const isParagraph = isRunning && node.tagName === 'p'
      yield { words: wordsOf(node), isParagraph, isRunning: isRunning && RUNNING.has(node.tagName) }
    }
  }
}

/** Without footnotes' numbers. */
function wordsOf(element: HtmlElement): string {
  const isNote = ({ tagName, attrs }: HtmlElement): boolean =>
    tagName === 'sup' && attrs.some(({ name }) => name === 'data-fn')
  return comparable(textOf(element.childNodes, (inner) => isUnread(inner) || isNote(inner)))
}

/** Without white space and signs. */
function comparable(text: string): string {
  return text.normalize('NFKC').replace(/[^\p{L}\p{N}]+/gu, '')
}
