import { elementNamed, parseHtml, textOf } from '../html/tree.ts'
import { text } from '../wire.ts'
import type { Normaliser } from './context.ts'
import { captionHtml } from './text.ts'

const HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'www.youtube-nocookie.com',
  'youtube-nocookie.com',
])
const SHORT_HOST = 'youtu.be'
const ID = /^[A-Za-z0-9_-]{11}$/

/**
 * The id of a film from its address (spec 5, "YouTube"; decision 23): exactly 11 characters, from a known host;
 * shorts, embeds and live addresses count. A longer one is rejected, not cut.
 */
export function youtubeId(address: string): string | undefined {
  const url = URL.parse(address.trim())
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  const [, first, second] = url.pathname.split('/')
  const id = url.hostname === SHORT_HOST ? first : HOSTS.has(url.hostname) ? idFromPath(url, first, second) : undefined
  return id !== undefined && ID.test(id) ? id : undefined
}

function idFromPath(url: URL, first: string | undefined, second: string | undefined): string | undefined {
  if (first === 'watch') return url.searchParams.get('v') ?? undefined
  return first !== undefined && ['shorts', 'embed', 'live', 'v'].includes(first) ? second : undefined
}

export const youtube: Normaliser = (block, context) => {
  const nodes = parseHtml(block.innerHTML)
  const written = elementNamed(nodes, 'div')
  const id = youtubeId(text.parse(block.attrs.url) ?? (written ? textOf(written.childNodes) : ''))
  if (!id) return []
  const caption = captionHtml(nodes, context)
  return [{ type: 'youtube', id, ...(caption && { caption }) }]
}
