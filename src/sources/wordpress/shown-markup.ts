import {
  attribute,
  classesOf,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  parseHtmlInSteps,
  serialise,
  visit,
  wordsOfMarkup,
} from '../../content/html/tree.ts'
import { mayHoldLazyImages, restoreLazyImages } from '../../content/plugin-markup/lazy-images.ts'
import type { Steps } from '../../system/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'

/** A block's markup may begin with them. */
const ROOTS = new Set(
  'p h1 h2 h3 h4 h5 h6 li figure table pre blockquote ul ol div dl details section aside hr figcaption cite summary'.split(
    ' ',
  ),
)
const OWN_LINES = ['figcaption', 'cite', 'summary']
/** Their markup is code for readers, or has inner blocks in several places. */
const AS_WRITTEN = new Set(['core/code', 'core/cover', 'core/media-text', 'core/columns', 'core/column', 'core/group'])
/** Each key has the words of inner elements. */
const MAX_KEYS = 2_000_000

/**
 * WordPress changes typographic signs, images and links for visitors (SRC-24).
 * @param blocks as editors have them, with the same words as the rendering
 */
export function* withShownMarkup(blocks: readonly ParsedBlock[], rendered: string): Steps<ParsedBlock[]> {
  const { same, rest } = yield* comparedWith(rendered, blocks)
  const shown = yield* elementsByKey(rest)
  return shown ? yield* replaced(blocks, shown, same) : [...blocks]
}

interface Compared {
  same: ReadonlySet<ParsedBlock>
  rest: string
}

/** Takes out what the rendering has letter by letter: most of a text, which need no parsing. */
function* comparedWith(rendered: string, blocks: readonly ParsedBlock[]): Steps<Compared> {
  const same = new Set<ParsedBlock>()
  let [rest, from, room] = ['', 0, MIN_ROOM]
  for (const block of leavesOf(blocks)) {
    yield
    const markup = block.innerHTML.trim()
    const at = isWhole(markup) ? rendered.slice(from, from + room + markup.length).indexOf(markup) : -1
    if (at === -1) room += GROWTH * markup.length
    else {
      rest += rendered.slice(from, from + at)
      from += at + markup.length
      room = MIN_ROOM
      same.add(block)
    }
  }
  return { same, rest: rest + rendered.slice(from) }
}

/** Characters that a block is searched ahead, and their growth by the size of changed blocks before it. */
const [MIN_ROOM, GROWTH] = [4000, 4]

/** In document order. */
function* leavesOf(blocks: readonly ParsedBlock[], depth = 0): Generator<ParsedBlock, void> {
  for (const block of blocks) {
    if (block.innerBlocks.length === 0) yield block
    else if (depth < MAX_DEPTH) yield* leavesOf(block.innerBlocks, depth + 1)
  }
}

/** Begins with an element of a block: mere words may stand anywhere. */
function isWhole(markup: string): boolean {
  const [, first = ''] = /^<([a-z]+[1-6]?)[\s>]/.exec(markup) ?? []
  return ROOTS.has(first) && markup.endsWith(`</${first}>`)
}

/** By what they say and show, in order; undefined: the rendering is too large. */
function* elementsByKey(rendered: string): Steps<Map<string, HtmlElement[]> | undefined> {
  const byKey = new Map<string, HtmlElement[]>()
  const elements: HtmlElement[] = []
  visit(yield* parsed(rendered), (element) => {
    if (ROOTS.has(element.tagName)) elements.push(element)
    return true
  })
  let room = MAX_KEYS
  for (const element of elements) {
    const key = keyOf(element)
    room -= key.length
    if (room < 0) return undefined
    const known = byKey.get(key)
    if (known) known.push(element)
    else byKey.set(key, [element])
    yield
  }
  return byKey
}

/** Images of lazy loaders distinguish elements (SRC-47). */
function* parsed(markup: string): Steps<HtmlNode[]> {
  const nodes = yield* parseHtmlInSteps(markup)
  if (mayHoldLazyImages(markup)) restoreLazyImages(nodes)
  return nodes
}

function* replaced(
  blocks: readonly ParsedBlock[],
  shown: ReadonlyMap<string, HtmlElement[]>,
  same: ReadonlySet<ParsedBlock>,
  depth = 0,
): Steps<ParsedBlock[]> {
  const made: ParsedBlock[] = []
  for (const block of blocks) {
    yield
    const inner = depth < MAX_DEPTH ? yield* replaced(block.innerBlocks, shown, same, depth + 1) : block.innerBlocks
    const isKept = same.has(block) || AS_WRITTEN.has(block.blockName ?? '')
    const innerHTML = isKept ? undefined : yield* shownOf(block, shown)
    if (innerHTML === undefined) made.push({ ...block, innerBlocks: inner })
    else {
      const innerContent = block.innerBlocks.length === 0 ? [innerHTML] : block.innerContent
      made.push({ ...block, innerHTML, innerContent, innerBlocks: inner })
    }
  }
  return made
}

