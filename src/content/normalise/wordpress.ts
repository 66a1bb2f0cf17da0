import { joinHtml, type SafeHtml } from '../../system/escape.ts'
import type { Block } from '../block.ts'
import { spaced, tag } from '../html/markup.ts'
import { inlineNodes } from '../html/sanitise.ts'
import { attribute, elementNamed, elementsNamed, isElement, serialise, textOf } from '../html/tree.ts'
import { contentLink } from '../links.ts'
import { EMBED_CLASS } from '../shortcode-figures.ts'
import { withoutLibrary, withoutShortcodes } from '../shortcodes.ts'
import type { LeafNormaliser, Normaliser } from './context.ts'
import { embedBlockOf } from './embed-markup.ts'
import { cover } from './figures.ts'
import { withTotalTime } from './outline.ts'
import { htmlBlock, savedMarkup } from './raw.ts'
import { quote } from './text.ts'

export const asSaved: Normaliser = (block, context) => savedMarkup(block.blockName ?? '', block, context)

/** Its name and button are links (BLOCK-46). */
const file: LeafNormaliser = (block, { parse, rules }) => {
  const links = elementsNamed(parse(block.innerHTML), 'a').flatMap((anchor): SafeHtml[] => {
    const target = contentLink(attribute(anchor, 'href') ?? '', rules)
    const words = inlineNodes(anchor.childNodes, rules)
    const isDownload = attribute(anchor, 'download') !== undefined
    return words === '' ? [] : [target ? tag('a', { ...target, download: isDownload }, words) : words]
  })
  return links.length > 0 ? [{ type: 'paragraph', html: spaced(links) }] : []
}

const mediaText: Normaliser = function* (block, context) {
  const nodes = context.parse(block.innerHTML)
  const figure = elementNamed(nodes, 'figure')
  const media = figure ? htmlBlock(serialise(figure), context) : []
  const rest = nodes.filter((node) => isElement(node)).flatMap((node) => (node === figure ? [] : node.childNodes))
  const text =
    block.innerBlocks.length > 0
      ? yield* context.inner(block.innerBlocks)
      : htmlBlock(
          rest
            .filter((node) => node !== figure)
            .map(serialise)
            .join(''),
          context,
        )
  const columns = [media, text].filter((blocks) => blocks.length > 0)
  const isMediaLast = block.attrs.mediaPosition === 'right'
  if (columns.length === 0) return []
  return [{ type: 'columns', columns: (isMediaLast ? columns.reverse() : columns).map((blocks) => ({ blocks })) }]
}

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
  return [{ type: 'details', summary: words, isOpen: isOpen || undefined, blocks }]
}

/** A shortcode that no WordPress has run becomes a player, an embed or an image, or stays (VIDEO-7). */
const shortcode: Normaliser = function* (block, context) {
  const markup = withoutShortcodes(block.innerHTML, withoutLibrary(context.rules.service.group.embeds))
  if (markup === block.innerHTML) return yield* savedMarkup(block.blockName ?? '', block, context)
  return context.parse(markup).flatMap((node): Block[] => {
    const isEmbed = isElement(node) && attribute(node, 'class') === EMBED_CLASS
    return isEmbed ? embedBlockOf(textOf(node.childNodes).trim(), context) : htmlBlock(serialise(node), context)
  })
}

const outlined: LeafNormaliser = (block, context) => withTotalTime(htmlBlock(block.innerHTML, context), block)

export const CONVERTED: Readonly<Record<string, Normaliser>> = {
  'yoast/faq-block': outlined,
  'yoast/how-to-block': outlined,
  // The block editor's first versions had it.
  'core/cover-image': cover,
  'core/file': file,
  'core/media-text': mediaText,
  'core/pullquote': quote,
  'core/shortcode': shortcode,
}
