import type { AudioObject, PodcastEpisode, VideoObject } from 'schema-dts'
import { type Article, introOf } from '../../content/article.ts'
import { type Block, type BlockOf, type BlockType, innerBlocks } from '../../content/block.ts'
import { isoDuration } from '../../content/clock-time.ts'
import { episodeOf, podcastWith } from '../../content/episode.ts'
import { MAX_VIDEOS } from '../../content/limits.ts'
import { listPath } from '../../content/links.ts'
import { mediaTypeOf } from '../../content/media-file.ts'
import { type Recording, recordingsIn } from '../../content/recordings.ts'
import { plainText } from '../../content/text.ts'
import type { Service } from '../../services/service.ts'
import type { SafeHtml } from '../../system/escape.ts'
import { podcastPath } from '../feed-path.ts'
import { type HeadModel, originOf } from '../head.ts'

/** URLs are absolute, or paths. */
interface Video {
  id: string
  title?: string
  caption?: SafeHtml
  /** Seconds. */
  duration?: number
  thumbnail?: string
  url?: string
  embedUrl?: string
  contentUrl?: string
  encodingFormat?: string
  width?: number
  height?: number
}

type VideosOf = { [T in BlockType]: (block: BlockOf<T>) => Video | undefined }

const none = (): undefined => undefined

const framed =
  (thumbnailOf: (id: string) => string | undefined = none) =>
  ({ id, url, frame, caption, title, duration, poster }: Extract<Block, { provider: string }>): Video => ({
    id,
    url,
    caption,
    title,
    duration,
    thumbnail: poster?.src ?? thumbnailOf(id),
    embedUrl: frame?.src,
  })

const dailymotion = framed((id) => `https://www.dailymotion.com/thumbnail/video/${id}`)

/** Blocks with videos (HEAD-34). */
const VIDEOS: VideosOf = {
  paragraph: none,
  heading: none,
  list: none,
  quote: none,
  table: none,
  image: none,
  html: none,
  separator: none,
  columns: none,
  group: none,
  code: none,
  chart: none,
  cover: none,
  'reusable-block': none,
  'shade-content': none,
  gallery: none,
  audio: none,
  correction: none,
  'live-update': none,
  video: ({ sources: [{ src, type = mediaTypeOf(src) }], poster, width, height, title, caption, duration }) => ({
    id: src,
    contentUrl: src,
    encodingFormat: type,
    title,
    duration,
    thumbnail: poster,
    width,
    height,
    caption,
  }),
  details: none,
  youtube: framed((id) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`),
  vimeo: framed(),
  instagram: none,
  twitter: none,
  facebook: (block) => (/\/plugins\/video\.php/.test(block.frame?.src ?? '') ? framed()(block) : undefined),
  spotify: none,
  reddit: none,
  tiktok: framed(),
  soundcloud: none,
  linkedin: none,
  gfycat: none,
  giphy: none,
  tradingview: none,
  // A playlist is no video.
  embed: (block) =>
    block.provider === 'Dailymotion' && /\/embed\/video\//.test(block.frame?.src ?? '')
      ? dailymotion(block)
      : undefined,
  'photo-box': none,
  newsletter: none,
  'sponsored-paragraph': none,
  buybox: none,
  'buybox-fast': none,
  spacer: none,
  'offer-comparison': none,
  'offer-table': none,
  'watch-guide': none,
  form: none,
  own: none,
  unknown: none,
}

/** Google demands name, image and date, which the article lends. */
export function videos(article: Article, head: HeadModel, service: Service): VideoObject[] {
  const { published, title } = article
  if (!published) return []
  const absolute = (path: string): string => new URL(path, originOf(service)).href
  const byId = new Map(videosIn(article.body).map((video) => [video.id, video]))
  const intro = introOf(article)
  return [...byId.values()].slice(0, MAX_VIDEOS).map((video, index) => {
    const { id, url, embedUrl, contentUrl, encodingFormat, thumbnail, width, height, duration } = video
    const caption = video.caption && plainText(video.caption)
    const isSized = width !== undefined && height !== undefined
    return {
      '@type': 'VideoObject',
      '@id': `${head.canonical}#film-${/^[\w-]+$/.test(id) ? id : index + 1}`,
      name: recordingTitle(video) ?? title,
      description: caption || intro || title,
      thumbnailUrl: thumbnail === undefined ? head.image : absolute(thumbnail),
      uploadDate: published.time.iso,
      url,
      embedUrl: embedUrl === undefined ? undefined : absolute(embedUrl),
      contentUrl: contentUrl === undefined ? undefined : absolute(contentUrl),
      encodingFormat,
      duration: duration ? isoDuration(duration) : undefined,
      width: isSized ? `${width}` : undefined,
      height: isSized ? `${height}` : undefined,
      isPartOf: { '@id': articleId(article, head) },
    }
  })
}

