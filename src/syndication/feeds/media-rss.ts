import type { Element } from 'xast'
import { x } from 'xastscript'
import type { FeedEntry } from './feed.ts'

/** Media RSS 1.5.1 has the namespace of its first version. */
export const MEDIA_NAMESPACE = 'http://search.yahoo.com/mrss/'

export function mediaElements({ media, thumbnail }: Pick<FeedEntry, 'media' | 'thumbnail'>): Element[] {
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
