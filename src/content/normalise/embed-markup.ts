import { html as dialect, defaultTreeAdapter as tree } from 'parse5'
import type { OwnEmbed } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import { type Block, type EmbedBlock, innerBlocks } from '../block.ts'
import { type EmbedCode, embedCode } from '../embeds/markup.ts'
import type { EmbedTarget } from '../embeds/providers/provider.ts'
import { loneShortcodeUrl } from '../embeds/shortcodes.ts'
import { embedTarget, httpUrl, providerName } from '../embeds.ts'
import { inlineNodes } from '../html/sanitise.ts'
import {
  attribute,
  elementsNamed,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  isElement,
  isText,
  textOf,
  visit,
} from '../html/tree.ts'
import { contentLink } from '../links.ts'
import type { NormaliseContext } from './context.ts'
import { factsInMarkup, withFacts } from './embed-facts.ts'

/** WordPress' posts: a quote with a link, and a frame that a script shows. */
const OWN_EMBED = 'wp-embedded-content'

function embedCodes(nodes: readonly HtmlNode[], context: NormaliseContext): EmbedCode[] {
  const codes: EmbedCode[] = []
  visit(nodes, (element) => {
    const code = embedCode(element, context.rules.service.group.embeds)
    if (code) codes.push(code)
    return code === undefined
  })
  return codes
}

/** Drops late loaders' copy for readers without a script (EMB-2). */
export function takeEmbeds(nodes: readonly HtmlNode[], context: NormaliseContext): Block[] {
  const blocks: Block[] = []
  for (const { element, ...code } of embedCodes(nodes, context)) {
    blocks.push(...embedCodeBlocks({ element, ...code }, context))
    if (!isLinkInText(element)) tree.detachNode(element)
  }
  return withoutCopies(blocks)
}

const MAY_HOLD_FRAMES = /<(?:i?frame|object|embed|amp-iframe)\b/i

/**
 * In a caption, a source, a summary: nothing vanishes (EMB-1).
 * @param made the block's own blocks
 */
export function embedsNotIn(made: readonly Block[], markup: string, context: NormaliseContext): Block[] {
  if (!MAY_HOLD_FRAMES.test(markup)) return []
  const shown = new Set<string>()
  const walk = (blocks: readonly Block[]): void => {
    for (const block of blocks) {
      if ('provider' in block) shown.add(block.url)
      walk(innerBlocks(block))
    }
  }
  walk(made)
  const codes = embedCodes(context.parse(markup), context).filter(({ element }) => !isFrameOfQuote(element))
  const blocks = codes.flatMap(({ url }) => embedBlockOf(url, context))
  return withoutCopies(blocks.filter((block) => 'provider' in block && !shown.has(block.url)))
}

export function remaining(nodes: readonly HtmlNode[]): HtmlNode[] {
  return nodes.filter((node) => node.parentNode !== null)
}

/** Its own words are the caption without another. */
export function embedCodeBlocks(code: EmbedCode, context: NormaliseContext, caption?: SafeHtml): Block[] {
  const { element, url, hasWords } = code
  dropCopy(code, context)
  const isCaptioned = hasWords && caption === undefined && !isLinkInText(element)
  const words = isCaptioned ? inlineNodes(element.childNodes, context.rules) : ''
  return embedBlockOf(url, context, { caption: caption ?? (words === '' ? undefined : words), element })
}

const MAX_SIBLINGS = 50

/** With words in a sentence it stays a link. */
export function isLinkInText(element: HtmlElement): boolean {
  const isLink = element.tagName === 'a' && textOf(element.childNodes).trim() !== ''
  const siblings = element.parentNode?.childNodes.slice(0, MAX_SIBLINGS) ?? []
  return isLink && siblings.some((node) => isText(node) && node.value.trim() !== '')
}

function dropCopy({ element, url }: EmbedCode, { rules }: NormaliseContext): void {
  const siblings = element.parentNode?.childNodes ?? []
  const next = siblings.slice(siblings.indexOf(element) + 1).find((node) => !isText(node) || node.value.trim() !== '')
  if (!next || !isElement(next) || next.tagName !== 'noscript') return
  const { embeds } = rules.service.group
  const target = embedTarget(url, 'en', embeds)
  const isSame = (written: string): boolean =>
    written === url || (target !== undefined && isOfTarget(written, target, embeds))
  let isCopy = false
  visit(next.childNodes, ({ attrs }) => {
    isCopy ||= attrs.some(({ name, value }) => COPY_URLS.test(name) && isSame(value.trim()))
    return !isCopy
  })
  if (isCopy) tree.detachNode(next)
}

const COPY_URLS = /^(?:src|href|data|cite|data-[a-z-]{0,20}src)$/

/** A video's image has its id. */
function isOfTarget(url: string, { id, url: targetUrl }: EmbedTarget, own: readonly OwnEmbed[]): boolean {
  return embedTarget(url, 'en', own)?.url === targetUrl || `${url.replace(/[?=&#]/g, '/')}/`.includes(`/${id}/`)
}

/** Without captions of their own. */
export function withoutCopies(blocks: readonly Block[]): Block[] {
  const kept: Block[] = []
  for (const block of blocks) {
    const before = kept.at(-1)
    const isSame = before !== undefined && 'provider' in before && 'provider' in block && before.url === block.url
    if (!isSame || (block.caption !== undefined && block.caption !== before.caption)) kept.push(block)
  }
  return kept
}

