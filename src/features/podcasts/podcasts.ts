import type { RequestHandler } from 'express'
import type { Article } from '../../content/article.ts'
import { episodeOf, podcastWith } from '../../content/episode.ts'
import { plainLine } from '../../content/plain-line.ts'
import { cmsPath } from '../../content/public-paths.ts'
import type { Recording } from '../../content/recordings.ts'
import { isMissing } from '../../content/repository.ts'
import { articleKeys, feedsKey, serviceKey } from '../../content/surrogate-keys.ts'
import { textIn } from '../../content/words.ts'
import { cacheAs } from '../../http/caching.ts'
import { contextOf } from '../../http/request-context.ts'
import { ARTICLE_PARAMETER, FEED_PARAMETERS, FEED_TYPES, podcastPath } from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import type { PodcastSettings } from '../../services/podcast.ts'
import type { Service } from '../../services/service.ts'
import type { ContentRepositories } from '../../sources/content-repositories.ts'
import { type Feed, type FeedSettings, readFeed } from '../../syndication/feeds/feed.ts'
import type { Files } from '../../syndication/feeds/files.ts'
import { type PodcastEntry, podcastFeed } from '../../syndication/feeds/podcast.ts'
import type { Report } from '../../system/report.ts'
import { inSlices } from '../../system/steps.ts'
import { podcastsRoutes } from './route-declarations.ts'

export interface PodcastsSettings extends Pick<FeedSettings, 'idHost'> {
  reader: ContentRepositories['reader']
  files: Files
  report: Report
}

const MAX_EPISODES = 100
const WAIT_MS = 5000

/** The series, tag or category is a podcast (POD-1). */
export function podcast({ reader, files, report, idHost }: PodcastsSettings): RequestHandler<Record<string, string>> {
  return async (request, response) => {
    const { service, content, dispatch } = contextOf(request)
    const settings = service.podcasts?.find(({ list }) => isNamed(request.query, list))
    let isOld = false
    const noteOld = (): void => {
      isOld = true
    }
    const feed =
      settings &&
      (await readFeed({
        ...{ service, report, idHost, page: 1, list: settings.list, size: MAX_EPISODES },
        reader: reader(service, { ...content, onStandIn: noteOld }),
        factsOf: () => undefined,
      }))
    if (!settings || !feed) {
      cacheAs(response, podcastsRoutes.podcast.caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    const { entries, late } = await withLengths(feed, files, report)
    const origin = originOf(service)
    const body = await inSlices(
      podcastFeed(feed, entries, {
        settings,
        cover: new URL(settings.cover, origin).href,
        self: origin + podcastPath(settings.list),
      }),
    )
    const keys = [feedsKey(service.name), ...feed.keys, serviceKey(service.name)]
    if (isOld || feed.isIncomplete || late > 0) {
      cacheAs(response, podcastsRoutes.podcast.caching.incompleteFeed, keys)
      if (dispatch) dispatch.isIncomplete = true
    } else cacheAs(response, podcastsRoutes.podcast.caching.feed, keys)
    response.setHeader('content-type', `${FEED_TYPES.rss}; charset=utf-8`)
    response.send(Buffer.from(body))
  }
}

function isNamed(query: Record<string, unknown>, { kind, slug }: PodcastSettings['list']): boolean {
  const named = (['series', 'tag', 'category'] as const).filter((one) => query[FEED_PARAMETERS[one]] !== undefined)
  return named.length === 1 && named[0] === kind && query[FEED_PARAMETERS[kind]] === slug
}

/** No directory accepts an episode whose file has no length (POD-4). */
async function withLengths(
  { entries }: Feed,
  { factsOf, known }: Files,
  report: Report,
): Promise<{ entries: PodcastEntry[]; late: number }> {
  const episodes = entries.flatMap((entry) => (entry.episode ? [{ ...entry, episode: entry.episode }] : []))
  const late = await known(
    episodes.map(({ episode }) => episode.url),
    WAIT_MS,
  )
  return {
    late,
    entries: episodes.flatMap((entry) => {
      const bytes = factsOf(entry.episode.url)?.bytes
      if (bytes !== undefined) return [{ ...entry, bytes }]
      report({ call: `podcast ${entry.url}`, field: entry.episode.url, kind: 'a file without a length: no episode' })
      return []
    }),
  }
}

const PARTS = {
  chapters: {
    type: 'application/json+chapters',
    of: ({ chapters }: Recording) =>
      chapters &&
      JSON.stringify({
        version: '1.2.0',
        chapters: chapters.map(({ start, title }) => ({ startTime: start, title: plainLine(title) })),
      }),
  },
  transcript: {
    type: 'text/plain; charset=utf-8',
    of: ({ transcript }: Recording) => transcript && inSlices(textIn(transcript)),
  },
} as const

/** Chapters or transcript of an episode (POD-6). */
export function episodePart(
  part: keyof typeof PARTS,
  { reader }: Pick<PodcastsSettings, 'reader'>,
): RequestHandler<Record<string, string>> {
  const { type, of } = PARTS[part]
  return async (request, response) => {
    const { service, content } = contextOf(request)
    const path = request.query[ARTICLE_PARAMETER]
    const article = typeof path === 'string' ? await episodeAt(path, service, reader(service, content)) : undefined
    const recording = article && episodeOf(article)?.recording
    const body = recording && (await of(recording))
    if (!article || !body) {
      cacheAs(response, podcastsRoutes[part].caching.missing)
      response.status(404).type('text').send('404')
      return
    }
    cacheAs(response, podcastsRoutes[part].caching.feed, [...articleKeys(article, service), serviceKey(service.name)])
    response.setHeader('content-type', type)
    response.send(Buffer.from(body))
  }
}

async function episodeAt(
  path: string,
  service: Service,
  reader: ReturnType<ContentRepositories['reader']>,
): Promise<Article | undefined> {
  const article = await reader.article(cmsPath(path))
  return isMissing(article) || article.path !== path || !podcastWith(article, service) ? undefined : article
}
