import type { Element } from 'xast'
import { x } from 'xastscript'
import { FEED_TYPES } from '../../seo/feed-path.ts'
import type { Steps } from '../../system/steps.ts'
import { type Feed, type FeedEntry, type FeedUrls, pageLinks } from './feed.ts'
import { type FeedMedia, MEDIA_NAMESPACE, mediaElements } from './media.ts'
import { neutralText, writeWithinLimits, writeXml, xmlDocument, xmlElement } from './xml.ts'

/** Every reader supports GMT. */
const httpDate = (iso: string): string => new Date(iso).toUTCString()

/** `content:encoded` has texts, `dc:creator` all authors. */
export function* rssFeed(feed: Feed, urls: FeedUrls): Steps<string> {
  const written = yield* writeWithinLimits(feed.entries, 'rss', writeItem)
  const channel = x('channel', [
    neutral('title', feed.title),
    x('link', feed.alternate),
    neutral('description', feed.description),
    x('language', feed.language),
    x('lastBuildDate', httpDate(feed.updated)),
    ...pageLinks(feed, urls).map(({ rel, href }) => x('atom:link', { rel, type: FEED_TYPES.rss, href })),
    ...(feed.hub ? [x('atom:link', { rel: 'hub', href: feed.hub })] : []),
    x('image', [x('url', feed.icon), neutral('title', feed.title), x('link', feed.alternate)]),
  ])
  const rss = x('rss', {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    'xmlns:media': MEDIA_NAMESPACE,
    ...(feed.entries.some(({ comments }) => comments) && {
      'xmlns:slash': 'http://purl.org/rss/1.0/modules/slash/',
      'xmlns:wfw': 'http://wellformedweb.org/CommentAPI/',
    }),
  })
  return xmlDocument(rss, [xmlElement(channel, written, 'numeric')])
}

const neutral = (name: string, text: string): Element => x(name, neutralText(text))

function writeItem({ content, ...entry }: FeedEntry): string {
  const item = writeXml(rssItem(entry), 'numeric')
  return content === undefined
    ? item
    : item.replace(/<\/item>$/, () => `${writeXml(x('content:encoded', content))}</item>`)
}

function rssItem(entry: Omit<FeedEntry, 'content'>): Element {
  const { comments } = entry
  const enclosure = enclosureOf(entry.media)
  return x('item', [
    neutral('title', entry.title),
    x('link', entry.url),
    x('guid', { isPermaLink: 'false' }, entry.id),
    x('pubDate', httpDate(entry.published)),
    ...entry.authors.map(({ name }) => neutral('dc:creator', name)),
    ...entry.categories.map(({ label }) => neutral('category', label)),
    ...(enclosure ? [x('enclosure', enclosure)] : []),
    ...mediaElements(entry),
    ...(comments ? [x('comments', comments.url), x('wfw:commentRss', comments.feeds.rss)] : []),
    ...(comments?.count === undefined ? [] : [x('slash:comments', String(comments.count))]),
    ...(entry.summary ? [neutral('description', entry.summary)] : []),
  ])
}

/** Prefers a recording to an image (FEED-21). */
function enclosureOf(media: readonly FeedMedia[]): { url: string; type: string; length: string } | undefined {
  const inOrder = [...media.filter(({ medium }) => medium !== 'image'), ...media]
  for (const { url, type, bytes } of inOrder)
    if (type && bytes !== undefined) return { url, type, length: String(bytes) }
  return undefined
}
