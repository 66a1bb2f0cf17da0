import type { Element } from 'xast'
import { x } from 'xastscript'
import { beginningOfText, graphemes } from '../../content/graphemes.ts'
import { FEED_TYPES } from '../../seo/feed-path.ts'
import type { PodcastSettings } from '../../services/podcast.ts'
import type { Steps } from '../../system/steps.ts'
import type { Feed, FeedEntry } from './feed.ts'
import type { FeedEpisode } from './media.ts'
import { neutralText, writeWithinLimits, writeXml, xmlDocument, xmlElement } from './xml.ts'

export interface PodcastEntry extends FeedEntry {
  episode: FeedEpisode
  bytes: number
}

interface Podcast {
  settings: PodcastSettings
  /** Absolute. */
  cover: string
  self: string
}

/** Bytes; Apple's limit. */
const MAX_DESCRIPTION = 4000
/** Characters. */
const MAX_VALUE = 255

export function* podcastFeed(
  feed: Pick<Feed, 'description' | 'language' | 'alternate' | 'updated'> & { heading: string },
  entries: readonly PodcastEntry[],
  podcast: Podcast,
): Steps<string> {
  const { settings, cover, self } = podcast
  const { category, subcategory, owner, copyright, explicit } = settings
  const format = `podcast ${JSON.stringify(settings)}`
  const written = yield* writeWithinLimits(entries, format, (entry) => writeItem(entry, settings))
  const title = brief(settings.title ?? feed.heading)
  const channel = x('channel', [
    x('title', title),
    x('link', feed.alternate),
    x('description', within(neutralText(settings.description ?? feed.description))),
    x('language', feed.language),
    x('lastBuildDate', new Date(feed.updated).toUTCString()),
    ...(copyright === undefined ? [] : [x('copyright', copyright)]),
    x('atom:link', { rel: 'self', type: FEED_TYPES.rss, href: self }),
    x('itunes:author', settings.author),
    ...(owner ? [x('itunes:owner', [x('itunes:name', owner.name), x('itunes:email', owner.email)])] : []),
    x('itunes:image', { href: cover }),
    x(
      'itunes:category',
      { text: category },
      subcategory === undefined ? [] : [x('itunes:category', { text: subcategory })],
    ),
    x('itunes:explicit', String(explicit)),
    x('itunes:type', settings.type),
    x('image', [x('url', cover), x('title', title), x('link', feed.alternate)]),
  ])
  const rss = x('rss', {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
    'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
  })
  return xmlDocument(rss, [xmlElement(channel, written, 'numeric')])
}

function writeItem(entry: FeedEntry, settings: PodcastSettings): string {
  return isEpisode(entry) ? writeXml(item(entry, settings), 'numeric') : ''
}

function isEpisode(entry: FeedEntry): entry is PodcastEntry {
  return entry.episode !== undefined && 'bytes' in entry
}

function item(entry: PodcastEntry, { explicit, trailers, bonus }: PodcastSettings): Element {
  const { episode, bytes, summary, content } = entry
  const { slug, url, type, seconds, number, transcript, chapters } = episode
  const kind = trailers.includes(slug) ? 'trailer' : bonus.includes(slug) ? 'bonus' : 'full'
  return x('item', [
    x('title', brief(entry.title)),
    x('link', entry.url),
    x('guid', { isPermaLink: 'false' }, entry.id),
    x('pubDate', new Date(entry.published).toUTCString()),
    x('description', within(neutralText(summary ?? entry.title))),
    ...(content === undefined ? [] : [x('content:encoded', content)]),
    x('enclosure', { url, length: String(bytes), type }),
    ...(seconds ? [x('itunes:duration', String(Math.round(seconds)))] : []),
    x('itunes:explicit', String(explicit)),
    x('itunes:episodeType', kind),
    ...(number !== undefined && kind === 'full' ? [x('itunes:episode', String(number))] : []),
    ...(entry.authors[0] ? [x('itunes:author', brief(entry.authors.map(({ name }) => name).join(', ')))] : []),
    ...(transcript
      ? [
          x('podcast:transcript', {
            url: transcript.url,
            type: transcript.type,
            language: transcript.language || undefined,
            rel: transcript.rel,
          }),
        ]
      : []),
    ...(chapters === undefined ? [] : [x('podcast:chapters', { url: chapters, type: 'application/json+chapters' })]),
  ])
}

function brief(text: string): string {
  const value = text.trim()
  return value.length <= MAX_VALUE ? value : `${beginningOfText(value, MAX_VALUE - 1).trimEnd()}…`
}

/** Keeps whole characters. */
function within(written: string): string {
  const text = written.trim()
  if (Buffer.byteLength(text) <= MAX_DESCRIPTION) return text
  let bytes = 0
  let end = 0
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > MAX_DESCRIPTION - 3) break
    end += segment.length
  }
  return `${text.slice(0, end)}…`
}
