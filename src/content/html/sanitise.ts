import { knownLanguage, type Language } from '../../languages/language.ts'
import { escapeHtml, joinHtml, type SafeHtml } from '../../system/escape.ts'
import { pixelSize } from '../image-sizes.ts'
import { imageSource } from '../images.ts'
import { bindLines } from '../line-breaks.ts'
import { contentLink, type LinkRules, languageOfText } from '../links.ts'
import { fileNameOf } from '../media-file.ts'
import {
  ATTRIBUTES,
  BELONGS_IN,
  DROPPED,
  ELEMENT_ATTRIBUTES,
  FLOW,
  INLINE,
  LINES_ONLY,
  LITERAL,
  OF_READERS,
  RENAMED,
  VOID,
} from './allowed-markup.ts'
import { anchorOf } from './anchor.ts'
import { fullImageOf, isAttachmentLink, widestOf } from './image-html.ts'
import { mathHtml } from './math.ts'
import { alignmentOf, listNumerals, numeralsClass } from './style.ts'
import {
  attribute,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isOwnLine,
  isText,
  parseHtml,
  textOf,
} from './tree.ts'

/** Deeper nesting becomes text (COST-5); containers add levels (`normalise/blocks.ts`). */
const MAX_DEPTH = 40

/** Keeps other elements' text; valid in pages and AMP. */
export function inlineHtml(html: string, rules: LinkRules): SafeHtml {
  return inlineNodes(parseHtml(html), rules)
}

export function inlineNodes(nodes: readonly HtmlNode[], rules: LinkRules): SafeHtml {
  return trim(write(nodes, { allowed: INLINE, parent: '', rules, depth: 0, inLink: false }))
}

/** Without scripts, styles, handlers, forms and frames. */
export function flowHtml(html: string, rules: LinkRules): SafeHtml {
  return flowNodes(parseHtml(html), rules)
}

export function flowNodes(nodes: readonly HtmlNode[], rules: LinkRules): SafeHtml {
  return trim(write(nodes, { allowed: FLOW, parent: '', rules, depth: 0, inLink: false }))
}

export function commentHtml(html: string, rules: LinkRules): SafeHtml {
  const context = { allowed: OF_READERS, ofReaders: true, parent: '', rules, depth: 0, inLink: false }
  return trim(write(parseHtml(html), context))
}

/** Such a line has no room for images and anchors. */
export function lineNodes(nodes: readonly HtmlNode[], rules: LinkRules): SafeHtml {
  return trim(write(nodes, { allowed: INLINE, ofReaders: true, parent: '', rules, depth: 0, inLink: false }))
}

interface Context {
  allowed: ReadonlySet<string>
  ofReaders?: boolean
  parent: string
  rules: LinkRules
  depth: number
  inLink: boolean
  /** For code and what is typed: keeps spaces. */
  isLiteral?: boolean
  /** The nearest that the program knows. */
  language?: Language
}

function write(nodes: readonly HtmlNode[], context: Context): SafeHtml {
  return joinHtml(
    nodes.map((node, index) =>
      isText(node) ? writeText(node.value, nodes, index, context) : writeNode(node, context),
    ),
  )
}

function writeText(value: string, nodes: readonly HtmlNode[], index: number, context: Context): SafeHtml {
  if (context.isLiteral) return escapeHtml(value)
  const [before, after] = [beside(nodes, index, -1), beside(nodes, index, 1)]
  return escapeHtml(bindLines(value, context.language ?? languageOfText(context.rules), { before, after }))
}

/** In the same line, up to its length; a line feed at its end. */
function beside(nodes: readonly HtmlNode[], index: number, step: 1 | -1): string {
  let words = ''
  for (let distance = 1; distance <= NEAR && words.length < LINE; distance += 1) {
    const node = nodes[index + distance * step]
    if (node === undefined) break
    const part = wordsOf(node)
    words = step === 1 ? words + part : part + words
  }
  return words
}

/** Characters. */
const LINE = 30
/** Further nodes are seldom of the piece, and would be read repeatedly. */
const NEAR = 6

function wordsOf(node: HtmlNode): string {
  if (isText(node)) return node.value
  if (!isElement(node) || isDropped(node)) return ''
  return isOwnLine(node) || node.tagName === 'br' ? '\n' : textOf(node.childNodes, isDropped)
}

function writeNode(node: HtmlNode, context: Context): SafeHtml {
  if (!isElement(node) || isDropped(node)) return joinHtml([])
  if (node.tagName === 'a') return writeLink(node, context)
  if (node.tagName === 'img') return writeImage(node, context)
  if (node.tagName === 'math' && !context.ofReaders) return mathHtml(node)
  if (node.tagName === 'span') return writePlace(node, context)
  if (node.tagName === 'audio' || node.tagName === 'video') return writeRecording(node, context)
  const space = escapeHtml(isOwnLine(node) ? ' ' : '')
  if (context.depth > MAX_DEPTH) return joinHtml([space, escapeHtml(textOf(node.childNodes, isDropped)), space])
  const name = RENAMED.get(node.tagName) ?? node.tagName
  const isLiteral = context.isLiteral || LITERAL.has(name)
  const deeper = {
    ...context,
    isLiteral,
    language: knownLanguage(attribute(node, 'lang')) ?? context.language,
    depth: context.depth + 1,
  }
  if (!isAllowed(name, context)) {
    // A table may have no room for a form's text.
    const hasPlace = !context.ofReaders && node.tagName !== 'form'
    const place = hasPlace ? anchorPlace(node) : joinHtml([])
    return joinHtml([space, place, write(node.childNodes, deeper), space])
  }
  const allowed = LINES_ONLY.has(name) ? INLINE : context.allowed
  // A reader's id would be the page's.
  const attributes = context.ofReaders ? {} : attributesOf(node, name)
  return element(name, attributes, write(node.childNodes, { ...deeper, allowed, parent: name }))
}

