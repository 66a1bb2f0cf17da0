import { type Article, introOf } from '../../content/article.ts'
import type { Card, Term } from '../../content/card.ts'
import { COMMENTS_ID } from '../../content/comment.ts'
import { type LocalTime, lastChange, localTime } from '../../content/dates.ts'
import { listPath } from '../../content/links.ts'
import { walkList } from '../../content/list-walk.ts'
import { plainLine } from '../../content/plain-line.ts'
import { cmsPath } from '../../content/public-paths.ts'
import { type ContentRepository, isMissing, type Missing } from '../../content/repository.ts'
import { cardKeys, listKey, type SurrogateKey } from '../../content/surrogate-keys.ts'
import type { Language } from '../../languages/language.ts'
import { siteNameOf } from '../../seo/brand.ts'
import { commentsFeedPath, type FeedFormat, feedPath } from '../../seo/feed-path.ts'
import { originOf } from '../../seo/head.ts'
import { type ListName, NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service } from '../../services/service.ts'
import type { Report } from '../../system/report.ts'
import { inSlices, type Steps } from '../../system/steps.ts'
import { feedContent } from './content.ts'
import type { Files } from './files.ts'
import { type FeedEpisode, type FeedMedia, type FeedThumbnail, feedEpisode, mediaOf, thumbnailOf } from './media.ts'

export const FEED_SIZE = 50

/** Atom's terms (RFC 4287, 4.1.2); URLs are absolute. */
export interface FeedEntry {
  /** Permanent by the CMS' number. */
  id: string
  title: string
  url: string
  /** RFC 3339 */
  published: string
  updated: string
  authors: Array<{ name: string; url?: string }>
  categories: Array<{ term: string; label: string }>
  summary?: string
  /** HTML; absent: unavailable or too long. */
  content?: string
  /** First formats (FEED-21). */
  media: FeedMedia[]
  thumbnail?: FeedThumbnail
  /** Absent: nothing to play. */
  episode?: FeedEpisode
  comments?: { url: string; feeds: Record<FeedFormat, string>; count?: number }
}

/** Newest first (RFC 5005, 3). URLs are absolute. */
export interface Feed {
  id: string
  title: string
  heading: string
  description: string
  siteName: string
  language: Language
  alternate: string
  icon: string
  updated: string
  entries: FeedEntry[]
  page: number
  lastPage: number
  list?: ListName
  hub?: string
  isIncomplete: boolean
  keys: SurrogateKey[]
}

export interface FeedSettings {
  service: Service
  reader: ContentRepository
  list?: ListName
  /** Counts from 1. */
  page: number
  /** Articles of a page; absent: `FEED_SIZE`. */
  size?: number
  /** On the first page only. */
  factsOf: Files['factsOf']
  /** Outlives a change of domain; absent: the service's host. */
  idHost?: string
  hub?: string
  report: Report
}

/** Atom demands one of an empty feed (RFC 4287, 4.2.15). */
export const NEVER = '1970-01-01T00:00:00Z'
const DAY = 86_400_000
const ALL: ListName = { kind: 'category', slug: NEWEST_CATEGORY }
/** The portal owned the host then (RFC 4151, 2.1). */
const TAGGED_SINCE = '2026'

/**
 * A late or failed article is its card.
 * @returns undefined when list or page does not exist
 * @throws {SourceError} when the list is unavailable
 */
export async function readFeed(settings: FeedSettings): Promise<Feed | undefined> {
  const { service, list, page, hub } = settings
  const { kind, slug } = list ?? ALL
  const newest = await newestCards(settings)
  if (!newest || (page > 1 && newest.cards.length === 0)) return undefined
  const articles = await settings.reader.articles(
    newest.cards.map(({ link }) => link.href),
    newest.cards,
  )
  const texts = await inSlices(textsOf(articles, settings))
  const shown = newest.cards.flatMap((card, index) => {
    const entry = entryOf(card, articles[index], texts[index], settings)
    const number = newest.numbers.get(card.link.href)
    if (entry?.episode && number !== undefined) entry.episode.number = number
    return entry ?? []
  })
  const origin = originOf(service)
  return {
    id: [tagUri(settings, 'feed'), ...(list ? idOf(list) : [])].join(':'),
    title: list
      ? service.messages.feed.category({ site: siteNameOf(service), category: newest.heading })
      : siteNameOf(service),
    heading: newest.heading,
    description: newest.description || service.seo.description || newest.heading,
    siteName: siteNameOf(service),
    language: service.language,
    alternate: list ? origin + listPath(kind, slug, service) : `${origin}/`,
    icon: `${origin}/icons/${service.name}-512.png`,
    updated: shown.map(({ updated }) => updated).reduce(latest, NEVER),
    entries: shown,
    isIncomplete: articles.includes(undefined),
    keys: [listKey(kind, slug), ...cardKeys(newest.cards)],
    page,
    lastPage: Math.max(1, Math.ceil(newest.total / FEED_SIZE)),
    list,
    // Only the first page changes with every article.
    hub: hub !== undefined && page === 1 ? hub : undefined,
  }
}

