import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import {
  attribute,
  classesOf,
  elementNamed,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  parseHtml,
  visit,
} from '../html/tree.ts'

/** Whether markup can have an element that stands for other content. */
export function mayHoldReplaced(markup: string): boolean {
  return /<map\b|wp-smiley|\bemoji\b|count|number|odometer|\sdata-[a-z-]{0,30}(?:html|embed|iframe|code)\b/i.test(
    markup,
  )
}

/**
 * Writes what an element stands for: the sign of an emoji that is an image, the links of an image map, the number that a
 * script counts up to. In place.
 */
export function writeReplaced(nodes: readonly HtmlNode[]): void {
  const maps: HtmlElement[] = []
  const signs: HtmlElement[] = []
  visit(nodes, (element) => {
    if (element.tagName === 'map') maps.push(element)
    if (isEmoji(element)) signs.push(element)
    countUp(element)
    frameHeld(element)
    return true
  })
  for (const sign of signs) replace(sign, [tree.createTextNode(attribute(sign, 'alt') ?? '')])
  for (const map of maps) replace(map, linksOf(map))
}

/** WordPress replaces emoji by images on old systems and in its feeds. */
function isEmoji(element: HtmlElement): boolean {
  if (element.tagName !== 'img') return false
  const alt = attribute(element, 'alt')?.trim() ?? ''
  const isMarked = hasClass(element, 'emoji') || hasClass(element, 'wp-smiley')
  return isMarked && alt !== '' && alt.length <= MAX_SIGN
}

/** Characters of an emoji, or of a smiley in brackets. */
const MAX_SIGN = 40

/** The areas of an image map as links with their names, a space before each. */
function linksOf(map: HtmlElement): HtmlNode[] {
  const links: HtmlNode[] = []
  const others: HtmlNode[] = []
  for (const area of areasIn(map, others)) {
    const href = attribute(area, 'href')?.trim()
    if (!href) continue
    const name = attribute(area, 'alt')?.trim() || attribute(area, 'title')?.trim() || href
    const link = tree.createElement('a', dialect.NS.HTML, [{ name: 'href', value: href }])
    tree.insertText(link, name)
    links.push(tree.createTextNode(links.length === 0 ? ' ' : ', '), link)
  }
  return [...links, ...others]
}

/** Parsers close an area at once, so what a map holds beside areas is content of its own. */
function areasIn(map: HtmlElement, others: HtmlNode[]): HtmlElement[] {
  const areas: HtmlElement[] = []
  for (const node of map.childNodes) {
    if ('tagName' in node && node.tagName === 'area') areas.push(node)
    else others.push(node)
  }
  return areas
}

/** Attributes with the number that a counter ends at, of page builders and of scripts for counting. */
const ENDS = new Set(
  'data-to-value data-to data-count data-count-to data-countto data-target data-number-value data-number data-end data-end-val data-stop data-final data-counter data-counter-value data-value'.split(
    ' ',
  ),
)
const COUNTER = /(?:^|[-_])(?:counter|count-?up|count-?to|counting|odometer|number|percent-value)(?:$|[-_])/i
const NUMBER = /^-?\d[\d\s.,]{0,20}$/

function countUp(element: HtmlElement): void {
  const end = element.attrs.find(({ name, value }) => ENDS.has(name) && NUMBER.test(value.trim()))
  if (!end || !classesOf(element).some((name) => COUNTER.test(name))) return
  const [only, ...more] = element.childNodes
  const isStart = only === undefined || (more.length === 0 && 'value' in only && /^[\s\d.,]*$/.test(only.value))
  if (isStart) element.childNodes = []
  if (isStart) tree.insertText(element, end.value.trim())
}

/** Attributes with the code of a frame, for a script that puts it into the page. */
const HOLDS_CODE = /^data-(?:[a-z]+-){0,2}(?:html|embed|iframe|code)$/
/** Longer code is none of a frame. Characters. */
const MAX_CODE = 10_000

function frameHeld(element: HtmlElement): void {
  const held = element.attrs.find(({ name, value }) => HOLDS_CODE.test(name) && /<iframe\b/i.test(value))
  if (!held || held.value.length > MAX_CODE || elementNamed(element.childNodes, 'iframe', 'video')) return
  const frame = elementNamed(parseHtml(held.value), 'iframe')
  if (!frame) return
  tree.detachNode(frame)
  tree.appendChild(element, frame)
}

function replace(old: HtmlElement, nodes: readonly HtmlNode[]): void {
  const { parentNode } = old
  if (!parentNode) return
  for (const node of nodes) tree.insertBefore(parentNode, node, old)
  tree.detachNode(old)
}
