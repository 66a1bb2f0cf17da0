import { isRecord } from '../../system/record.ts'
import { parseWellFormed } from '../../system/well-formed.ts'
import type { Block, EmbedBlock } from '../block.ts'
import { embedTarget, tradingviewTarget } from '../embeds.ts'
import { elementNamed, isElement, textOf } from '../html/tree.ts'
import { number, text, type WireBlock } from '../wire.ts'
import type { LeafNormaliser, NormaliseContext } from './context.ts'
import { factsInFields, withFacts } from './embed-facts.ts'
import { embedBlockOf, takeEmbeds } from './embed-markup.ts'
import { dataOf, type Fields, textField } from './fields.ts'
import { captionHtml } from './text.ts'

/** By the URL, not the block's name (BLOCK-28), in settings or markup, as text or as the provider's code (EMB-2). */
export const embed: LeafNormaliser = (block, context) => {
  const nodes = context.parse(block.innerHTML)
  const caption = captionHtml(nodes, context)
  const wrapper = elementNamed(nodes, 'div')
  const written = text.parse(block.attrs.url) ?? (wrapper ? textOf(wrapper.childNodes).trim() : undefined)
  if (written !== undefined && isUrl(written))
    return withFields(
      embedBlockOf(written, context, { caption, element: wrapper ?? nodes.find(isElement) }),
      block.attrs,
      context,
    )
  const [made, ...others] = takeEmbeds(nodes, context)
  if (made) {
    const first = { ...made, caption: caption || ('caption' in made ? made.caption : undefined) } as EmbedBlock
    return [...withFields([first], block.attrs, context), ...others]
  }
  return caption ? [{ type: 'paragraph', html: caption }] : []
}

/** They win over markup (EMB-13). */
function withFields([first, ...others]: readonly Block[], fields: Fields, context: NormaliseContext): Block[] {
  if (!first) return []
  return ['provider' in first ? withFacts(first, factsInFields(fields, context)) : first, ...others]
}

function isUrl(written: string): boolean {
  return /^(?:(?:https?:)?\/)?\//i.test(written.trim())
}

/** SoundCloud, LinkedIn and Gfycat have the URL in a field; without it, the block may be WordPress' own embed. */
export function embedField(name: string): LeafNormaliser {
  return (block, context) => {
    const rawUrl = textField(dataOf(block), name)
    return rawUrl === undefined
      ? embed(block, context)
      : withFields(embedBlockOf(rawUrl, context), dataOf(block), context)
  }
}

export const giphy: LeafNormaliser = (block, context) => {
  const id = textField(dataOf(block), 'id_gifa')
  if (id === undefined) return embed(block, context)
  const target = embedTarget(`https://giphy.com/embed/${id}`, context.rules.service.language, [])
  return target?.id === id ? withFields([target as EmbedBlock], dataOf(block), context) : []
}

/** Settings may be a JSON string (BLOCK-31). */
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
    const parsed = parseWellFormed(tradingView)
    return isRecord(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
