import type { PodcastSettings } from '../services/podcast.ts'
import type { Service } from '../services/service.ts'
import type { Article } from './article.ts'
import { cmsPath } from './public-paths.ts'
import { type Recording, recordingsIn } from './recordings.ts'

/** Files that Apple and Spotify play, by their endings, with the types that Apple names for them (POD-3). */
const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
}

/** The recording that makes an article an episode, with the file that podcast programs play. */
export interface Episode {
  recording: Recording
  src: string
  type: string
}

/** The first sound of an article, else its first video, in a format for podcasts (POD-2). */
export function episodeOf({ body }: Pick<Article, 'body'>): Episode | undefined {
  const playable = recordingsIn(body).flatMap((recording): Episode[] => {
    for (const { src } of recording.sources) {
      const type = TYPES[/\.([a-z\d]{3})$/i.exec(src.split(/[?#]/, 1)[0] ?? '')?.[1]?.toLowerCase() ?? '']
      if (type !== undefined) return [{ recording, src, type }]
    }
    return []
  })
  return playable.find(({ recording }) => recording.type === 'audio') ?? playable[0]
}

/** The podcast that an article is an episode of; undefined: it has no recording, or its lists are none. */
export function podcastWith(article: Article, { podcasts = [] }: Service): PodcastSettings | undefined {
  if (podcasts.length === 0 || !episodeOf(article)) return undefined
  const slugsOf = (terms: Article['tags']): string[] =>
    terms.flatMap(
      ({ href }) =>
        cmsPath(href ?? '')
          .split('/')
          .at(-1) ?? [],
    )
  const slugs = {
    series: article.seriesSlugs,
    tag: slugsOf(article.tags),
    category: slugsOf(article.category ? [article.category] : []),
  }
  return podcasts.find(({ list }) => slugs[list.kind].includes(list.slug))
}
