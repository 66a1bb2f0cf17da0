import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import { paintedUrl } from '../html/style.ts'
import {
  attribute,
  classesOf,
  elementNamed,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  parseHtml,
  rename,
  textOf,
  visit,
} from '../html/tree.ts'

export function mayHoldReplaced(markup: string): boolean {
  return /<map\b|wp-smiley|\bemoji\b|count|number|odometer|\sdata-[a-z-]{0,30}(?:html|embed|iframe|code)\b|\brole=["']?img|<amp-img|\b(?:width|height)=["']?[01]["'\s>p]/i.test(
    markup,
  )
}

/** Writes an emoji's sign, an image map's links, a counter's number. In place. */
export function writeReplaced(nodes: readonly HtmlNode[]): void {
  const maps: HtmlElement[] = []
  const painted: HtmlElement[] = []
  const pixels: HtmlElement[] = []
  const signs: HtmlElement[] = []
  visit(nodes, (element) => {
    if (element.tagName === 'map') maps.push(element)
    if (isEmoji(element)) signs.push(element)
    if (isPixel(element)) pixels.push(element)
    if (element.tagName === 'amp-img') rename(element, 'img')
    if (ownPaintedUrl(element) !== undefined) painted.push(element)
    countUp(element)
    frameHeld(element)
    return true
  })
  for (const sign of signs) replace(sign, [tree.createTextNode(attribute(sign, 'alt') ?? '')])
  for (const pixel of pixels) tree.detachNode(pixel)
  for (const element of painted) replace(element, [imageOf(element)])
  for (const map of maps) replace(map, linksOf(map))
}

/** WordPress' images for old systems and feeds. */
function isEmoji(element: HtmlElement): boolean {
  if (element.tagName !== 'img') return false
  const alt = attribute(element, 'alt')?.trim() ?? ''
  const isMarked = hasClass(element, 'emoji') || hasClass(element, 'wp-smiley')
  return isMarked && alt !== '' && alt.length <= MAX_SIGN
}

/** Smileys are words in brackets. */
const MAX_SIGN = 40

function linksOf(map: HtmlElement): HtmlNode[] {
  const links: HtmlNode[] = []
  for (const area of elementsNamed(map.childNodes, 'area')) {
    const href = attribute(area, 'href')?.trim()
    if (!href) continue
    const name = attribute(area, 'alt')?.trim() || attribute(area, 'title')?.trim() || href
    const link = tree.createElement('a', dialect.NS.HTML, [{ name: 'href', value: href }])
    tree.insertText(link, name)
    links.push(tree.createTextNode(links.length === 0 ? ' ' : ', '), link)
  }
  return [...map.childNodes.filter((node) => textOf([node]).trim() !== ''), ...links]
}

/** A counter ends at the number in one of these. */
const ENDS = new Set(
  'data-to-value data-to data-count data-count-to data-countto data-target data-number-value data-number data-end data-end-val data-stop data-final data-counter data-counter-value data-value'.split(
    ' ',
  ),
)
const COUNTER = /(?:^|[-_])(?:counter|count-?up|count-?to|counting|odometer)(?:$|[-_])/i
const NUMBER = /^-?\d[\d\s.,]{0,20}$/

const STARTS = /^data-(?:from|start)(?:-value)?$/

function countUp(element: HtmlElement): void {
  const end = element.attrs.find(({ name, value }) => ENDS.has(name) && NUMBER.test(value.trim()))
  if (!end || !classesOf(element).some((name) => COUNTER.test(name))) return
  // A builder's counter has it outside, and a place inside.
  const place = placeOfNumber(element) ?? element
  const shown = textOf(place.childNodes).trim()
  const starts = element.attrs.filter(({ name }) => STARTS.test(name)).map(({ value }) => value.trim())
  if (shown !== '' && shown !== '0' && !starts.includes(shown)) return
  if (place.childNodes.some((node) => 'tagName' in node)) return
  place.childNodes = []
  tree.insertText(place, end.value.trim())
}

function placeOfNumber(element: HtmlElement): HtmlElement | undefined {
  let place: HtmlElement | undefined
  visit(element.childNodes, (inner) => {
    if (hasClass(inner, 'percent-value')) place ??= inner
    return place === undefined
  })
  return place
}

/** A script puts their frame into the page. */
const HOLDS_CODE = /^data-(?:[a-z]+-){0,2}(?:html|embed|iframe|code)$/
/** Characters. */
const MAX_CODE = 10_000

function frameHeld(element: HtmlElement): void {
  const held = element.attrs.find(({ name, value }) => HOLDS_CODE.test(name) && /<iframe\b/i.test(value))
  if (!held || held.value.length > MAX_CODE || elementNamed(element.childNodes, 'iframe', 'video')) return
  const frame = elementNamed(parseHtml(held.value), 'iframe')
  if (!frame) return
  tree.detachNode(frame)
  tree.appendChild(element, frame)
}

/** It counts a visit and shows nothing. */
function isPixel(element: HtmlElement): boolean {
  const isTiny = (name: string): boolean => /^[01](?:px)?$/.test(attribute(element, name)?.trim() ?? '')
  return element.tagName === 'img' && isTiny('width') && isTiny('height')
}

function ownPaintedUrl(element: HtmlElement): string | undefined {
  if (attribute(element, 'role') !== 'img' || element.tagName === 'img' || element.tagName === 'svg') return undefined
  return paintedUrl(element)
}

function imageOf(element: HtmlElement): HtmlElement {
  const url = paintedUrl(element) ?? ''
  const alt = attribute(element, 'aria-label') ?? attribute(element, 'alt') ?? ''
  return tree.createElement('img', dialect.NS.HTML, [
    { name: 'src', value: url },
    { name: 'alt', value: alt },
  ])
}

function replace(old: HtmlElement, nodes: readonly HtmlNode[]): void {
  const { parentNode } = old
  if (!parentNode) return
  for (const node of nodes) tree.insertBefore(parentNode, node, old)
  tree.detachNode(old)
}