const MAX_DEPTH = 100

/** As visitors get it; undefined where an element is missing. */
function* shownOf(block: ParsedBlock, shown: ReadonlyMap<string, HtmlElement[]>): Steps<string | undefined> {
  const { blockName, innerHTML, innerBlocks } = block
  if (blockName === null || innerHTML.trim() === '') return undefined
  const plain = innerBlocks.length === 0 ? keyOfLine(innerHTML) : undefined
  const line = plain === undefined ? undefined : shown.get(plain)?.shift()
  if (line) return serialise(line)
  const nodes = yield* parsed(innerHTML)
  if (innerBlocks.length > 0 && blockName !== 'core/list-item') return withOwnLines(nodes, shown)
  const roots = nodes.filter(isElement)
  if (roots.length === 0 || nodes.some((node) => isText(node) && node.value.trim() !== '')) return undefined
  const parts: string[] = []
  for (const root of roots) {
    const key = keyOf(root)
    // An element without words or files may stand for any other.
    const match = ROOTS.has(root.tagName) && !key.endsWith('||') ? taken(shown, key, root) : undefined
    if (!match) return undefined
    parts.push(serialise(innerBlocks.length > 0 ? withoutLists(match) : match))
  }
  return parts.join('\n')
}

const LINE = /^\s*<(p|h[1-6])(?:\s[^<>]*)?>/
const IN_LINE = /<(?:img|video|audio|source|noscript|script|style|svg|p|h[1-6]|div|ul|ol|li|table|figure|pre)\b/g

/** For one paragraph or heading without files: most blocks need no parsing. */
function keyOfLine(html: string): string | undefined {
  const name = LINE.exec(html)?.[1]
  if (name === undefined || !html.trimEnd().endsWith(`</${name}>`)) return undefined
  // One is the line itself.
  if ((html.match(IN_LINE)?.length ?? 0) > 1) return undefined
  const words = lettersOf(wordsOfMarkup(html.replace(/<[^<>]*>/g, '')))
  return words === '' ? undefined : `${name}|${words}|`
}

/** Further ones with the same key are not compared. */
const MAX_ALIKE = 20

/** The counterpart, or the next element with its key, as sizes of an image differ. */
function taken(shown: ReadonlyMap<string, HtmlElement[]>, key: string, element: HtmlElement): HtmlElement | undefined {
  const alike = shown.get(key)
  if (alike === undefined || alike.length < 2) return alike?.shift()
  const [sources, kinds] = [sourcesOf(element), kindsOf(element)]
  const at = alike.slice(0, MAX_ALIKE).findIndex((candidate) => {
    const own = classesOf(candidate)
    return sourcesOf(candidate) === sources && kinds.every((name) => own.includes(name))
  })
  return alike.splice(Math.max(0, at), 1)[0]
}

function kindsOf(element: HtmlElement): string[] {
  return classesOf(element).filter((name) => name.startsWith('wp-block-'))
}

function sourcesOf(element: HtmlElement): string {
  return elementsNamed([element], 'img')
    .map((image) => attribute(image, 'src'))
    .join(' ')
}

/** Its own lines as visitors get them; undefined: it has none. */
function withOwnLines(nodes: readonly HtmlNode[], shown: ReadonlyMap<string, HtmlElement[]>): string | undefined {
  let isChanged = false
  for (const line of elementsNamed(nodes, ...OWN_LINES)) {
    const match = taken(shown, keyOf(line), line)
    if (!match) continue
    line.childNodes = match.childNodes
    isChanged = true
  }
  return isChanged ? nodes.map(serialise).join('') : undefined
}

/** Name, words and files, without those of lists below an item. */
function keyOf(element: HtmlElement): string {
  const own = element.tagName === 'li' ? withoutLists(element) : element
  return `${element.tagName}|${wordsOf([own])}|${filesOf(own)}`
}

/** Without signs, which differ. */
function wordsOf(nodes: readonly HtmlNode[]): string {
  let text = ''
  const stack = [...nodes].reverse()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.value
    else if (isElement(node))
      for (let at = node.childNodes.length - 1; at >= 0; at--) stack.push(node.childNodes[at] as HtmlNode)
  }
  return lettersOf(text)
}

function lettersOf(text: string): string {
  return text
    .replace(/(?<=\d)x(?=\d)/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

function filesOf(element: HtmlElement): string {
  const names = elementsNamed([element], 'img', 'video', 'audio', 'source').map((one) => {
    const [path = ''] = (attribute(one, 'src') ?? '').split(/[?#]/, 1)
    return path.slice(path.lastIndexOf('/') + 1).replace(/(?:-\d+x\d+|-scaled)?\.[a-z\d]{2,5}$/i, '')
  })
  return names.filter(Boolean).join(',')
}

function withoutLists(item: HtmlElement): HtmlElement {
  return { ...item, childNodes: item.childNodes.filter((node) => !isElement(node) || !/^[uo]l$/.test(node.tagName)) }
}
