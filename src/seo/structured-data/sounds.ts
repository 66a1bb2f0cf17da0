import type { AudioObject } from 'schema-dts'
import type { Article } from '../../content/article.ts'
import { mediaTypeOf } from '../../content/media-file.ts'
import { recordingsIn } from '../../content/recordings.ts'
import type { Service } from '../../services/service.ts'
import { type HeadModel, originOf } from '../head.ts'
import { articleId, durationOf, recordingTitle } from './videos.ts'

/**
 * Describes the sounds that play in an article (VIDEO-10). The date of a file is unknown, so the article's date is
 * used.
 */
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
        duration: duration ? durationOf(duration) : undefined,
        isPartOf: { '@id': articleId(article, head) },
      }
    })
}