function* textsOf(
  articles: ReadonlyArray<Article | Missing | undefined>,
  { service, report }: FeedSettings,
): Steps<Array<string | undefined>> {
  const texts: Array<string | undefined> = []
  for (const article of articles) {
    yield
    const isThere = article !== undefined && !isMissing(article)
    texts.push(
      isThere ? yield* feedContent(article, new URL(article.path, originOf(service)).href, service, report) : undefined,
    )
  }
  return texts
}

interface NewestCards {
  heading: string
  description?: string
  total: number
  cards: Card[]
  numbers: ReadonlyMap<string, number>
}

/**
 * Left-out articles shorten their page alone (FEED-5). A series is read whole, for its last part comes first
 * (SERIES-4).
 */
async function newestCards({
  reader,
  list: named = ALL,
  page,
  size = FEED_SIZE,
}: FeedSettings): Promise<NewestCards | undefined> {
  const isSeries = named.kind === 'series'
  const list = await (isSeries ? walkList(reader, named, 0) : walkList(reader, named, (page - 1) * size, size))
  if (!list) return undefined
  const byPath = new Map<string, Card>()
  const numbers = new Map<string, number>()
  for await (const card of list.cards) {
    if (isSeries && !card.isPromo && !numbers.has(card.link.href)) numbers.set(card.link.href, numbers.size + 1)
    // Sorting needs a date.
    if (!card.isPromo && !card.isNoindex && card.published) byPath.set(card.link.href, card)
  }
  const cards = isSeries
    ? [...byPath.values()].reverse().slice((page - 1) * size, page * size)
    : [...byPath.values()].sort((a, b) => epochOf(b) - epochOf(a))
  const { heading, total, description } = list
  return { heading, total, cards, numbers, description: named !== ALL && description ? description : undefined }
}

function entryOf(
  card: Card,
  article: Article | Missing | undefined,
  content: string | undefined,
  settings: FeedSettings,
): FeedEntry | undefined {
  if (article && (isMissing(article) || article.isNoindex)) return undefined
  const { published, modified, title, authors } = article ?? { ...card, modified: undefined }
  const summary = article ? introOf(article) || article.seo.description : card.lead
  if (!published) return undefined
  const origin = originOf(settings.service)
  const url = new URL(article?.path ?? card.link.href, origin).href
  const factsOf = settings.page === 1 ? settings.factsOf : () => undefined
  const media = article ? mediaOf(article, { origin, factsOf }) : []
  const episode = article && feedEpisode(article, origin)
  const thumbnail = article && thumbnailOf(article, media, origin)
  return {
    id: tagUri(settings, card.id),
    title: plainLine(title),
    url,
    published: published.time.iso,
    updated: (lastChange({ published, modified })?.time ?? today(settings.service)).iso,
    authors: authors.map(({ name, href }) => ({ name, url: href ? new URL(href, origin).href : undefined })),
    categories: [article?.category ?? card.category, ...(article?.tags ?? [])].flatMap(categoryOf),
    summary: plainLine(summary ?? '') || undefined,
    content,
    media,
    thumbnail,
    episode,
    comments: article?.discussion && commentsOf(article, origin),
  }
}

/** Later dates would change the feed (FEED-8). */
export function today({ timeZone }: Service): LocalTime {
  return localTime(Date.now() - (Date.now() % DAY), timeZone)
}

function commentsOf({ path, commentCount }: Article, origin: string): FeedEntry['comments'] {
  const feedOf = (format: FeedFormat): string => origin + commentsFeedPath(format, path)
  return {
    url: `${origin}${path}#${COMMENTS_ID}`,
    feeds: { atom: feedOf('atom'), rss: feedOf('rss') },
    count: commentCount,
  }
}

/** Ids of categories stay without a kind. */
function idOf({ kind, slug }: ListName): string[] {
  return kind === 'category' ? [slug] : [kind, slug]
}

export function tagUri({ service, idHost }: Pick<FeedSettings, 'service' | 'idHost'>, name: string): string {
  const host = idHost ?? new URL(originOf(service)).hostname
  return `tag:${host},${TAGGED_SINCE}:${service.name}:${encodeURIComponent(name).replaceAll('%2F', '/')}`
}

function categoryOf(term: Term | undefined): FeedEntry['categories'] {
  if (!term) return []
  return [
    {
      term:
        cmsPath(term.href ?? term.name)
          .slice(1)
          .split('/')
          .at(-1) ?? term.name,
      label: term.name,
    },
  ]
}

function epochOf({ published }: Card): number {
  return published?.time.epoch ?? 0
}

/** Offsets may differ. */
export function latest(one: string, other: string): string {
  return Date.parse(other) > Date.parse(one) ? other : one
}

export interface FeedUrls {
  of(page: number): string
}

export function feedUrls(format: FeedFormat, service: Service, list?: ListName): FeedUrls {
  return { of: (page) => originOf(service) + feedPath(format, list, page) }
}

export function pageLinks({ page, lastPage }: Feed, urls: FeedUrls): Array<{ rel: string; href: string }> {
  return [
    { rel: 'self', href: urls.of(page) },
    { rel: 'first', href: urls.of(1) },
    ...(page > 1 ? [{ rel: 'previous', href: urls.of(page - 1) }] : []),
    ...(page < lastPage ? [{ rel: 'next', href: urls.of(page + 1) }] : []),
    { rel: 'last', href: urls.of(lastPage) },
  ]
}
