import { type AdTable, NO_TABLE } from '../content/ad-table.ts'
import type { Archive } from '../content/archive.ts'
import type { Article } from '../content/article.ts'
import { giphyIds, withGiphyItems } from '../content/giphy.ts'
import type { Page } from '../content/home-block.ts'
import { underlaid } from '../content/page-ads.ts'
import type { SlotRemoval } from '../content/placement.ts'
import { DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import { seriesPlace } from '../content/series.ts'
import type { Span } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import { inTime, orNothing } from '../system/deadline.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { AdTables } from './ad-tables.ts'
import { isStandIn } from './articles.ts'
import type { GiphyClient } from './giphy/giphy.ts'
import type { ReadArchive } from './lists.ts'
import type { Reading } from './reading.ts'

export interface Advertising {
  isOn(service: Service): boolean
  onRemoved(removal: SlotRemoval): void
}

interface ShownContentSettings {
  reading: Reading
  readArchive: ReadArchive
  tables: AdTables
  advertising: Advertising | undefined
  giphy: GiphyClient | undefined
}

/** With the service's advertising, series and animations. */
export interface ShownContent {
  home(page: Promise<Page | Missing>): Promise<Page | Missing>
  archive(archive: Promise<Archive | Missing>): Promise<Archive | Missing>
  article(article: Promise<Article | Missing>): Promise<Article | Missing>
  draft(article: Promise<Article | Missing>): Promise<Article | Missing>
}

/** Milliseconds, for an article from storage in place of the CMS (SRC-8). */
const LATE_TABLE_MS = 250

const homeUnderlaid = underlaid<Page>()
const articleUnderlaid = underlaid<Article>()
const archiveUnderlaid = underlaid<Archive>()

export function createShownContent({
  reading: { service, cms, revalidate, reads, span },
  readArchive,
  tables,
  advertising,
  giphy,
}: ShownContentSettings): ShownContent {
  const hasAds = (): boolean => advertising?.isOn(service) === true
  /** @param isLate the content has waited for the CMS long enough for both */
  const advertised = async <T extends object>(
    pendingContent: Promise<T | Missing>,
    underlay: (page: T, table: AdTable) => T,
    isLate?: Promise<boolean>,
  ): Promise<T | Missing> => {
    const pendingTable = hasAds() ? tables.of(service, revalidate, span) : Promise.resolve(NO_TABLE)
    const loaded = await pendingContent
    if (isMissing(loaded)) return loaded
    const table = await ((await isLate) ? inTime(pendingTable, LATE_TABLE_MS, tables.last(service)) : pendingTable)
    if (table === NO_TABLE && cms.ads && hasAds()) reads?.failed()
    return underlay(loaded, table)
  }
  const withItems = async (pendingArticle: Promise<Article | Missing>): Promise<Article | Missing> => {
    const loaded = await pendingArticle
    return giphy === undefined || isMissing(loaded) ? loaded : illustrated(loaded, giphy, span)
  }
  const withSeries = async (pendingArticle: Promise<Article | Missing>): Promise<Article | Missing> => {
    const loaded = await pendingArticle
    if (isMissing(loaded) || loaded.seriesSlugs.length === 0) return loaded
    return inSeries(loaded, service, (slug) => readArchive('series', slug, 0, 'secondary'))
  }
  return {
    home: (page) => advertised(page, homeUnderlaid),
    archive: (archive) => advertised(archive, archiveUnderlaid),
    async article(article) {
      const isLate = article.then(isStandIn, () => false)
      const shown = await advertised(withSeries(withItems(article)), articleUnderlaid, isLate)
      if (!isMissing(shown) && advertising?.isOn(service)) reportRemoved(shown, service, advertising)
      return shown
    },
    draft: withItems,
  }
}

/** Unchanged articles stay the same object, whose body is rendered once (docs/decisions/003). */
const illustratedArticles = memoizeByIdentity<Article, Article>()

/** A separate cache lets a short failure of Giphy end soon; lists and feeds do not load it. */
async function illustrated(article: Article, giphy: GiphyClient, span?: Span): Promise<Article> {
  const ids = giphyIds(article.body)
  if (ids.length === 0) return article
  const items = await Promise.all(ids.map(async (id) => [id, await giphy.item(id, span)] as const))
  return illustratedArticles(article, [JSON.stringify(items)], () => ({
    ...article,
    body: withGiphyItems(article.body, new Map(items)),
  }))
}

const placedArticles = memoizeByIdentity<Article, Article>()

/**
 * Adds the place in the first series that has the article, if its read is in time (SERIES-7).
 * @param read reads a whole series
 */
async function inSeries(
  article: Article,
  service: Service,
  read: (slug: string) => Promise<Archive | Missing>,
): Promise<Article> {
  const all = await Promise.all(article.seriesSlugs.map((slug) => orNothing(read(slug), DEADLINE.secondary)))
  const places = all.map((archive, index) => {
    const slug = article.seriesSlugs[index]
    const isThere = archive !== undefined && !isMissing(archive) && slug !== undefined
    return isThere ? seriesPlace(article, archive, slug, service) : undefined
  })
  const series = places.find((place) => place !== undefined)
  return series ? placedArticles(article, [JSON.stringify(series)], () => ({ ...article, series })) : article
}

function reportRemoved({ path, removedSlots, adSources }: Article, service: Service, { onRemoved }: Advertising): void {
  if (removedSlots.length === 0 || adSources.of !== 'article' || !adSources.placement) return
  const { revision } = adSources.placement
  onRemoved({ service: service.name, article: path, revision, slots: removedSlots })
}
