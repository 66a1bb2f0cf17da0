import { embedCode } from '../../content/embeds/markup.ts'
import { isEmbed } from '../../content/embeds.ts'
import { anchorOf } from '../../content/html/anchor.ts'
import { beginningOf } from '../../content/html/size.ts'
import {
  attribute,
  classesOf,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  isElement,
  parseHtmlInSteps,
  serialise,
  textOf,
  visit,
} from '../../content/html/tree.ts'
import { MAX_CHARACTERS, MAX_TAGS } from '../../content/limits.ts'
import { MARKS } from '../../content/normalise/live-update.ts'
import { mayHoldLazyImages, restoreLazyImages } from '../../content/plugin-markup/lazy-images.ts'
import type { OwnEmbed } from '../../services/service.ts'
import { escapeHtml } from '../../system/escape.ts'
import type { Steps } from '../../system/steps.ts'
import type { ParsedBlock } from '../block-grammar.ts'
import { isControl, readable } from './readable.ts'

export function nameless(html: string): ParsedBlock {
  return { blockName: null, attrs: {}, innerHTML: html, innerContent: [html], innerBlocks: [] }
}

/**
 * By classes of WordPress' rendering (`wp-block-image`). Markup beyond a body's limit stays unparsed in a last block
 * (COST-5).
 * @param embeds the site's own providers
 */
export function* splitRendered(rendered: string, embeds: readonly OwnEmbed[]): Steps<ParsedBlock[]> {
  if (rendered.trim() === '') return []
  if (!/\bwp-block-/.test(rendered)) return [nameless(rendered)]
  const [beginning, rest] = divided(rendered)
  const nodes = yield* parseHtmlInSteps(beginning)
  // An image's copy for readers without scripts would become a block.
  if (mayHoldLazyImages(beginning)) restoreLazyImages(nodes)
  const blocks = yield* blocksIn(nodes, embeds)
  return rest === '' ? blocks : [...blocks, nameless(rest)]
}

export function divided(rendered: string): [beginning: string, rest: string] {
  const beginning = beginningOf(rendered, { tags: MAX_TAGS, characters: MAX_CHARACTERS })
  return [beginning, rendered.slice(beginning.length)]
}

export function blocksIn(nodes: readonly HtmlNode[], embeds: readonly OwnEmbed[]): Steps<ParsedBlock[]> {
  return blocksAt(nodes, { depth: 0, embeds })
}

interface Place {
  depth: number
  embeds: readonly OwnEmbed[]
}

function inner({ depth, embeds }: Place): Place {
  return { depth: depth + 1, embeds }
}

function* blocksAt(nodes: readonly HtmlNode[], place: Place): Steps<ParsedBlock[]> {
  const blocks: ParsedBlock[] = []
  for (const node of nodes) {
    const own = isElement(node) ? yield* blockOf(node, place) : undefined
    if (own) blocks.push(own)
    else if (isElement(node)) yield
    else if (textOf([node]).trim() !== '') blocks.push(nameless(serialise(node)))
    yield
  }
  return blocks
}

/** Deeper blocks stay HTML, as a limit for hostile nesting. */
const MAX_DEPTH = 20

function* blockOf(element: HtmlElement, place: Place): Steps<ParsedBlock | undefined> {
  if (isControl(element)) return undefined
  const short = place.depth < MAX_DEPTH ? shortName(element) : undefined
  const make = short !== undefined && Object.hasOwn(BLOCKS, short) ? BLOCKS[short] : undefined
  const made = make?.(element, place)
  if (made === undefined) return nameless(serialise(yield* readable(element)))
  return 'blockName' in made ? made : yield* made
}

function shortName(element: HtmlElement): string | undefined {
  const names = classesOf(element).flatMap((name) => /^wp-block-([a-z0-9-]+)$/.exec(name)?.[1] ?? [])
  // The classes may have a block's number, as `wp-block-gallery-1`.
  return names.find((name) => Object.hasOwn(BLOCKS, name)) ?? names[0] ?? TAGS[element.tagName]
}

const TAGS: Record<string, string> = {
  p: 'paragraph',
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, 'heading'])),
  ul: 'list',
  ol: 'list',
  blockquote: 'quote',
}

/** Containers take steps. */
type Make = (element: HtmlElement, place: Place) => ParsedBlock | Steps<ParsedBlock> | undefined

/** Its markup is its whole content. */
const leaf =
  (name: string): Make =>
  (element) =>
    block(name, element)

/** Its own markup has no text. */
const container = (
  name: string,
  attrsOf: (element: HtmlElement) => ParsedBlock['attrs'] = () => ({}),
  inside: (element: HtmlElement) => readonly HtmlNode[] = ({ childNodes }) => childNodes,
): Make =>
  function* (element, place) {
    const innerBlocks = yield* blocksAt(inside(element), inner(place))
    return {
      blockName: `core/${name}`,
      attrs: attrsOf(element),
      innerHTML: placeOf(element),
      innerContent: [],
      innerBlocks,
    }
  }

/** Keeps a container's anchor alone. */
function placeOf(element: HtmlElement): string {
  const id = anchorOf(attribute(element, 'id'))
  return id !== undefined ? `<div id="${escapeHtml(id)}"></div>` : ''
}

