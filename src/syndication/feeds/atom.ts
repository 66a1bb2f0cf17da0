import type { Element } from 'xast'
import { x } from 'xastscript'
import { FEED_TYPES } from '../../seo/feed-path.ts'
import type { Steps } from '../../system/steps.ts'
import { type Feed, type FeedEntry, type FeedUrls, pageLinks } from './feed.ts'
import { MEDIA_NAMESPACE, mediaElements } from './media.ts'
import { writeWithinLimits, writeXml, xmlDocument } from './xml.ts'

/** Links follow RFC 5005, 3 and WebSub (RFC 4287). */
export function* atomFeed(feed: Feed, urls: FeedUrls): Steps<string> {
  const hasComments = feed.entries.some(({ comments }) => comments)
  const hasMedia = feed.entries.some(({ media }) => media.length > 0)
  const namespaces = {
    xmlns: 'http://www.w3.org/2005/Atom',
    'xmlns:media': hasMedia ? MEDIA_NAMESPACE : undefined,
    'xmlns:thr': hasComments ? THREADS : undefined,
  }
  const root = x('feed', { ...namespaces, 'xml:lang': feed.language }, [
    x('id', feed.id),
    x('title', feed.title),
    x('subtitle', feed.description),
    x('updated', feed.updated),
    x('link', { rel: 'alternate', type: 'text/html', href: feed.alternate }),
    ...pageLinks(feed, urls).map(({ rel, href }) => x('link', { rel, type: FEED_TYPES.atom, href })),
    ...(feed.hub ? [x('link', { rel: 'hub', href: feed.hub })] : []),
    // RFC 4287, 4.2.1.
    x('author', [x('name', feed.siteName)]),
    x('icon', feed.icon),
  ])
  return xmlDocument(root, yield* writeWithinLimits(feed.entries, 'atom', (entry) => writeXml(atomEntry(entry))))
}

/** RFC 4685 */
const THREADS = 'http://purl.org/syndication/thread/1.0'

function repliesOf({ url, feeds, count }: NonNullable<FeedEntry['comments']>): Element[] {
  const counted = { 'thr:count': count === undefined ? undefined : String(count) }
  return [
    x('link', { rel: 'replies', type: 'text/html', href: url, ...counted }),
    x('link', { rel: 'replies', type: FEED_TYPES.atom, href: feeds.atom, ...counted }),
    ...(count === undefined ? [] : [x('thr:total', String(count))]),
  ]
}

function atomEntry(entry: FeedEntry): Element {
  return x('entry', [
    x('id', entry.id),
    x('title', entry.title),
    x('link', { rel: 'alternate', type: 'text/html', href: entry.url }),
    x('published', entry.published),
    x('updated', entry.updated),
    ...entry.authors.map(({ name, url }) => x('author', [x('name', name), ...(url ? [x('uri', url)] : [])])),
    ...entry.categories.map(({ term, label }) => x('category', { term, label })),
    ...entry.media.map(({ url, type, bytes, title }) =>
      x('link', {
        rel: 'enclosure',
        href: url,
        type: type || undefined,
        length: bytes === undefined ? undefined : String(bytes),
        title: title || undefined,
      }),
    ),
    ...mediaElements(entry),
    ...(entry.comments ? repliesOf(entry.comments) : []),
    ...(entry.summary ? [x('summary', entry.summary)] : []),
    ...(entry.content ? [x('content', { type: 'html' }, entry.content)] : []),
  ])
}