/** The quote is in the same markup. */
export function isFrameOfQuote(element: HtmlElement): boolean {
  if (element.tagName !== 'iframe' || !hasClass(element, OWN_EMBED)) return false
  const quotes = elementsNamed(element.parentNode?.childNodes.filter(isElement) ?? [], 'blockquote')
  return quotes.some((quote) => hasClass(quote, OWN_EMBED) && elementsNamed(quote.childNodes, 'a').length > 0)
}

type LinePiece = { nodes: HtmlNode[] } | { url: string }

/**
 * WordPress embeds URLs and shortcodes alone on their line (EMB-2); other URLs become links.
 * @returns undefined when there is no such line
 */
export function linePieces(nodes: readonly HtmlNode[], context: NormaliseContext): LinePiece[] | undefined {
  if (!nodes.some(mayBeLone)) return undefined
  const pieces: LinePiece[] = []
  let isDivided = false
  let pending: HtmlNode[] = []
  const flush = (): void => {
    // Breaks around an embed are its own.
    while (isBreakOrSpace(pending.at(-1))) pending.pop()
    if (pending.length > 0) pieces.push({ nodes: pending })
    pending = []
  }
  for (const line of linesOf(nodes)) {
    const lone = loneUrl(line, context)
    if (lone === undefined) {
      if (pending.length > 0 || !line.every(isBreakOrSpace)) pending.push(...line)
      continue
    }
    isDivided = true
    if ('anchor' in lone) pending.push(...lone.anchor)
    else {
      flush()
      pieces.push(lone)
    }
  }
  flush()
  return isDivided ? pieces : undefined
}

function mayBeLone(node: HtmlNode): boolean {
  if (isText(node)) return node.value.includes('://') || node.value.includes('[')
  return isElement(node) && node.tagName === 'a'
}

function isBreak(node: HtmlNode | undefined): boolean {
  return node !== undefined && isElement(node) && node.tagName === 'br'
}

function isBreakOrSpace(node: HtmlNode | undefined): boolean {
  return isBreak(node) || (node !== undefined && isText(node) && node.value.trim() === '')
}

/** Ends lines at a `br` or a line feed, which they keep. */
function linesOf(nodes: readonly HtmlNode[]): HtmlNode[][] {
  const lines: HtmlNode[][] = [[]]
  const push = (node: HtmlNode): void => {
    lines.at(-1)?.push(node)
  }
  for (const node of nodes) {
    if (isBreak(node)) {
      push(node)
      lines.push([])
    } else if (isText(node) && node.value.includes('\n')) {
      for (const [index, text] of node.value.split('\n').entries()) {
        if (index > 0) {
          push(tree.createTextNode('\n'))
          lines.push([])
        }
        if (text !== '') push(tree.createTextNode(text))
      }
    } else push(node)
  }
  return lines.filter((line) => line.length > 0)
}

function loneUrl(
  line: readonly HtmlNode[],
  { rules }: NormaliseContext,
): { url: string } | { anchor: HtmlNode[] } | undefined {
  const written = line.filter((node) => !isBreak(node) && !(isText(node) && node.value.trim() === ''))
  const [only] = written
  if (written.length !== 1 || only === undefined) return undefined
  const { embeds } = rules.service.group
  const isKnown = (url: string): boolean => embedTarget(url, 'en', embeds) !== undefined
  if (isText(only)) {
    const text = only.value.trim()
    const shortcode = text.startsWith('[') ? loneShortcodeUrl(text, embeds) : undefined
    if (shortcode !== undefined) return { url: shortcode }
    if (!/^https?:\/\/[^\s<>"]+$/.test(text) || !httpUrl(text)) return undefined
    return isKnown(text) ? { url: text } : { anchor: line.map((node) => (node === only ? linkTo(text) : node)) }
  }
  // WordPress links a URL that it could not embed.
  if (!isElement(only) || only.tagName !== 'a') return undefined
  const href = attribute(only, 'href') ?? ''
  return textOf(only.childNodes).trim() === href && isKnown(href) ? { url: href } : undefined
}

function linkTo(url: string): HtmlNode {
  const anchor = tree.createElement('a', dialect.NS.HTML, [{ name: 'href', value: url }])
  tree.insertText(anchor, url)
  return anchor
}

const EMBED_TAGS = 20

interface WrittenEmbed {
  caption?: SafeHtml | undefined
  /** For its facts (EMB-13). */
  element?: HtmlElement | undefined
}

/** Without a provider: a link with its name or host (EMB-1). */
export function embedBlockOf(
  rawUrl: string,
  context: NormaliseContext,
  { caption, element }: WrittenEmbed = {},
): Block[] {
  if (!context.budget.takeBlock(EMBED_TAGS)) return []
  const { rules } = context
  const { embeds } = rules.service.group
  const target = embedTarget(rawUrl, rules.service.language, embeds)
  const withWritten = (block: EmbedBlock): Block[] => [withFacts(block, factsInMarkup(element, block.provider, rules))]
  if (target) return withWritten({ ...target, caption: caption || undefined } as EmbedBlock)
  const written = rawUrl.trim()
  const url = httpUrl(written)
  const isPath = /^\/(?![/\\])/.test(written)
  const link = url || isPath ? contentLink(url?.href ?? written, rules) : undefined
  if (!link) return caption ? [{ type: 'paragraph', html: caption }] : []
  const provider = url ? providerName(url, embeds) : rules.service.title
  return withWritten({ type: 'embed', provider, id: link.href, url: link.href, caption: caption || undefined })
}
