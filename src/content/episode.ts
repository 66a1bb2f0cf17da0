import type { PodcastSettings } from '../services/podcast.ts'
import type { Service } from '../services/service.ts'
import type { Article } from './article.ts'
import { cmsPath } from './public-paths.ts'
import { type Recording, recordingsIn } from './recordings.ts'

/** Apple's types, played by Spotify too (POD-3). */
const TYPES: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/x-m4a',
  mp4: 'video/mp4',
  m4v: 'video/x-m4v',
  mov: 'video/quicktime',
}

export interface Episode {
  recording: Recording
  src: string
  type: string
}

/** Sound before video, in a podcast's format (POD-2). */
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