function isAllowed(name: string, { allowed, ofReaders, parent }: Context): boolean {
  return allowed.has(name) && (!ofReaders || OF_READERS.has(name)) && (BELONGS_IN[name]?.includes(parent) ?? true)
}

function isDropped(node: HtmlElement): boolean {
  return DROPPED.has(node.tagName)
}

function writeLink(node: HtmlElement, context: Context): SafeHtml {
  const written = context.inLink ? undefined : contentLink(hrefOf(node), context.rules)
  // WordPress links readers' e-mail addresses.
  const target = context.ofReaders && !/^(?:https?:|\/)/.test(written?.href ?? '') ? undefined : written
  const deeper = { ...context, depth: context.depth + 1 }
  if (!target) return writePlace(node, context)
  const inside = write(node.childNodes, { ...deeper, parent: 'a', inLink: true })
  const [title, id] = context.ofReaders ? [] : [attribute(node, 'title'), anchorOrName(node)]
  // A footnote leads back to its link.
  return element('a', { href: target.href, rel: target.rel || undefined, title: title || undefined, id }, inside)
}

/** WordPress' page of an image is the image (LINK-10). */
function hrefOf(link: HtmlElement): string {
  const image = isAttachmentLink(link) ? elementNamed(link.childNodes, 'img') : undefined
  return image ? fullImageOf(image) : (attribute(link, 'href') ?? '')
}

/** `<a name>`, or plugins' `<span id>`. */
function writePlace(node: HtmlElement, context: Context): SafeHtml {
  const id = context.ofReaders ? undefined : anchorOrName(node)
  const inside = write(node.childNodes, { ...context, depth: context.depth + 1 })
  return id !== undefined && context.depth <= MAX_DEPTH ? element('span', { id }, inside) : inside
}

function anchorOrName(node: HtmlElement): string | undefined {
  return anchorOf(attribute(node, 'id')) ?? anchorOf(attribute(node, 'name'))
}

export function anchorPlace(node: HtmlElement): SafeHtml {
  const id = anchorOf(attribute(node, 'id'))
  return id !== undefined ? element('span', { id }) : joinHtml([])
}

export function inlineOf(node: HtmlElement, rules: LinkRules): SafeHtml {
  return joinHtml([anchorPlace(node), inlineNodes(node.childNodes, rules)])
}

function writeImage(node: HtmlElement, context: Context): SafeHtml {
  if (context.ofReaders) return joinHtml([])
  const width = pixelSize(attribute(node, 'width'))
  const height = pixelSize(attribute(node, 'height'))
  const full = widestOf(attribute(node, 'srcset'))
  const source = imageSource(attribute(node, 'src') ?? '', context.rules.images, width, full)
  // A pasted image without URL is its text.
  if (!source) return escapeHtml(attribute(node, 'alt')?.trim() ?? '')
  return element('img', {
    src: source.src,
    srcset: source.srcSet || undefined,
    sizes: source.srcSet ? '(min-width: 700px) 690px, 100vw' : undefined,
    alt: attribute(node, 'alt') || context.rules.service.messages.photoAlt,
    width: width?.toString(),
    height: height?.toString(),
    loading: 'lazy',
  })
}

/** In a line, by its file's name (VIDEO-8). */
function writeRecording(node: HtmlElement, context: Context): SafeHtml {
  const sources = [node, ...elementsNamed(node.childNodes, 'source')].map((one) => attribute(one, 'src') ?? '')
  const targets = sources.map((src) => contentLink(src, context.rules))
  const target = targets.find((one) => one !== undefined && /^(?:https?:|\/)/.test(one.href))
  if (!target || context.ofReaders) return write(node.childNodes, { ...context, depth: context.depth + 1 })
  const name = escapeHtml(fileNameOf(target.href))
  if (context.inLink) return name
  return element('a', { href: target.href, rel: target.rel || undefined }, name)
}

type Attributes = Record<string, string | undefined>

function attributesOf(node: HtmlElement, name: string): Attributes {
  const checks = { ...ATTRIBUTES, ...ELEMENT_ATTRIBUTES[name] }
  const allowedAttributes = node.attrs.flatMap(({ name: key, value }) => {
    const checked = Object.hasOwn(checks, key) ? checks[key]?.(value) : undefined
    return checked === undefined ? [] : [[key, checked]]
  })
  return { ...Object.fromEntries(allowedAttributes), class: classOf(node, name) }
}

const ALIGNED = new Set('p h2 h3 h4 h5 h6 div td th figcaption'.split(' '))

/** Only for an unusual alignment, and a list's letters or numerals. */
function classOf(node: HtmlElement, name: string): string | undefined {
  if (name === 'ol') {
    const numerals = listNumerals(attribute(node, 'type'))
    return numerals && numeralsClass(numerals)
  }
  const align = ALIGNED.has(name) ? (node.tagName === 'center' ? 'center' : alignmentOf(node)) : undefined
  return align === undefined || align === 'left' ? undefined : `align-${align}`
}

/** No other function writes a tag around foreign content. */
function element(name: string, attributes: Attributes, inside = joinHtml([])): SafeHtml {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${escapeHtml(value)}"`,
  )
  // Parsers drop a first line feed.
  const open = `<${name}${written.join('')}>${name === 'pre' && inside.startsWith('\n') ? '\n' : ''}`
  return (VOID.has(name) ? open : `${open}${inside}</${name}>`) as SafeHtml
}

function trim(html: SafeHtml): SafeHtml {
  return html.trim() as SafeHtml
}
