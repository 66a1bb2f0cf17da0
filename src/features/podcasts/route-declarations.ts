import type { Route } from '../../edge/page-cache/route.ts'
import { FEED, INCOMPLETE_FEED, MISSING } from '../../http/cache-lifetimes.ts'
import {
  ARTICLE_PARAMETER,
  CHAPTERS_PATH,
  FEED_PARAMETERS,
  PODCAST_PATH,
  TRANSCRIPT_PATH,
} from '../../seo/feed-path.ts'

const { series, tag, category } = FEED_PARAMETERS
const part = {
  parameters: [{ name: ARTICLE_PARAMETER }],
  counts: 'two',
  queue: 'list',
  caching: { feed: FEED, missing: MISSING },
} as const

export const podcastsRoutes = {
  podcast: {
    path: PODCAST_PATH,
    summary: 'RSS feed of a podcast',
    parameters: [{ name: series }, { name: tag }, { name: category }],
    counts: 'two',
    queue: 'list',
    caching: { feed: FEED, incompleteFeed: INCOMPLETE_FEED, missing: MISSING },
    example: `${PODCAST_PATH}?tag=tag-{n}`,
  },
  chapters: {
    path: CHAPTERS_PATH,
    summary: 'Chapters of an episode',
    ...part,
    example: `${CHAPTERS_PATH}?article=/2026/01/artykul-{n}`,
  },
  transcript: {
    path: TRANSCRIPT_PATH,
    summary: 'Transcript of an episode',
    ...part,
    example: `${TRANSCRIPT_PATH}?article=/2026/01/artykul-{n}`,
  },
} as const satisfies Record<string, Route>
