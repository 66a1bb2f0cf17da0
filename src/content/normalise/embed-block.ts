import type { SafeHtml } from '../../system/escape.ts'
import type { Block, EmbedBlock } from '../block.ts'
import { embedTarget, httpUrl, providerName } from '../embeds.ts'
import { contentLink } from '../links.ts'
import type { NormaliseContext } from './context.ts'

/** Tags of an embed's URLs and the box around it. */
const EMBED_TAGS = 20

/** Without a provider the block is a link with the provider's name or the host (EMB-1). */
export function embedBlockOf(rawUrl: string, context: NormaliseContext, caption?: SafeHtml): Block[] {
  if (!context.budget.takeBlock(EMBED_TAGS)) return []
  const { rules } = context
  const { embeds } = rules.service.group
  const target = embedTarget(rawUrl, rules.service.language, embeds)
  if (target) return [{ ...target, caption: caption || undefined } as EmbedBlock]
  const written = rawUrl.trim()
  const url = httpUrl(written)
  const isPath = /^\/(?![/\\])/.test(written)
  const link = url || isPath ? contentLink(url?.href ?? written, rules) : undefined
  if (!link) return caption ? [{ type: 'paragraph', html: caption }] : []
  const provider = url ? providerName(url, embeds) : rules.service.title
  return [{ type: 'embed', provider, id: link.href, url: link.href, caption: caption || undefined }]
}