export function articleId({ isPage }: Article, { canonical }: HeadModel): string {
  return isPage ? canonical : `${canonical}#article`
}

function videosIn(blocks: readonly Block[]): Video[] {
  return blocks.flatMap((block) => {
    const video = videoOf(block)
    return [...(video ? [video] : []), ...videosIn(innerBlocks(block))]
  })
}

function videoOf<T extends BlockType>(block: BlockOf<T>): Video | undefined {
  // TypeScript cannot pair key and argument.
  const read = VIDEOS[block.type as T] as (one: BlockOf<T>) => Video | undefined
  try {
    return read(block)
  } catch {
    // The renderer reports it (BLOCK-4).
    return undefined
  }
}

export function recordingTitle({ title, caption }: Pick<Recording, 'title' | 'caption'>): string | undefined {
  return title || (caption && plainText(caption)) || undefined
}

/** The article's date stands in (VIDEO-10). */
export function sounds(article: Article, head: HeadModel, service: Service): AudioObject[] {
  const { published, body, title } = article
  if (!published) return []
  const absolute = (url: string): string => new URL(url, originOf(service)).href
  return recordingsIn(body)
    .filter((recording) => recording.type === 'audio')
    .map((recording, index) => {
      const [{ src, type = mediaTypeOf(src) }] = recording.sources
      const { artwork, duration } = recording
      return {
        '@type': 'AudioObject',
        '@id': `${head.canonical}#nagranie-${index + 1}`,
        name: recordingTitle(recording) ?? title,
        contentUrl: absolute(src),
        uploadDate: published.time.iso,
        encodingFormat: type || undefined,
        thumbnailUrl: artwork ? absolute(artwork) : undefined,
        duration: duration ? isoDuration(duration) : undefined,
        isPartOf: { '@id': articleId(article, head) },
      }
    })
}

export function podcastEpisode(article: Article, head: HeadModel, service: Service): PodcastEpisode[] {
  const [podcast, episode] = [podcastWith(article, service), episodeOf(article)]
  const { published, title, series } = article
  if (!podcast || !episode || !published) return []
  const origin = originOf(service)
  const { list, author } = podcast
  const { duration } = episode.recording
  const name = podcast.title ?? (list.kind === 'series' ? series?.title : undefined)
  const intro = introOf(article)
  return [
    {
      '@type': 'PodcastEpisode',
      '@id': `${head.canonical}#odcinek`,
      url: head.canonical,
      name: title,
      description: intro || undefined,
      datePublished: published.time.iso,
      episodeNumber: series && list.kind === 'series' ? series.position : undefined,
      timeRequired: duration ? isoDuration(duration) : undefined,
      associatedMedia: {
        '@type': 'MediaObject',
        contentUrl: new URL(episode.src, origin).href,
        encodingFormat: episode.type,
      },
      partOfSeries: {
        '@type': 'PodcastSeries',
        name,
        url: origin + listPath(list.kind, list.slug, service),
        webFeed: origin + podcastPath(list),
        author: { '@type': 'Organization', name: author },
      },
      mainEntityOfPage: { '@id': articleId(article, head) },
    },
  ]
}
