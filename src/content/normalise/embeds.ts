import type { Block, EmbedBlock } from '../block.ts'
import { embedTarget, httpUrl, tradingviewTarget } from '../embeds.ts'
import { elementNamed, type HtmlNode, textOf } from '../html/tree.ts'
import { contentLink } from '../links.ts'
import { isRecord } from '../record.ts'
import { number, text, type WireBlock } from '../wire.ts'
import type { LeafNormaliser, NormaliseContext } from './context.ts'
import { dataOf, textField } from './fields.ts'
import { captionHtml } from './text.ts'

/**
 * Embeds by URL (BLOCK-28): the URL decides the type, not the block's name. A URL that no allowed
 * provider recognises becomes a link card (BLOCK-28); YouTube's must match exactly or is dropped.
 */
export const embed: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const wrapper = elementNamed(nodes, 'div')
  const rawUrl = text.parse(block.attrs.url) ?? (wrapper ? textOf(wrapper.childNodes).trim() : undefined)
  if (rawUrl === undefined) return []
  return embedBlock(rawUrl, context, nodes)
}

export const youtube: LeafNormaliser = (block, context) =>
  embed(block, context).filter((result) => result.type !== 'embed')

/**
 * A block with one URL in a field: SoundCloud's page, LinkedIn's and Gfycat's frame. Without the field it may be
 * WordPress' own embed of that provider.
 */
export function embedField(name: string): LeafNormaliser {
  return (block, context) => {
    const rawUrl = textField(dataOf(block), name)
    return rawUrl === undefined ? embed(block, context) : embedBlock(rawUrl, context)
  }
}

/** The frame of the provider's own player; the item itself is fetched only with an API key (GIF-1). */
export const giphy: LeafNormaliser = (block, context) => {
  const id = textField(dataOf(block), 'id_gifa')
  if (id === undefined) return embed(block, context)
  const target = embedTarget(`https://giphy.com/embed/${id}`, context.rules.service.language)
  return target?.id === id ? [target as EmbedBlock] : []
}

/** Renders only with its settings: an object, or the same as a JSON string (BLOCK-32). */
export const tradingview: LeafNormaliser = (block, { rules }) => {
  const settings = tradingviewSettings(block)
  const symbol = text.parse(settings?.symbol)
  const target =
    symbol === undefined
      ? undefined
      : tradingviewTarget({
          symbol,
          language: rules.service.language,
          interval: text.parse(settings?.interval),
          height: number.parse(settings?.height),
        })
  return target ? [{ type: 'tradingview', ...target }] : []
}

function tradingviewSettings(block: WireBlock): Record<string, unknown> | undefined {
  const { tradingView } = dataOf(block)
  if (typeof tradingView !== 'string') return isRecord(tradingView) ? tradingView : undefined
  try {
    const parsed: unknown = JSON.parse(tradingView)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** The cost of an embed, in tags: its URLs and the box around it. */
const EMBED_TAGS = 20

/** One URL as a block: the provider's own, or a link card. */
export function embedBlock(rawUrl: string, context: NormaliseContext, nodes: readonly HtmlNode[] = []): Block[] {
  if (!context.budget.takeBlock(EMBED_TAGS)) return []
  const caption = captionHtml([...nodes], context)
  const target = embedTarget(rawUrl, context.rules.service.language)
  if (target) return [{ ...target, ...(caption && { caption }) } as EmbedBlock]
  const url = httpUrl(rawUrl)
  const link = url && contentLink(url.href, context.rules)
  if (!link) return caption ? [{ type: 'paragraph', html: caption }] : []
  const provider = url.hostname.replace(/^www\./, '')
  return [{ type: 'embed', provider, id: url.href, url: link.href, ...(caption && { caption }) }]
}
