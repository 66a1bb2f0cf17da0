import { mayHoldFormulas, settleFormulas } from '../html/math.ts'
import { type HtmlNode, parseHtml, textOf } from '../html/tree.ts'
import { withoutBuilders } from '../shortcodes.ts'
import { foldWhiteSpace, plainText } from '../text.ts'
import { mayHoldLazyImages, restoreLazyImages } from './lazy-images.ts'
import { mayHoldNoise, removeNoise } from './noise.ts'
import { mayHoldReplaced, writeReplaced } from './replaced.ts'
import { mayHoldStyledText, settleStyledText } from './styled-text.ts'

/**
 * Shows what plugins and themes would show with their scripts and styles (SRC-47). In place.
 * @param nodes all children of their parent
 * @param markup the nodes' source
 * @param onLeftOut gets the kind of each part that is none of the article's words
 */
export function settlePluginMarkup(
  nodes: readonly HtmlNode[],
  markup: string,
  onLeftOut: (kind: string) => void = () => {},
): void {
  if (!markup.includes('<')) return
  if (mayHoldNoise(markup)) removeNoise(nodes, onLeftOut)
  if (mayHoldLazyImages(markup)) restoreLazyImages(nodes)
  if (mayHoldFormulas(markup)) settleFormulas(nodes)
  if (mayHoldReplaced(markup)) writeReplaced(nodes)
  if (mayHoldStyledText(markup)) settleStyledText(nodes)
}

export function shownNodes(html: string): HtmlNode[] {
  const nodes = parseHtml(html)
  settlePluginMarkup(nodes, html)
  return nodes
}

const URL_LINE = /^[ \t]*https?:\/\/\S+[ \t]*$/gm

export function renderedText(html: string): string {
  const built = withoutBuilders(html, [])
  // A builder's video URL is no word.
  const shown = built === html ? html : built.replace(URL_LINE, '')
  if (!shown.includes('<')) return plainText(shown)
  const nodes = parseHtml(shown)
  settlePluginMarkup(nodes, shown)
  return foldWhiteSpace(textOf(nodes))
}
