import { mayHoldFormulas, settleFormulas } from '../html/math.ts'
import { type HtmlNode, parseHtml, textOf } from '../html/tree.ts'
import { withoutBuilders } from '../shortcodes.ts'
import { foldWhiteSpace, plainText } from '../text.ts'
import { mayHoldLazyImages, restoreLazyImages } from './lazy-images.ts'
import { mayHoldNoise, removeNoise } from './noise.ts'
import { mayHoldReplaced, writeReplaced } from './replaced.ts'
import { mayHoldStyledText, settleStyledText } from './styled-text.ts'

/**
 * Changes markup of WordPress' plugins and themes to what a browser with its scripts and styles shows of it (SRC-47): in
 * place.
 * @param nodes all children of their parent
 * @param markup that they were parsed from
 * @param onLeftOut called for each part that is none of the article's words, with its kind
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

/** Nodes of WordPress' markup as readers see it. */
export function shownNodes(html: string): HtmlNode[] {
  const nodes = parseHtml(html)
  settlePluginMarkup(nodes, html)
  return nodes
}

const URL_LINE = /^[ \t]*https?:\/\/\S+[ \t]*$/gm

/** The words of a piece of WordPress' rendering, as readers see it: folded, decoded once. */
export function renderedText(html: string): string {
  const built = withoutBuilders(html, [])
  // The URL of a builder's video is no word.
  const shown = built === html ? html : built.replace(URL_LINE, '')
  if (!shown.includes('<')) return plainText(shown)
  const nodes = parseHtml(shown)
  settlePluginMarkup(nodes, shown)
  return foldWhiteSpace(textOf(nodes))
}
