import type { Element } from 'xast'
import { x } from 'xastscript'
import type { Article } from '../../content/article.ts'
import { episodeOf } from '../../content/episode.ts'
import { croppedSize, PREVIEW_SIZES } from '../../content/image-sizes.ts'
import { mediaTypeOf } from '../../content/media-file.ts'
import { type Recording, recordingsIn, timedText } from '../../content/recordings.ts'
import { CHAPTERS_PATH, episodePath, TRANSCRIPT_PATH } from '../../seo/feed-path.ts'
import type { Files } from './files.ts'

export interface FeedMedia {
  /** Absolute. */
  url: string
  type?: string
  medium: 'image' | 'audio' | 'video'
  bytes?: number
  /** Pixels. */
  width?: number
  height?: number
  seconds?: number
  /** Plain text. */
  title?: string
  /** Absolute URLs. */
  subtitles?: Array<{ url: string; language?: string }>
  /** Plain text. */
  alt?: string
}

export interface FeedThumbnail {
  /** Absolute. */
  url: string
  width?: number
  height?: number
}

interface MediaSettings {
  origin: string
  /** Never waits. @param url absolute */
  factsOf: Files['factsOf']
}

const IMAGE_TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  avif: 'image/avif',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
}

export function mediaOf(article: Article, settings: MediaSettings): FeedMedia[] {
  return [...leadImage(article, settings), ...recordingsIn(article.body).map((one) => recordingMedia(one, settings))]
}

function recordingMedia(
  { type: medium, sources: [{ src, type: written }], title, duration, tracks = [] }: Recording,
  { origin, factsOf }: MediaSettings,
): FeedMedia {
  const { href: url } = new URL(src, origin)
  const type = written ?? mediaTypeOf(src)
  const bytes = factsOf(url)?.bytes
  const subtitles = tracks.flatMap(({ kind, src: file, language }) =>
    kind === 'captions' || kind === 'subtitles'
      ? [{ url: new URL(file, origin).href, language: language || undefined }]
      : [],
  )
  return {
    url,
    medium,
    subtitles: subtitles.length > 0 ? subtitles : undefined,
    type: type || undefined,
    bytes,
    seconds: duration || undefined,
    title: title || undefined,
  }
}

function leadImage({ hero, shared }: Article, { origin, factsOf }: MediaSettings): FeedMedia[] {
  const url = hero && URL.parse(hero.src, origin)
  const type = IMAGE_TYPES[url?.pathname.split('.').at(-1)?.toLowerCase() ?? '']
  if (!hero || !url || !type) return []
  const { bytes, ...measured } = factsOf(url.href) ?? {}
  const served = shared?.src === hero.src ? shared.size : undefined
  const alt = hero.alt.trim()
  return [
    {
      url: url.href,
      type,
      medium: 'image',
      ...served,
      ...measured,
      bytes,
      alt: alt || undefined,
    },
  ]
}

/** The widest crop wins over the first image. */
export function thumbnailOf(
  { shared }: Article,
  media: readonly FeedMedia[],
  origin: string,
): FeedThumbnail | undefined {
  const [crop, shape] = [shared?.crops.at(-1), PREVIEW_SIZES.at(-1)]
  const url = crop === undefined ? null : URL.parse(crop, origin)
  if (url && shape) return { url: url.href, ...(shared?.size && croppedSize(shared.size, shape)) }
  const image = media.find(({ medium }) => medium === 'image')
  if (!image) return undefined
  const { url: src, width, height } = image
  return width && height ? { url: src, width, height } : { url: src }
}

/** URLs are absolute. */
export interface FeedEpisode {
  slug: string
  url: string
  type: string
  seconds?: number
  number?: number
  /** Text, or captions in a file. */
  transcript?: { url: string; type: string; language?: string; rel?: 'captions' }
  chapters?: string
}

export function feedEpisode(article: Article, origin: string): FeedEpisode | undefined {
  const episode = episodeOf(article)
  if (!episode) return undefined
  const { recording, src, type } = episode
  const { duration, chapters, transcript } = recording
  const captions = timedText(recording, 'transcript')
  return {
    slug: article.path.split('/').at(-1) ?? '',
    url: new URL(src, origin).href,
    type,
    seconds: duration || undefined,
    transcript: captions
      ? {
          url: new URL(captions.src, origin).href,
          type: 'text/vtt',
          rel: 'captions',
          language: captions.language || undefined,
        }
      : transcript && { url: origin + episodePath(TRANSCRIPT_PATH, article.path), type: 'text/plain' },
    chapters: chapters && origin + episodePath(CHAPTERS_PATH, article.path),
  }
}

interface WithMedia {
  media: readonly FeedMedia[]
  thumbnail?: FeedThumbnail
}

/** Version 1.5.1 keeps it. */
export const MEDIA_NAMESPACE = 'http://search.yahoo.com/mrss/'

export function mediaElements({ media, thumbnail }: WithMedia): Element[] {
  return [
    ...media.map(({ url, type, medium, bytes, width, height, seconds, title, alt, subtitles = [] }) =>
      x(
        'media:content',
        {
          url,
          type: type || undefined,
          medium,
          fileSize: bytes === undefined ? undefined : String(bytes),
          duration: seconds ? String(Math.round(seconds)) : undefined,
          ...sizeOf({ width, height }),
        },
        [
          ...(title ? [x('media:title', { type: 'plain' }, title)] : []),
          ...(alt === undefined ? [] : [x('media:description', { type: 'plain' }, alt)]),
          ...subtitles.map((one) =>
            x('media:subTitle', {
              type: 'text/vtt',
              lang: one.language || undefined,
              href: one.url,
            }),
          ),
        ],
      ),
    ),
    ...(thumbnail ? [x('media:thumbnail', { url: thumbnail.url, ...sizeOf(thumbnail) })] : []),
  ]
}

function sizeOf({ width, height }: { width?: number | undefined; height?: number | undefined }) {
  return width === undefined || height === undefined ? {} : { width: String(width), height: String(height) }
}
