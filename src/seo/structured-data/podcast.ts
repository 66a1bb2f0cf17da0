import type { PodcastEpisode } from 'schema-dts'
import { type Article, introOf } from '../../content/article.ts'
import { episodeOf, podcastWith } from '../../content/episode.ts'
import { listPath } from '../../content/links.ts'
import type { Service } from '../../services/service.ts'
import { podcastPath } from '../feed-path.ts'
import { type HeadModel, originOf } from '../head.ts'
import { articleId, durationOf } from './videos.ts'

/** (POD-7) */
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
      timeRequired: duration ? durationOf(duration) : undefined,
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
