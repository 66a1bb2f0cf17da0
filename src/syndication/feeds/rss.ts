import type { Element } from 'xast'
import { x } from 'xastscript'
import type { Steps } from '../../content/steps.ts'
import { FEED_TYPES } from '../../seo/feed-path.ts'
import type { Feed, FeedEntry } from './feed.ts'
import { writeWithinLimits } from './size.ts'
import { type FeedUrls, pageLinks } from './urls.ts'
import { writeXml, xmlDocument, xmlElement } from './xml.ts'

/** GMT is the only RFC 822 zone that every feed reader supports. */
const httpDate = (iso: string): string => new Date(iso).toUTCString()

/** RSS 2.0 with the same entries: whole texts as `content:encoded`, all authors as `dc:creator`. */
export function* rssFeed(feed: Feed, urls: FeedUrls): Steps<string> {
  const written = yield* writeWithinLimits(feed.entries, (entry) => writeXml(rssItem(entry)))
  const channel = x('channel', [
    x('title', feed.title),
    x('link', feed.alternate),
    x('description', feed.description),
    x('language', feed.language),
    x('lastBuildDate', httpDate(feed.updated)),
    ...pageLinks(feed, urls).map(({ rel, href }) => x('atom:link', { rel, type: FEED_TYPES.rss, href })),
    ...(feed.hub ? [x('atom:link', { rel: 'hub', href: feed.hub })] : []),
    x('image', [x('url', feed.icon), x('title', feed.title), x('link', feed.alternate)]),
  ])
  const rss = x('rss', {
    version: '2.0',
    'xmlns:atom': 'http://www.w3.org/2005/Atom',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
    ...(feed.entries.some(({ comments }) => comments) && {
      'xmlns:slash': 'http://purl.org/rss/1.0/modules/slash/',
      'xmlns:wfw': 'http://wellformedweb.org/CommentAPI/',
    }),
  })
  return xmlDocument(rss, [xmlElement(channel, written)])
}

function rssItem(entry: FeedEntry): Element {
  const { image, comments } = entry
  return x('item', [
    x('title', entry.title),
    x('link', entry.url),
    x('guid', { isPermaLink: 'false' }, entry.id),
    x('pubDate', httpDate(entry.published)),
    ...entry.authors.map(({ name }) => x('dc:creator', name)),
    ...entry.categories.map(({ label }) => x('category', label)),
    // RSS requires the length of an enclosure; 0 means unknown.
    ...(image ? [x('enclosure', { url: image.url, type: image.type, length: String(image.bytes ?? 0) })] : []),
    ...(comments ? [x('comments', comments.url), x('wfw:commentRss', comments.feeds.rss)] : []),
    ...(comments?.count === undefined ? [] : [x('slash:comments', String(comments.count))]),
    ...(entry.summary ? [x('description', entry.summary)] : []),
    ...(entry.content ? [x('content:encoded', entry.content)] : []),
  ])
}