/** Each item of a query or of comments has own blocks. */
const posts: Make = function* (element, place) {
  const innerBlocks: ParsedBlock[] = []
  for (const item of element.childNodes.filter(isElement)) {
    const inside = yield* blocksAt(item.childNodes, inner(place))
    innerBlocks.push({ ...made('list-item', ''), innerBlocks: inside })
  }
  return { ...made('list', `<${element.tagName}></${element.tagName}>`), innerBlocks }
}

const BLOCKS: Record<string, Make> = {
  ...Object.fromEntries(
    'paragraph heading list quote table image gallery code separator audio video file pullquote'
      .split(' ')
      .map((name) => [name, leaf(name)]),
  ),
  group: container('group', marksOf, (element) => innerOf(element, 'wp-block-group__inner-container')),
  columns: container('columns'),
  column: container('column', (element) => {
    const width = styleOf(element, 'flex-basis')
    return width === undefined ? {} : { width }
  }),
  *cover(element, place) {
    const inside = innerOf(element, 'wp-block-cover__inner-container').filter((node) => !isBackground(node))
    const innerBlocks = yield* blocksAt(inside, inner(place))
    return { ...block('cover', element), attrs: { dimRatio: dimOf(element) }, innerBlocks }
  },
  *details(element, place) {
    const summary = element.childNodes.find((node) => isElement(node) && node.tagName === 'summary')
    const inside = element.childNodes.filter((node) => node !== summary)
    const isOpen = attribute(element, 'open') !== undefined
    const id = anchorOf(attribute(element, 'id'))
    const anchor = id !== undefined ? ` id="${escapeHtml(id)}"` : ''
    const innerHTML = `<details${anchor}${isOpen ? ' open' : ''}>${summary ? serialise(summary) : ''}</details>`
    return { ...made('details', innerHTML), innerBlocks: yield* blocksAt(inside, inner(place)) }
  },
  *'media-text'(element, place) {
    const figure = element.childNodes.find((node) => isElement(node) && node.tagName === 'figure')
    const mediaPosition = classesOf(element).includes('has-media-on-the-right') ? 'right' : 'left'
    const innerBlocks = yield* blocksAt(innerOf(element, 'wp-block-media-text__content'), inner(place))
    return {
      ...made('media-text', placeOf(element) + (figure ? serialise(figure) : '')),
      attrs: { mediaPosition },
      innerBlocks,
    }
  },
  'post-template': posts,
  'comment-template': posts,
  query: container('query'),
  comments: container('comments'),
  spacer: (element) => ({ ...block('spacer', element), attrs: { height: styleOf(element, 'height') ?? '' } }),
  embed: (element, { embeds }) => {
    const url = embeddedUrl(element, embeds)
    const provider = classesOf(element).find((name) => name.startsWith('is-provider-'))
    const attrs = { url, providerNameSlug: provider?.slice('is-provider-'.length) }
    return url === undefined ? undefined : { ...block('embed', element), attrs }
  },
}

/** The classes by which an editor marks a group (CORR-2, LIVE-2). */
function marksOf(element: HtmlElement): ParsedBlock['attrs'] {
  const marks = classesOf(element).filter((name) => MARKS.includes(name))
  return marks.length > 0 ? { className: marks.join(' ') } : {}
}

function block(name: string, element: HtmlElement): ParsedBlock {
  return made(name, serialise(element))
}

function made(name: string, innerHTML: string): ParsedBlock {
  return { blockName: `core/${name}`, attrs: {}, innerHTML, innerContent: [innerHTML], innerBlocks: [] }
}

/** A provider's URL in its code, the quoted post, the frame or the text (EMB-2). */
function embeddedUrl(element: HtmlElement, embeds: readonly OwnEmbed[]): string | undefined {
  const wrapper = elementsNamed(element.childNodes, 'div')
  const codes: string[] = []
  visit(wrapper, (inside) => {
    const code = embedCode(inside, embeds)
    if (code) codes.push(code.url)
    return code === undefined
  })
  // Links of the quoted post's author and topics come before its own.
  const quoted = elementsNamed(wrapper, 'blockquote')
    .flatMap((quote) => elementsNamed(quote.childNodes, 'a'))
    .map((anchor) => attribute(anchor, 'href'))
  const written = [codes.find((url) => isEmbed(url, embeds)), quoted.at(-1), codes[0], textOf(wrapper).trim()]
  return written.find((url) => url !== undefined && /^(?:https?:)?\/\/\S+$/.test(url))
}

function innerOf(element: HtmlElement, className: string): readonly HtmlNode[] {
  const inner = element.childNodes.filter(isElement).find((child) => classesOf(child).includes(className))
  return (inner ?? element).childNodes
}

/** A cover's text may lack an element around it. */
function isBackground(node: HtmlNode): boolean {
  return isElement(node) && classesOf(node).some((name) => /^wp-block-cover__[a-z]+-background$/.test(name))
}

/** Per cent, from a class such as `has-background-dim-40`. */
function dimOf(element: HtmlElement): number {
  const marked = [element, ...element.childNodes.filter(isElement)].flatMap(classesOf)
  const dim = marked
    .map((name) => /^has-background-dim-(\d{1,3})$/.exec(name)?.[1])
    .find((candidate) => candidate !== undefined)
  return dim === undefined ? 50 : Number(dim)
}

function styleOf(element: HtmlElement, property: string): string | undefined {
  const declaration = new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`).exec(attribute(element, 'style') ?? '')
  return declaration?.[1]?.trim()
}
