import { elapsed } from '../clock.ts'
import { type AdTable, NO_TABLE } from '../content/ad-table.ts'
import { type Archive, cardsIn } from '../content/archive.ts'
import { type Article, cardOf } from '../content/article.ts'
import type { Card } from '../content/card.ts'
import type { DecodeContext } from '../content/decode/context.ts'
import { decodeArchive, decodeArticle, decodePage, decodeSearch, type FoundPage } from '../content/decode.ts'
import { hasForeignCharacter } from '../content/foreign-characters.ts'
import { giphyIds, withGiphyItems } from '../content/giphy.ts'
import type { ImageRules } from '../content/images.ts'
import { cmsPath, type LinkRules } from '../content/links.ts'
import { isMissing, type Missing } from '../content/missing.ts'
import { onceWhile } from '../content/once-while.ts'
import type { Page } from '../content/page.ts'
import { underlaid } from '../content/page-ads.ts'
import type { SlotRemoval } from '../content/placement.ts'
import { type ContentReader, DEADLINE, type ListKind, NEWEST_CATEGORY } from '../content/reader.ts'
import { firstOf, type Report } from '../content/report.ts'
import { isRefusedQuery, MAX_SEARCH_PAGE } from '../content/search-query.ts'
import { inSlices, nextTurn, type Steps } from '../content/steps.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import type { Span } from '../tracing/span.ts'
import { createAdTables } from './ad-tables.ts'
import { createArticles } from './articles.ts'
import { CONTENT_TIMES, type ContentCache, MISSING_TIMES, SEARCH_TIMES } from './cached.ts'
import { orNothing } from './deadline.ts'
import type { GiphyClient } from './giphy.ts'
import { reusableBlocks } from './reusable-blocks.ts'
import { type ContentSource, type Rank, sourceUnder, type WireAnswer } from './source.ts'
import { type StoredArticlesSettings, storedArticles } from './stored-articles.ts'

export interface LibrarySettings {
  source: ContentSource
  cache: ContentCache
  /** Absent: there is no object storage. */
  stored?: StoredArticlesSettings
  services: Services
  images: ImageRules
  /** Address of each service's CMS: links to their hosts in content mean the portal's own pages. */
  cmsUrls: Partial<Record<ServiceName, string>>
  /** Absent: Giphy is asked nothing, and its blocks stay links. */
  giphy?: GiphyClient
  report: Report
  /** Absent: nobody advertises, and no table of slots is asked for. */
  advertising?: Advertising
}

export interface Advertising {
  isOn(service: Service): boolean
  /** Told of an article that is shown without some of its slots, each time it is. */
  onRemoved(removal: SlotRemoval): void
}

/** All content of all services: source, decoding and cache as one. */
export interface Library {
  /**
   * @param revalidate true for a background refresh, which must not be answered with stale content
   * @param span in which calls stand; absent: they are not traced
   */
  reader(service: Service, options?: { revalidate?: boolean; span?: Span }): ContentReader
  prepare(): Promise<void>
  /** Something changed in the CMS: content is asked for anew. */
  expire(): void
}

/**
 * Content is decoded and normalised when it enters the cache, once per revision (architecture). What no content can be
 * called is missing before any source is asked (SRC-20).
 */
