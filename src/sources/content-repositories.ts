import { type AdTable, NO_TABLE } from '../content/ad-table.ts'
import { type Archive, cardsIn } from '../content/archive.ts'
import { type Article, cardOf } from '../content/article.ts'
import type { Card } from '../content/card.ts'
import { withTopicLead } from '../content/decode/lead.ts'
import { decodeArchive, decodeArticle, decodePage, type FoundPage } from '../content/decode.ts'
import { hasForeignCharacter } from '../content/foreign-characters.ts'
import { scrollPostsFrom } from '../content/further-list.ts'
import { giphyIds, withGiphyItems } from '../content/giphy.ts'
import type { Page } from '../content/home-block.ts'
import { type ImageRules, imageRulesOf } from '../content/images.ts'
import { type LinkRules, listPath, publicPath } from '../content/links.ts'
import { isLive } from '../content/live.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import { underlaid } from '../content/page-ads.ts'
import type { SlotRemoval } from '../content/placement.ts'
import { cmsPath } from '../content/public-paths.ts'
import { type ContentRepository, DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import type { ScrollLists } from '../content/scroll-posts.ts'
import { postOfKey, type SurrogateKey } from '../content/surrogate-keys.ts'
import { inSpan, type Span } from '../observability/tracing/span.ts'
import type { Purge } from '../purge/purge.ts'
import { type DirectoryEntry, type DirectoryKind, type ListKind, NEWEST_CATEGORY } from '../services/list-kind.ts'
import type { Service, ServiceName, Services } from '../services/service.ts'
import { elapsed } from '../system/clock.ts'
import { createPatience, inTime, orNothing, type Patience } from '../system/deadline.ts'
import { memoizeByIdentity } from '../system/memoize.ts'
import type { Report } from '../system/report.ts'
import { createAdTables } from './ad-tables.ts'
import { createArticles, isStandIn } from './articles.ts'
import { type BackgroundIndexSettings, createBackgroundIndexes } from './background-index/background-index.ts'
import { createCrawl } from './background-index/crawl.ts'
import { CONTENT_POLICY, type ContentCache, MISSING_POLICY } from './cache/content-cache.ts'
import { instrumentedCache, type Reads } from './cache/reads.ts'
import { type Candidates, createCandidates } from './candidates.ts'
import { discussionKey, discussions } from './discussions.ts'
import { createPace, feedTexts, type Pace } from './feed-texts.ts'
import type { GiphyClient } from './giphy/giphy.ts'
import { type Before, createKnownChanges, createLoading, type Decode, type FetchWire } from './loading.ts'
import { createSearches } from './searches.ts'
import { inSeries } from './series-place.ts'
import { type ContentSource, POSTS_PER_BULK, type Rank, sourceUnder, type WireResponse } from './source.ts'
import { type StoredArticlesSettings, storedArticles } from './stored-articles.ts'

export interface ContentRepositoriesSettings {
  source: ContentSource
  cache: ContentCache
  /** Absent: there is no object storage. */
  stored?: StoredArticlesSettings
  services: Services
  images: ImageRules
  /** URL of each service's CMS: links to their hosts in content lead to the portal's own pages. */
  cmsUrls: Record<ServiceName, string>
  /** Absent: no calls to Giphy; its blocks stay links. */
  giphy?: GiphyClient
  report: Report
  /** Blocks of the site's own, by their names. */
  ownBlocks?: OwnBlocks
  /** Absent: the source searches. */
  background?: BackgroundIndexSettings
  /** Stored lists of further articles; absent: they are built from the newest articles. */
  scrollLists?: ScrollLists
  /** Absent: no advertising, and no slot tables are fetched. */
  advertising?: Advertising
}

export interface Advertising {
  isOn(service: Service): boolean
  /** Called each time an article is shown without some of its slots. */
  onRemoved(removal: SlotRemoval): void
}

export interface ContentOptions {
  /** True for a background refresh, which must not return stale content. */
  revalidate?: boolean
  /** Called when old content stands in for a call that failed. */
  onStandIn?: () => void
  /** Notes what comes of each read; absent: nothing does. */
  reads?: Reads
  /** The parent of the calls' spans; absent: calls are not traced. */
  span?: Span
}

/** All content of all services: source, decoding and cache combined. */
export interface ContentRepositories {
  reader(service: Service, options?: ContentOptions): ContentRepository
  prepare(): Promise<void>
  /** Invalidates the cache after a change in the CMS. @param purge absent: anything may have changed */
  expire(purge?: Purge): void
  /** Articles changed, after `expire`. @param purge absent: any may have */
  changed(purge?: Purge): void
  /** Ends what goes on in the background. */
  close(): void
  /** Invalidates the comments of articles alone, by the surrogate keys of these. */
  expireComments(keys: readonly SurrogateKey[]): void
}

/**
 * Content is decoded and normalised when it enters the cache, once per revision (WIRE-6). Impossible names are
 * missing without a call to any source (SRC-20).
 */
export function createContentRepositories(settings: ContentRepositoriesSettings): ContentRepositories {
  const {
    source,
    cache: contents,
    services,
    images,
    cmsUrls,
    giphy,
    report,
    stored,
    advertising,
    ownBlocks,
    background,
    scrollLists,
  } = settings
  const cmsHosts = new Set(Object.values(cmsUrls).map((url) => new URL(url).host))
  const rulesOf = (service: Service): LinkRules => {
    const cmsUrl = cmsUrls[service.name] ?? cmsUrls[service.settingsOf]
    const cmsHost = cmsUrl === undefined ? undefined : new URL(cmsUrl).host
    return { service, services, images: imageRulesOf(service, images), cmsHosts, ...(cmsHost && { cmsHost }) }
  }
  const tables = createAdTables(source, contents, report)
  const backgroundIndexes =
    background &&
    createBackgroundIndexes(background, (service) => {
      const rules = rulesOf(service)
      const load = createLoading({ service, source, cache: contents, revalidate: true, rules, report, ownBlocks })
      return createCrawl(service, source, load)
    })
  const newestOf = new Map<ServiceName, { at: number; cards: Promise<Card[]> }>()
  const candidates = new Map<ServiceName, Candidates>()
  const candidatesOf = (name: ServiceName): Candidates => {
    const known = candidates.get(name) ?? createCandidates(elapsed, source.under === undefined)
    candidates.set(name, known)
    return known
  }
  const changes = createKnownChanges()
  const patiences = new Map<ServiceName, Patience>()
  const patienceOf = (name: ServiceName): Patience => {
    const patience = patiences.get(name) ?? createPatience()
    patiences.set(name, patience)
    return patience
  }
  const paces = new Map<ServiceName, Pace>()
  const paceOf = (name: ServiceName): Pace => {
    const pace = paces.get(name) ?? createPace()
    paces.set(name, pace)
    return pace
  }
  return {
    prepare: () => source.prepare(),
    expire(purge) {
      changes.note(purge)
      source.expire?.()
      contents.expire()
      newestOf.clear()
      for (const known of candidates.values()) known.expire()
    },
    expireComments(keys) {
      source.expireComments?.()
      // Articles say how many they have.
      changes.note({ service: '', paths: [], tags: [...keys] })
      const ids = keys.flatMap((key) => postOfKey(key) ?? [])
      for (const name of Object.keys(services)) for (const id of [...ids, '']) contents.expire(discussionKey(name, id))
    },
    changed: (purge) => backgroundIndexes?.changed(purge),
    close: () => backgroundIndexes?.close(),
    reader(service, { revalidate = false, onStandIn, reads, span } = {}) {
      const cache = reads ? instrumentedCache(contents, reads, isStandIn) : contents
      const cms = sourceUnder(source, span)
      const rules = rulesOf(service)
      const load = createLoading({ service, source: cms, cache, revalidate, rules, report, ownBlocks })
      /** Lists and homes change with more than they have dates for: an `ETag` alone says that one is unchanged. */
      const before = <T extends object>(through: ContentCache, key: string): Before<T> | undefined => {
        const content = through.peek<T | Missing>(key)?.value
        return content === undefined || isMissing(content) ? undefined : { content, trustsDate: () => false }
      }
      const read = <T extends object>(
        key: string,
        fetchWire: FetchWire,
        decode: Decode<T>,
        rank: Rank = 'primary',
        policy = CONTENT_POLICY,
        through = cache,
      ): Promise<T | Missing> =>
        through.get<T | Missing>({
          key: `${service.name} ${key}`,
          revalidate,
          onStandIn,
          rank,
          policyOf: (value) => (isMissing(value) ? MISSING_POLICY : policy),
          load: () => load(fetchWire, decode, before(through, `${service.name} ${key}`)),
        })

      const decode = (response: WireResponse) => load(async () => response, decodeArticle)
      const { article, plain, known, further, several } = createArticles({
        service,
        cache,
        revalidate,
        ...(onStandIn && { onStandIn }),
        load: (path, rank, isPlain, content) => {
          const fetchArticle = (isPlain && cms.plainArticle) || cms.article
          const trustsDate = (readAt: number): boolean =>
            content !== undefined && !isLive(content.body) && !changes.mayConcern(content, readAt)
          const before = content && { content, trustsDate }
          return load((known) => fetchArticle(service, path, rank, known), decodeArticle, before)
        },
        hasPlain: () => cms.hasPlainArticles?.(service) === true,
        patience: patienceOf(service.name),
        stored: stored && storedArticles(stored, service, decode, span),
        onStored: reads?.failed,
      })

      /**
       * @param cached false: bypasses the cache, so that deep pages evict nothing
       * @param isAwaited false: no reader waits for it
       */
      const archive = async (
        kind: ListKind,
        slug: string,
        page: number,
        rank: Rank = 'primary',
        cached = true,
        isAwaited = true,
      ) => {
        if (hasForeignCharacter(slug)) return { missing: true as const }
        const fetchWire: FetchWire = (known) =>
          (isAwaited ? cms : source).archive(service, kind, slug, page, rank, known)
        const decode: Decode<Archive> = function* (json, context) {
          const decoded = withTopicLead(yield* decodeArchive(json, context), kind, slug, rules)
          // A source may return any page; one beyond the last is missing (PAGE-7).
          return isMissing(decoded) || page <= decoded.maxPage ? decoded : { missing: true }
        }
        if (!cached) return load(fetchWire, decode)
        return read(`${kind} ${slug} ${page}`, fetchWire, decode, rank, CONTENT_POLICY, isAwaited ? cache : contents)
      }

      const cachedPage = (key: string) => cache.peek<FoundPage | Missing>(`${service.name} ${key}`)?.value
      const searches = createSearches({
        service,
        source: cms,
        read,
        known: cachedPage,
        index: backgroundIndexes?.of(service),
      })

      /** A page of a list for programs. */
      const listed = (kind: ListKind, slug: string, page: number): Promise<Archive | Missing> => {
        const { bulk } = cms
        const cached = page <= CACHED_PAGES
        if (!bulk) return archive(kind, slug, page <= 1 ? 0 : page, 'lists', cached)
        if (hasForeignCharacter(slug)) return Promise.resolve({ missing: true })
        const fetchWire: FetchWire = () => bulk(service, kind, slug, page)
        return cached && page === 1
          ? read(`${kind} ${slug} bulk`, fetchWire, decodeArchive, 'lists')
          : load(fetchWire, decodeArchive)
      }
      async function* directory(
        list: NonNullable<ContentSource['directory']>,
        kind: DirectoryKind,
      ): AsyncGenerator<DirectoryEntry, void> {
        for (let page = 1; page <= MAX_DIRECTORY_PAGES; page++) {
          const { entries, isLast } = await list(service, kind, page)
          for (const entry of entries) yield { ...entry, path: publicPathOf(kind, entry.path, service) }
          if (isLast) return
        }
      }

      const pages = (kind: ListKind, slug: string, first = 1): AsyncGenerator<Archive, void> =>
        inOrder((page) => listed(kind, slug, page), first)

      const readNewest = async (): Promise<Card[]> => {
        const page = (number: number) =>
          orNothing(archive('category', NEWEST_CATEGORY, number, 'secondary'), DEADLINE.secondary)
        const first = await page(0)
        if (first === undefined || isMissing(first)) return []
        const further = FURTHER_NEWEST_PAGES.filter((number) => number <= first.maxPage)
        const pages = [first, ...(await Promise.all(further.map(page)))]
        return pages.flatMap((one) => (one === undefined || isMissing(one) ? [] : cardsIn(one)))
      }

      const newest = (): Promise<Card[]> => {
        const known = newestOf.get(service.name)
        const isKnown = known !== undefined && !revalidate && elapsed() - known.at < NEWEST_MOMENT
        const cards = isKnown ? known.cards : readNewest()
        if (!isKnown) newestOf.set(service.name, { at: elapsed(), cards })
        // Another response may have asked, and got nothing in time.
        if (reads) void cards.then(({ length }) => length === 0 && reads.failed())
        return cards
      }

      const readers = discussions({ service, source: cms, cache, revalidate, context: { rules, report } })

      /**
       * The content and the service's advertising table, awaited together.
       * @param isLate the content has waited for the CMS long enough for both
       */
      const advertised = async <T extends object>(
        pendingContent: Promise<T | Missing>,
        underlay: (page: T, table: AdTable) => T,
        isLate?: Promise<boolean>,
      ): Promise<T | Missing> => {
        const pendingTable = advertising?.isOn(service)
          ? tables.of(service, revalidate, span)
          : Promise.resolve(NO_TABLE)
        const loaded = await pendingContent
        if (isMissing(loaded)) return loaded
        const table = await ((await isLate) ? inTime(pendingTable, LATE_TABLE_MS, tables.last(service)) : pendingTable)
        if (table === NO_TABLE && cms.ads && advertising?.isOn(service)) reads?.failed()
        return underlay(loaded, table)
      }

      const withItems = async (pendingArticle: Promise<Article | Missing>): Promise<Article | Missing> => {
        const loaded = await pendingArticle
        return giphy === undefined || isMissing(loaded) ? loaded : illustrated(loaded, giphy, span)
      }

      const withSeries = async (pendingArticle: Promise<Article | Missing>): Promise<Article | Missing> => {
        const loaded = await pendingArticle
        if (isMissing(loaded) || loaded.seriesSlugs.length === 0) return loaded
        return inSeries(loaded, service, (slug) => archive('series', slug, 0, 'secondary'))
      }

      /** An article as readers see it. */
      const shown = async (pendingArticle: Promise<Article | Missing>): Promise<Article | Missing> => {
        const isLate = pendingArticle.then(isStandIn, () => false)
        const shownArticle = await advertised(withSeries(withItems(pendingArticle)), articleUnderlaid, isLate)
        if (!isMissing(shownArticle) && advertising?.isOn(service)) reportRemoved(shownArticle, service, advertising)
        return shownArticle
      }

      return {
        home: () =>
          service.homePageId === undefined && cms.needsHomeId
            ? Promise.resolve({ missing: true })
            : advertised(
                read('home', (known) => cms.home(service, known), decodePage),
                homeUnderlaid,
              ),
        article: (path) => shown(article(path)),
        plainArticle: (path) => shown(plain(path)),
        async shortLink(query) {
          const { shortLink } = cms
          if (!shortLink) return undefined
          const moved = await read(`short link ${query}`, () => shortLink(service, query), decodeArticle)
          return isMissing(moved) ? moved : undefined
        },
        furtherArticle: (path) => shown(further(path)),
        draft: async (id) => {
          const { draft } = cms
          return draft ? withItems(load(() => draft(service, id), decodeArticle)) : { missing: true }
        },
        ...readers,
        cards: async (paths) => {
          const nextArticles = await several(paths.map(cmsPath))
          return nextArticles.flatMap((one) => (one === undefined || isMissing(one) ? [] : [cardOf(one)]))
        },
        listedCards: async (paths) => {
          const articles = await several(paths.map(cmsPath))
          return articles.flatMap((one) =>
            one === undefined || isMissing(one) || one.isNoindex || one.isPage ? [] : [cardOf(one)],
          )
        },
        archive: (kind, slug, page) => advertised(archive(kind, slug, page), archiveUnderlaid),
        pages,
        bulkSize: cms.bulk && POSTS_PER_BULK,
        months(kind, slug) {
          const { months } = cms
          if (!months || hasForeignCharacter(slug)) return undefined
          return {
            all: () => months.all(service, kind, slug),
            perPage: POSTS_PER_BULK,
            pages: (month, first) =>
              inOrder((page) => load(() => months.page(service, kind, slug, month, page), decodeArchive), first),
          }
        },
        revision: cms.revision,
        directory: (kind) => cms.directory && directory(cms.directory, kind),
        separateLists: () => cms.separateLists?.(service) ?? [],
        articles: (paths) => feedTexts(paths.map(cmsPath), { plain, known }, paceOf(service.name)),
        known: () =>
          candidatesOf(service.name).known((page) =>
            archive('category', NEWEST_CATEGORY, page, 'secondary', page <= CACHED_PAGES, false),
          ),
        newest,
        async scrollPosts() {
          const stored = scrollLists && (await inSpan(span, 'store get', 'client', () => scrollLists(service.name)))
          return stored ?? scrollPostsFrom(service.articleLayout === 'scroll' ? await newest() : [])
        },
        ...searches,
      }
    },
  }
}

/** The pages of a list, to its end. */
async function* inOrder(
  page: (number: number) => Promise<Archive | Missing>,
  first: number,
): AsyncGenerator<Archive, void> {
  let empty = 0
  for (let next = first, count = 1, last = first; next <= last; next += count, count = PAGES_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(count, last - next + 1) }, (_, index) => next + index)
    for (const listPage of await Promise.all(numbers.map(page))) {
      if (isMissing(listPage)) return
      empty = cardsIn(listPage).length > 0 ? 0 : empty + 1
      // However many pages the source claims.
      if (empty === MAX_EMPTY_PAGES) return
      last = listPage.maxPage
      yield listPage
    }
  }
}

