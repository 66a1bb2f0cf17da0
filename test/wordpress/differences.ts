import { parse, parseFragment, serializeOuter, type DefaultTreeAdapterTypes as Tree } from 'parse5'

/** What a reader gets of an output, in order: its characters, and what it shows and leads to. */
interface Shown {
  text: string
  images: string[]
  links: string[]
}

const IMAGES = new Set(['img', 'amp-img', 'amp-anim'])
const PLAYERS = new Set(
  'audio video source track iframe amp-audio amp-video amp-iframe amp-youtube amp-vimeo'.split(' '),
)
/** Elements whose words are one with those around them. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup u var'.split(' '),
)
/** Text for machines. */
const UNSEEN = new Set(['script', 'style', 'template', 'head', 'noscript'])

/**
 * How two outputs of the same article differ: in words and characters, images with their sizes, players and links.
 * @param first a page or an AMP document, of which title, lead and text are compared, else a piece of HTML as in a feed
 */
export function differences(first: string, second: string): string[] {
  const [one, other] = [shownIn(first), shownIn(second)]
  return [
    ...(one.text === other.text ? [] : [`text: ${around(one.text, other.text)}`]),
    ...listed('images', one.images, other.images),
    ...listed('links', one.links, other.links),
  ]
}

/** Title, lead and text of a page or of an AMP document, without code; no-break spaces are characters. */
export function articleIn(html: string): string {
  const parts = partsOf(parse(html, { scriptingEnabled: false }))
  return parts
    .map((part) => serializeOuter(withoutCode(part)))
    .join('')
    .replaceAll('&nbsp;', '\u00a0')
}

/** Not what stands around the text: lists of other articles change with those that are read. */
function partsOf(document: Tree.Document): Tree.Element[] {
  const { childNodes } = document
  const parts = [
    firstOf(childNodes, ({ tagName }) => tagName === 'h1'),
    firstOf(childNodes, hasClass('lead')),
    firstOf(childNodes, hasClass('article-body')),
  ]
  return parts.filter((part) => part !== undefined)
}

const hasClass =
  (name: string) =>
  ({ attrs }: Tree.Element): boolean =>
    attrs.some((one) => one.name === 'class' && one.value.split(/\s+/).includes(name))

/** Links of the text of an article to places that are not there. */
export function linksToNothing(html: string): string[] {
  const ids = new Set<string>()
  const targets: string[] = []
  const enter = (nodes: readonly Tree.ChildNode[]): void => {
    for (const node of nodes) {
      if (!('tagName' in node)) continue
      for (const { name, value } of node.attrs) {
        if (name === 'id') ids.add(value)
        if (name === 'href' && node.tagName === 'a' && value.startsWith('#')) targets.push(value.slice(1))
      }
      enter(node.childNodes)
    }
  }
  enter(parseFragment(html, { scriptingEnabled: false }).childNodes)
  return targets.filter((target) => target !== '' && !ids.has(target) && !ids.has(decodeURIComponent(target)))
}

function withoutCode(element: Tree.Element): Tree.Element {
  const childNodes = element.childNodes
    .filter((node) => !('tagName' in node && UNSEEN.has(node.tagName)))
    .map((node) => ('tagName' in node ? withoutCode(node) : node))
  return { ...element, childNodes }
}

function shownIn(html: string): Shown {
  const isDocument = /^\s*<!doctype/i.test(html)
  const roots = isDocument
    ? partsOf(parse(html, { scriptingEnabled: false }))
    : [parseFragment(html, { scriptingEnabled: false })]
  const shown: Shown = { text: '', images: [], links: [] }
  for (const root of roots) walk(root, shown)
  return { ...shown, text: folded(shown.text) }
}

function walk(parent: Tree.ParentNode, shown: Shown): void {
  for (const node of parent.childNodes) {
    if ('value' in node) shown.text += node.value
    if (!('tagName' in node) || UNSEEN.has(node.tagName)) continue
    const space = INLINE.has(node.tagName) ? '' : ' '
    const before = shown.text.length
    shown.text += space
    walk(node, shown)
    shown.text += space
    if (IMAGES.has(node.tagName)) shown.images.push(values(node, 'src', 'alt', 'width', 'height'))
    if (PLAYERS.has(node.tagName)) shown.images.push(values(node, 'src', 'poster', 'data-videoid'))
    if (node.tagName === 'a') shown.links.push(`${values(node, 'href')} ${folded(shown.text.slice(before))}`)
  }
}

function values(element: Tree.Element, ...names: string[]): string {
  const held = new Map(element.attrs.map(({ name, value }) => [name, value]))
  return [element.tagName, ...names.map((name) => held.get(name) ?? '-')].join(' ')
}

function firstOf(nodes: readonly Tree.ChildNode[], isIt: (element: Tree.Element) => boolean): Tree.Element | undefined {
  for (const node of nodes) {
    if (!('tagName' in node)) continue
    const match = isIt(node) ? node : firstOf(node.childNodes, isIt)
    if (match) return match
  }
  return undefined
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function listed(kind: string, one: readonly string[], other: readonly string[]): string[] {
  const [only, onlyOther] = [without(one, other), without(other, one)]
  if (only.length > 0 || onlyOther.length > 0)
    return [`${kind}: ${JSON.stringify(only)} / ${JSON.stringify(onlyOther)}`]
  return one.join('\n') === other.join('\n') ? [] : [`${kind}: in another order`]
}

/** What a list has more than another. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = [...other]
  return list.filter((one) => {
    const at = left.indexOf(one)
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

/** Characters around the place where two texts begin to differ. */
const CONTEXT = 60

function around(one: string, other: string): string {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const from = Math.max(0, at - CONTEXT / 2)
  return [one, other].map((text) => JSON.stringify(text.slice(from, at + CONTEXT))).join(' / ')
}
