import * as z from 'zod'
import type { Clock } from '../clock.ts'
import type { MovingPicture } from '../content/block.ts'
import { httpUrl } from '../content/embeds.ts'
import { DEADLINE } from '../content/reader.ts'
import type { Report } from '../content/report.ts'
import { number, text } from '../content/wire.ts'
import { type CacheTimes, createContentCache } from './cached.ts'

export interface GiphySettings {
  /** Stands in the address of the call, and nowhere else: in no page, log line or message. */
  key: string
  /** `https://api.giphy.com`, or another base without a trailing slash (decision 58). */
  apiUrl: string
}

/** Giphy's moving pictures by id (spec 7; decision 67). */
export interface GiphyClient {
  /** Never rejects: what is missing, late or unusable is nothing, and one report. */
  item(id: string): Promise<MovingPicture | undefined>
}

const RATING = 'pg-13'
const SECOND = 1000
/** Spec 9, "Animated-image widget". */
const FOUND: CacheTimes = { fresh: 60 * SECOND, whileRevalidating: 0, staleIfError: 0, shelf: 'content' }
const FAILED: CacheTimes = { fresh: 6 * SECOND, whileRevalidating: 0, staleIfError: 0, shelf: 'made-up' }
/** Bytes of a decoded answer; a real one has about 10 kB. */
const MAX_ANSWER_BYTES = 256 * 1024
/** CSS pixels (spec 7: "default 300"). */
const WIDTH = 300
const MAX_SIDE = 4096
const MAX_ADDRESS = 2000

const HOME = 'https://api.giphy.com'
const MEDIA_HOSTS = ['media', 'media0', 'media1', 'media2', 'media3', 'media4', 'i'].map((name) => `${name}.giphy.com`)

/** Origins that films may come from, for the content security policy. Another base serves its own. */
export function giphyMediaOrigins({ apiUrl }: GiphySettings): string[] {
  const own = new URL(apiUrl).origin
  return [...MEDIA_HOSTS.map((host) => `https://${host}`), ...(own === HOME ? [] : [own])]
}

const rendition = z.object({ url: text, mp4: text, width: number, height: number }).partial().catch({})
const answer = z.object({
  data: z.object({ images: z.object({ original: rendition, original_mp4: rendition, original_still: rendition }) }),
})
type Images = z.output<typeof answer>['data']['images']

export function createGiphy(settings: GiphySettings, report: Report, now?: Clock): GiphyClient {
  const { key, apiUrl } = settings
  const origins = new Set(giphyMediaOrigins(settings))
  // On its own, so that its items push out no content. It never covers up a failure.
  const cache = createContentCache(() => {}, now)

  const load = async (id: string): Promise<MovingPicture | undefined> => {
    const path = `/v1/gifs/${encodeURIComponent(id)}`
    const failed = (field: string, kind: string): void => report({ call: `GET ${path}`, field, kind })
    try {
      const json = await getJson(`${apiUrl}${path}?${new URLSearchParams({ api_key: key, rating: RATING })}`)
      const parsed = answer.safeParse(json)
      const found = parsed.success ? movingPicture(parsed.data.data.images, origins) : undefined
      if (!found) failed('data.images', `no video exists for the id ${id}`)
      return found
    } catch (error) {
      // Only the client's own words: those of the platform may hold the address, and so the key.
      failed('answer', error instanceof GiphyError ? error.message : 'unreachable')
      return undefined
    }
  }
  return {
    item: (id) => cache.get({ key: id, load: () => load(id), timesOf: (found) => (found ? FOUND : FAILED) }),
  }
}

class GiphyError extends Error {
  override readonly name = 'GiphyError'
}

/** One deadline for everything; no redirect is followed, which would take the key elsewhere. */
async function getJson(address: string): Promise<unknown> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), DEADLINE.secondary)
  try {
    const response = await fetch(address, {
      headers: { accept: 'application/json' },
      redirect: 'manual',
      signal: controller.signal,
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new GiphyError(`HTTP ${response.status}`)
    }
    return JSON.parse(await bodyOf(response))
  } catch (error) {
    if (controller.signal.aborted) throw new GiphyError('timeout')
    throw error instanceof SyntaxError ? new GiphyError('not JSON') : error
  } finally {
    clearTimeout(timer)
  }
}

async function bodyOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new GiphyError('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function movingPicture(images: Images, origins: ReadonlySet<string>): MovingPicture | undefined {
  const { original, original_mp4, original_still } = images
  const video = mediaUrl(original.mp4, origins) ?? mediaUrl(original_mp4.mp4, origins)
  if (video === undefined) return undefined
  const poster = mediaUrl(original_still.url, origins)
  const width = side(original.width) ?? WIDTH
  // Without a height of its own it keeps the place of a wide film.
  const height = side(original.height) ?? Math.round((width * 9) / 16)
  return { video, ...(poster !== undefined && { poster }), width, height }
}

/** Everything else that an answer may name is not let through. Plain http of Giphy's own hosts becomes https. */
function mediaUrl(address: string | undefined, origins: ReadonlySet<string>): string | undefined {
  const url = address === undefined || address.length > MAX_ADDRESS ? undefined : httpUrl(address)
  if (!url || `${url.username}${url.password}` !== '') return undefined
  if (url.protocol === 'http:' && url.port === '' && MEDIA_HOSTS.includes(url.hostname)) url.protocol = 'https:'
  return origins.has(url.origin) ? url.href : undefined
}

function side(pixels: number | undefined): number | undefined {
  return pixels !== undefined && pixels >= 1 && pixels <= MAX_SIDE ? Math.round(pixels) : undefined
}