export function createLibrary(settings: LibrarySettings): Library {
  const { source, cache, services, images, cmsUrls, giphy, report, stored, advertising } = settings
  const cmsHosts = new Set(Object.values(cmsUrls).map((url) => new URL(url).host))
  const tables = createAdTables(source, cache, report)
  const newestOf = new Map<ServiceName, { at: number; cards: Promise<Card[]> }>()
  return {
    prepare: () => source.prepare(),
    expire() {
      source.expire?.()
      cache.expire()
      newestOf.clear()
    },
    reader(service, { revalidate = false, span } = {}) {
      const cms = sourceUnder(source, span)
      const cmsUrl = cmsUrls[service.name] ?? cmsUrls[service.settingsOf]
      const cmsHost = cmsUrl === undefined ? undefined : new URL(cmsUrl).host
      const rules: LinkRules = { service, services, images, cmsHosts, ...(cmsHost && { cmsHost }) }
      /** Cached on its own, so that one that fails for a moment is missing from no article. */
      const readBlock = (ref: string): Promise<WireAnswer> =>
        cache.get({
          key: `${service.name} block ${ref}`,
          revalidate,
          timesOf: ({ json }) => (json === undefined ? MISSING_TIMES : CONTENT_TIMES),
          load: () => cms.block(service, ref),
        })
      const load = async <T extends object>(ask: Ask, decode: Decode<T>): Promise<T | Missing> => {
        const { call, json } = await ask()
        if (json === undefined) return { missing: true }
        const reusable = await reusableBlocks(json, readBlock, report)
        await nextTurn()
        return inSlices(decode(json, { rules, report: firstOf(report), call, reusable }))
      }
      const read = <T extends object>(
        key: string,
        ask: Ask,
        decode: Decode<T>,
        rank: Rank = 'primary',
        times = CONTENT_TIMES,
      ): Promise<T | Missing> =>
        cache.get<T | Missing>({
          key: `${service.name} ${key}`,
          revalidate,
          rank,
          timesOf: (value) => (isMissing(value) ? MISSING_TIMES : times),
          load: () => load(ask, decode),
        })

      const decode = (answer: WireAnswer) => load(async () => answer, decodeArticle)
      const { article, further, several } = createArticles({
        service,
        cache,
        revalidate,
        load: (path, rank) => load(() => cms.article(service, path, rank), decodeArticle),
        stored: stored && storedArticles(stored, service, decode, span),
      })

      /** @param kept false: read once and let go, so that deep pages push nothing out */
      const archive = async (kind: ListKind, slug: string, page: number, rank: Rank = 'primary', kept = true) => {
        if (hasForeignCharacter(slug)) return { missing: true as const }
        const ask: Ask = () => cms.archive(service, kind, slug, page, rank)
        const decode: Decode<Archive> = function* (json, context) {
          const decoded = yield* decodeArchive(json, context)
          // A source may answer any page; one beyond the last is not there (decision 5).
          return isMissing(decoded) || page <= decoded.maxPage ? decoded : { missing: true }
        }
        return kept ? read(`${kind} ${slug} ${page}`, ask, decode, rank) : load(ask, decode)
      }

      const results = async (query: string, page: number, rank: 'search' | 'nextSearch'): Promise<FoundPage> => {
        const ask: Ask = () => cms.search(service, query, page, rank)
        const found = await read(`search ${page} ${query}`, ask, decodeSearch, rank, SEARCH_TIMES)
        return isMissing(found) ? { cards: [], hasMore: false } : found
      }

      async function* pages(kind: ListKind, slug: string, first = 1): AsyncGenerator<Archive, void> {
        const page = (number: number) => archive(kind, slug, number <= 1 ? 0 : number, 'lists', number <= KEPT_PAGES)
        let empty = 0
        for (let next = first, count = 1, last = first; next <= last; next += count, count = PAGES_AT_ONCE) {
          const numbers = Array.from({ length: Math.min(count, last - next + 1) }, (_, index) => next + index)
          for (const found of await Promise.all(numbers.map(page))) {
            if (isMissing(found)) return
            empty = cardsIn(found).length > 0 ? 0 : empty + 1
            // However many pages it says there are.
            if (empty === MAX_EMPTY_PAGES) return
            last = found.maxPage
            yield found
          }
        }
      }

      const readNewest = async (): Promise<Card[]> => {
        const page = (number: number) =>
          orNothing(archive('category', NEWEST_CATEGORY, number, 'secondary'), DEADLINE.secondary)
        const first = await page(0)
        if (first === undefined || isMissing(first)) return []
        const further = FURTHER_NEWEST_PAGES.filter((number) => number <= first.maxPage)
        const pages = [first, ...(await Promise.all(further.map(page)))]
        return pages.flatMap((one) => (one === undefined || isMissing(one) ? [] : cardsIn(one)))
      }

      /** What is asked for, with the service's advertising; both are awaited at once. */
      const advertised = async <T extends object>(
        asked: Promise<T | Missing>,
        underlay: (page: T, table: AdTable) => T,
      ): Promise<T | Missing> => {
        const table = advertising?.isOn(service) ? tables.of(service, revalidate, span) : NO_TABLE
        const found = await asked
        return isMissing(found) ? found : underlay(found, await table)
      }

      /** An article as readers see it. */
      const shown = async (asked: Promise<Article | Missing>): Promise<Article | Missing> => {
        const withItems = asked.then((found) =>
          giphy === undefined || isMissing(found) ? found : illustrated(found, giphy, span),
        )
        const found = await advertised(withItems, articleUnderlaid)
        if (!isMissing(found) && advertising?.isOn(service)) tellRemoved(found, service, advertising)
        return found
      }

      return {
        home: () =>
          service.homePageId === undefined
            ? Promise.resolve({ missing: true })
            : advertised(
                read('home', () => cms.home(service), decodePage),
                homeUnderlaid,
              ),
        article: (path) => shown(article(path)),
        furtherArticle: (path) => shown(further(path)),
        cards: async (paths) => {
          const found = await several(paths.map(cmsPath))
          return found.flatMap((one) => (one === undefined || isMissing(one) ? [] : [cardOf(one)]))
        },
        archive: (kind, slug, page) => advertised(archive(kind, slug, page), archiveUnderlaid),
        pages,
        articles: async (paths) => {
          const found: Array<Article | Missing | undefined> = []
          const deadline = performance.now() + DEADLINE.primary
          for (let next = 0; next < paths.length; next += ARTICLES_AT_ONCE) {
            const left = deadline - performance.now()
            // A source that is slow is not asked for more.
            if (left <= 0) break
            const batch = paths.slice(next, next + ARTICLES_AT_ONCE)
            found.push(...(await Promise.all(batch.map((path) => orNothing(article(cmsPath(path), 'lists'), left)))))
          }
          return paths.map((_, index) => found[index])
        },
        newest() {
          const known = newestOf.get(service.name)
          if (known && !revalidate && elapsed() - known.at < NEWEST_MOMENT) return known.cards
          const cards = readNewest()
          newestOf.set(service.name, { at: elapsed(), cards })
          return cards
        },
        search: async (query, page) => {
          if (isRefusedQuery(query)) return { cards: [], hasMore: false }
          const { cards, hasMore } = await results(query, page, 'search')
          if (cards.length === 0 || page >= MAX_SEARCH_PAGE) return { cards, hasMore: false }
          if (hasMore !== undefined) return { cards, hasMore }
          // A reader who goes on asks for that page next, and it is cached by then.
          const next = await orNothing(results(query, page + 1, 'nextSearch'), DEADLINE.nextSearch)
          // Results that cannot be looked at now are offered rather than lost.
          return { cards, hasMore: next === undefined || next.cards.length > 0 }
        },
      }
    },
  }
}