/** Only of a series' path the CMS form is never an article's (SERIES-3). */
function publicPathOf(kind: DirectoryKind, path: string, service: Service): string {
  return kind === 'series' ? listPath(kind, path.slice(path.lastIndexOf('/') + 1), service) : publicPath(path, service)
}

/** The same object while article and items stay the same, so that its body is rendered once (docs/decisions/003). */
const illustratedArticles = memoizeByIdentity<Article, Article>()

/**
 * An article as readers see it, with Giphy's data in its animations. That data has a cache of its own, so that a short
 * failure ends within seconds; lists and feeds do not load it.
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

function reportRemoved({ path, removedSlots, adSources }: Article, service: Service, { onRemoved }: Advertising): void {
  if (removedSlots.length === 0 || adSources.of !== 'article' || !adSources.placement) return
  const { revision } = adSources.placement
  onRemoved({ service: service.name, article: path, revision, slots: removedSlots })
}

/** For the table next to an article that storage gave in place of the CMS (SRC-8). Milliseconds. */
const LATE_TABLE_MS = 250
/** However many a source claims; each has about a hundred entries. */
const MAX_DIRECTORY_PAGES = 10_000
/** Number of list pages that readers and feeds use: these are cached like other content. */
const CACHED_PAGES = 10
/** Parallel calls, so that a feed or a sitemap does not flood the CMS. */
const PAGES_AT_ONCE = 4
/** Consecutive pages without a readable article after which a list ends (COST-34). */
const MAX_EMPTY_PAGES = 4

/** Every article page needs the newest articles: their list is built once within this time. Milliseconds. */
const NEWEST_MOMENT = 1000
/** Pages of the newest articles after the first view: enough reading for an evening. */
const FURTHER_NEWEST_PAGES = [2, 3]
