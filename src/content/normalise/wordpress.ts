import type { Block } from '../block.ts'
import { joinHtml, type SafeHtml } from '../html/escape.ts'
import { spaced, tag } from '../html/markup.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { attribute, elementNamed, elementsNamed, serialise } from '../html/tree.ts'
import { contentLink } from '../links.ts'
import type { LeafNormaliser, Normaliser } from './context.ts'
import { htmlBlock, savedMarkup } from './raw.ts'
import { quote } from './text.ts'

/** A block of WordPress' core that is its saved markup. */
export const asSaved: Normaliser = (block, context) => savedMarkup(block.blockName ?? '', block, context)

/** A file's name and its button, both links to it (BLOCK-46). */
const file: LeafNormaliser = (block, { parse, rules }) => {
  const links = elementsNamed(parse(block.innerHTML), 'a').flatMap((anchor): SafeHtml[] => {
    const target = contentLink(attribute(anchor, 'href') ?? '', rules)
    const words = inlineNodes(anchor.childNodes, rules)
    const isDownload = attribute(anchor, 'download') !== undefined
    return words === '' ? [] : [target ? tag('a', { ...target, download: isDownload }, words) : words]
  })
  return links.length > 0 ? [{ type: 'paragraph', html: spaced(links) }] : []
}

/** An image or a video next to a text: two columns, in the order of the markup (BLOCK-47). */
const mediaText: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const figure = elementNamed(nodes, 'figure')
  const media = figure ? htmlBlock(serialise(figure), context) : []
  const text = yield* context.inner(block.innerBlocks)
  const columns = [media, text].filter((blocks) => blocks.length > 0)
  const isMediaLast = block.attrs.mediaPosition === 'right'
  if (columns.length === 0) return []
  return [{ type: 'columns', columns: (isMediaLast ? columns.reverse() : columns).map((blocks) => ({ blocks })) }]
}

/** Text that a summary opens; its first element is the summary (BLOCK-48). */
export const details: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const element = elementNamed(nodes, 'details')
  const summary = element && elementNamed(element.childNodes, 'summary')
  const rest = element?.childNodes.filter((node) => node !== summary) ?? []
  const blocks: Block[] =
    block.innerBlocks.length > 0
      ? yield* context.inner(block.innerBlocks)
      : htmlBlock(rest.map(serialise).join(''), context)
  const words = summary ? inlineNodes(summary.childNodes, context.rules) : joinHtml([])
  if (words === '') return blocks
  const isOpen = element !== undefined && attribute(element, 'open') !== undefined
  return [{ type: 'details', summary: words, ...(isOpen && { isOpen }), blocks }]
}

/** Blocks of WordPress' core that become blocks of other types. */
export const CONVERTED: Readonly<Record<string, Normaliser>> = {
  'core/file': file,
  'core/media-text': mediaText,
  'core/pullquote': quote,
}