/** The same while article and items stay the same: then its body is rendered once (docs/decisions/003). */
const illustratedArticles = onceWhile<Article, Article>()

/**
 * An article as readers see it: with what Giphy says of its animations. They have a cache of their own, so that one
 * which fails for a moment is back within seconds, and lists and feeds never ask for them.
 */
async function illustrated(article: Article, giphy: GiphyClient, span?: Span): Promise<Article> {
  const ids = giphyIds(article.body)
  if (ids.length === 0) return article
  const items = await Promise.all(ids.map(async (id) => [id, await giphy.item(id, span)] as const))
  return illustratedArticles(article, [JSON.stringify(items)], () => ({
    ...article,
    body: withGiphyItems(article.body, new Map(items)),
  }))
}

const homeUnderlaid = underlaid<Page>()
const articleUnderlaid = underlaid<Article>()
const archiveUnderlaid = underlaid<Archive>()

function tellRemoved({ path, removedSlots, adSources }: Article, service: Service, { onRemoved }: Advertising): void {
  if (removedSlots.length === 0 || adSources.of !== 'article' || !adSources.placement) return
  const { revision } = adSources.placement
  onRemoved({ service: service.name, article: path, revision, slots: removedSlots })
}

type Ask = () => Promise<WireAnswer>
type Decode<T extends object> = (json: unknown, context: DecodeContext) => Steps<T | Missing>

/** Pages of a list that readers and feeds look at: those are kept like any other content. */
const KEPT_PAGES = 10
/** Calls at a time, so that a feed or a sitemap does not flood the CMS. */
const PAGES_AT_ONCE = 4
/** Pages in a row without an article that anybody could read: there the list ends (COST-34). */
const MAX_EMPTY_PAGES = 4
const ARTICLES_AT_ONCE = 8

/** Every article page asks for the newest: their list is put together once in that time. Milliseconds. */
const NEWEST_MOMENT = 1000
/** Pages of the newest articles beyond the first view: enough to read on for an evening. */
const FURTHER_NEWEST_PAGES = [2, 3]
