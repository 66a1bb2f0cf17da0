import { DEFAULT_ALT, imageSource, pixelSize } from '../images.ts'
import { contentLink, type LinkRules } from '../links.ts'
import { escapeHtml, joinHtml, type SafeHtml } from './escape.ts'
import { attribute, type HtmlElement, type HtmlNode, isElement, isText, parseHtml } from './tree.ts'

/** Elements that may stand in a line of text. */
const INLINE = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rp rt ruby s samp small strong sub sup time u var wbr'.split(
    ' ',
  ),
)
/** Elements that raw HTML of an editor may have beside them. Headings come out one level down: `h1` is the title's. */
const FLOW = new Set([
  ...INLINE,
  ...'address article aside blockquote caption col colgroup dd details div dl dt figcaption figure footer'.split(' '),
  ...'h2 h3 h4 h5 h6 header hr li ol p pre section summary table tbody td tfoot th thead tr ul'.split(' '),
])
const RENAMED: Record<string, string> = { h1: 'h2', strike: 's', center: 'div', tt: 'code', acronym: 'abbr', big: 'b' }
/** Dropped with everything inside: nothing of it is text for a reader. */
const DROPPED = new Set(
  'script style template iframe frame frameset object embed applet svg math canvas select datalist input textarea head title noembed noframes'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'col', 'hr', 'img', 'wbr'])
/** Elements that separate words when they are unwrapped into a line. */
const LINE_BREAKING =
  /^(?:address|article|aside|blockquote|dd|div|dl|dt|figcaption|figure|h[1-6]|li|ol|p|pre|section|table|td|th|tr|ul)$/

const ATTRIBUTES: Record<string, (value: string) => string | undefined> = {
  title: (value) => value,
  lang: (value) => (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(value) ? value : undefined),
  dir: (value) => (/^(?:ltr|rtl|auto)$/i.test(value) ? value : undefined),
}
const count = (value: string) => (/^\d{1,3}$/.test(value) && value !== '0' ? value : undefined)
const integer = (value: string) => (/^-?\d{1,6}$/.test(value) ? value : undefined)
const anchor = (value: string) => (/^[\p{L}][\p{L}\p{N}_:.-]{0,79}$/u.test(value) ? value : undefined)
const ELEMENT_ATTRIBUTES: Record<string, Record<string, (value: string) => string | undefined>> = {
  ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'sup', 'dt'].map((name) => [name, { id: anchor }])),
  td: { colspan: count, rowspan: count },
  th: { colspan: count, rowspan: count, scope: (v) => (/^(?:row|col|rowgroup|colgroup)$/.test(v) ? v : undefined) },
  col: { span: count },
  colgroup: { span: count },
  ol: { start: integer, reversed: () => '' },
  li: { value: integer, id: anchor },
  time: { datetime: (value) => (/^[\d\-:.TZ+W ]{1,40}$/.test(value) ? value : undefined) },
  details: { open: () => '' },
}
/** Deeper nesting is flattened: its text stays (contract, blocks). */
const MAX_DEPTH = 60

/**
 * One line of text as safe HTML: inline elements stay, anything else gives up its tags and keeps its text. Valid in the
 * canonical page and in AMP.
 */
export function inlineHtml(html: string, rules: LinkRules): SafeHtml {
  return inlineNodes(parseHtml(html), rules)
}

export function inlineNodes(nodes: readonly HtmlNode[], rules: LinkRules): SafeHtml {
  return trim(write(nodes, { allowed: INLINE, rules, depth: 0, inLink: false }))
}

/** Raw HTML of an editor as safe HTML: structure stays, scripts, styles, handlers, forms and frames go. */
export function flowHtml(html: string, rules: LinkRules): SafeHtml {
  return flowNodes(parseHtml(html), rules)
}

export function flowNodes(nodes: readonly HtmlNode[], rules: LinkRules): SafeHtml {
  return trim(write(nodes, { allowed: FLOW, rules, depth: 0, inLink: false }))
}

interface Context {
  allowed: ReadonlySet<string>
  rules: LinkRules
  depth: number
  inLink: boolean
}

function write(nodes: readonly HtmlNode[], context: Context): SafeHtml {
  return joinHtml(nodes.map((node) => writeNode(node, context)))
}

function writeNode(node: HtmlNode, context: Context): SafeHtml {
  if (isText(node)) return escapeHtml(node.value)
  if (!isElement(node) || DROPPED.has(node.tagName)) return joinHtml([])
  if (node.tagName === 'a') return writeLink(node, context)
  if (node.tagName === 'img') return writeImage(node, context)
  const name = RENAMED[node.tagName] ?? node.tagName
  const isTooDeep = context.depth > MAX_DEPTH
  const inside = isTooDeep
    ? escapeHtml(flatText(node))
    : write(node.childNodes, { ...context, depth: context.depth + 1 })
  if (context.allowed.has(name) && !isTooDeep) return element(name, attributesOf(node, name), inside)
  return LINE_BREAKING.test(node.tagName) && inside !== '' ? joinHtml([inside, escapeHtml(' ')]) : inside
}

function writeLink(node: HtmlElement, context: Context): SafeHtml {
  const target = context.inLink ? undefined : contentLink(attribute(node, 'href') ?? '', context.rules)
  const inside = write(node.childNodes, { ...context, depth: context.depth + 1, inLink: context.inLink || !!target })
  if (!target) return inside
  const title = attribute(node, 'title')
  return element('a', { href: target.href, ...(target.rel && { rel: target.rel }), ...(title && { title }) }, inside)
}

function writeImage(node: HtmlElement, context: Context): SafeHtml {
  const width = pixelSize(attribute(node, 'width'))
  const height = pixelSize(attribute(node, 'height'))
  const source = imageSource(attribute(node, 'src') ?? '', context.rules.images, width)
  if (!source) return joinHtml([])
  return element('img', {
    src: source.src,
    ...(source.srcSet && { srcset: source.srcSet, sizes: '(min-width: 700px) 690px, 100vw' }),
    alt: attribute(node, 'alt') || DEFAULT_ALT,
    ...(width && { width: String(width) }),
    ...(height && { height: String(height) }),
    loading: 'lazy',
  })
}

function attributesOf(node: HtmlElement, name: string): Record<string, string> {
  const checks = { ...ATTRIBUTES, ...ELEMENT_ATTRIBUTES[name] }
  const kept = node.attrs.flatMap(({ name: key, value }) => {
    const checked = Object.hasOwn(checks, key) ? checks[key]?.(value) : undefined
    return checked === undefined ? [] : [[key, checked]]
  })
  return Object.fromEntries(kept)
}

/** The one place where a tag is written around content that came from outside. */
function element(name: string, attributes: Record<string, string>, inside = joinHtml([])): SafeHtml {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  const open = `<${name}${written.join('')}>`
  return (VOID.has(name) ? open : `${open}${inside}</${name}>`) as SafeHtml
}

function flatText(node: HtmlElement): string {
  let text = ''
  const stack: HtmlNode[] = [...node.childNodes].reverse()
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (isText(next)) text += next.value
    else if (isElement(next) && !DROPPED.has(next.tagName)) stack.push(...[...next.childNodes].reverse())
  }
  return text
}

function trim(html: SafeHtml): SafeHtml {
  return html.trim() as SafeHtml
}
