import * as z from 'zod'
import type { GiphyAnimation, GiphyItem } from '../../content/block.ts'
import { httpUrl } from '../../content/embeds.ts'
import { beginningOfText } from '../../content/graphemes.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import { number, text } from '../../content/wire.ts'

/** They serve animations, and receive a ping for each view. */
export interface GiphyOrigins {
  media: readonly string[]
  pingback: readonly string[]
}

/** CSS pixels (GIF-3). */
const WIDTH = 300
const MAX_SIDE = 4096
const MAX_URL = 2000
const MAX_MESSAGE = 200
/** (GIF-6) */
const ERROR_FETCHING = 'Error fetching'
const LOCATION_RESTRICTED = /not available in your (?:location|region|country)/i
/** Other ratings are not shown (GIF-4). */
const SHOWN_RATINGS = new Set(['y', 'g', 'pg', 'pg-13'])

const HOME = 'https://api.giphy.com'
const MEDIA_HOSTS = ['media', 'media0', 'media1', 'media2', 'media3', 'media4', 'i'].map((name) => `${name}.giphy.com`)
const PINGBACK_HOSTS = ['giphy-analytics.giphy.com', 'pingback.giphy.com']

/** A base other than Giphy's own serves both itself. */
export function giphyOrigins(apiUrl: string): GiphyOrigins {
  const own = new URL(apiUrl).origin
  const originsOf = (hosts: string[]) => [...hosts.map((host) => `https://${host}`), ...(own === HOME ? [] : [own])]
  return { media: originsOf(MEDIA_HOSTS), pingback: originsOf(PINGBACK_HOSTS) }
}

const rendition = z.object({ url: text, mp4: text, width: number, height: number }).partial().catch({})
const response = z.object({
  data: z.object({
    rating: text,
    images: z.object({ original: rendition, original_mp4: rendition, original_still: rendition }),
    analytics: z
      .object({ onload: z.object({ url: text }) })
      .optional()
      .catch(undefined),
  }),
})
type Data = z.output<typeof response>['data']
type IsSecret = (text: string) => boolean

/**
 * @param isSecret a URL with the key is rejected
 * @returns undefined without an item, as in Giphy's placeholder responses during an outage
 */
export function readGiphyItem(json: unknown, origins: GiphyOrigins, isSecret: IsSecret): GiphyItem | undefined {
  const { data: parsed } = response.safeParse(json)
  if (!parsed) return undefined
  const rating = parsed.data.rating?.trim().toLowerCase()
  if (rating !== undefined && !SHOWN_RATINGS.has(rating)) return { kind: 'rating' }
  return animation(parsed.data, origins, isSecret) ?? { kind: 'no-video' }
}

const failure = z
  .object({ meta: z.object({ msg: text, status: number }).partial().catch({}), message: text })
  .partial()
  .catch({})

/**
 * The provider's message, or the default one (GIF-6).
 * @param isSecret a message with the key is not shown
 */
export function readGiphyFailure(json: unknown, isSecret: IsSecret): Extract<GiphyItem, { message: string }> {
  const { meta, message } = failure.parse(json)
  const rawMessage = (meta?.msg === 'OK' ? message : (meta?.msg ?? message)) ?? ''
  // Zero-width characters could hide or reverse their neighbours.
  const words = beginningOfText(foldWhiteSpace(rawMessage.replace(/[\p{Cc}\p{Cf}]/gu, ' ')), MAX_MESSAGE)
  return {
    kind: LOCATION_RESTRICTED.test(words) ? 'location' : 'failed',
    message: words === '' || isSecret(rawMessage) ? ERROR_FETCHING : words.toWellFormed(),
  }
}

function animation({ images, analytics }: Data, origins: GiphyOrigins, isSecret: IsSecret): GiphyAnimation | undefined {
  const { original, original_mp4, original_still } = images
  const open = (url: string | undefined) => (url === undefined || isSecret(url) ? undefined : url)
  const mediaUrl = (url: string | undefined) => allowedUrl(open(url), MEDIA_HOSTS, origins.media)
  const video = mediaUrl(original.mp4) ?? mediaUrl(original_mp4.mp4)
  if (video === undefined) return undefined
  const poster = mediaUrl(original_still.url)
  const pingback = allowedUrl(open(analytics?.onload.url), PINGBACK_HOSTS, origins.pingback)
  const width = side(original.width) ?? WIDTH
  // Without a height, as for a 16:9 video.
  const height = side(original.height) ?? Math.round((width * 9) / 16)
  return {
    kind: 'animation',
    video,
    poster,
    width,
    height,
    pingback,
  }
}

/** Giphy's own hosts get https. */
function allowedUrl(url: string | undefined, hosts: readonly string[], origins: readonly string[]): string | undefined {
  const parsed = url === undefined || url.length > MAX_URL ? undefined : httpUrl(url)
  if (!parsed || `${parsed.username}${parsed.password}` !== '') return undefined
  if (parsed.protocol === 'http:' && parsed.port === '' && hosts.includes(parsed.hostname)) parsed.protocol = 'https:'
  return origins.includes(parsed.origin) ? parsed.href : undefined
}

function side(pixels: number | undefined): number | undefined {
  return pixels !== undefined && pixels >= 1 && pixels <= MAX_SIDE ? Math.round(pixels) : undefined
}

/** A number in every URL of a response is no reason to render a page again. */
export function isSameItem(one: GiphyItem, other: GiphyItem): boolean {
  return JSON.stringify(lasting(one)) === JSON.stringify(lasting(other))
}

function lasting(item: GiphyItem): object {
  if (item.kind !== 'animation') return item
  const { video, poster, pingback } = item
  return { ...item, video: unnumbered(video), poster: poster && unnumbered(poster), pingback: pingback !== undefined }
}

function unnumbered(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.delete('cid')
  return parsed.href
}
