import type { Article } from '../../content/article.ts'
import { episodeOf } from '../../content/episode.ts'
import { timedText } from '../../content/recordings.ts'
import { CHAPTERS_PATH, episodePath, TRANSCRIPT_PATH } from '../../seo/feed-path.ts'

/** URLs are absolute. */
export interface FeedEpisode {
  /** The article's name in its URL. */
  slug: string
  url: string
  type: string
  seconds?: number
  /** The number in a series. */
  number?: number
  /** Plain text, or captions in a file. */
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
