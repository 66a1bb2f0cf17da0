import { type Article, cardOf } from '../content/article.ts'
import type { Card } from '../content/card.ts'
import { decodeArticle, decodePage, decodeSearch, type FoundPage } from '../content/decode.ts'
import { scrollPostsFrom } from '../content/further-list.ts'
import type { LinkRules } from '../content/links.ts'
import { isLive } from '../content/live.ts'
import type { OwnBlocks } from '../content/own-block.ts'
import { cmsPath } from '../content/public-paths.ts'
import { type ContentRepository, DEADLINE, isMissing, type Missing } from '../content/repository.ts'
import type { ScrollLists } from '../content/scroll-posts.ts'
import { inSpan } from '../observability/tracing/span.ts'
import type { Service } from '../services/service.ts'
import { orNothing, type Patience } from '../system/deadline.ts'
import type { Report } from '../system/report.ts'
import type { AdTables } from './ad-tables.ts'
import { type Articles, createArticles, isStandIn } from './articles.ts'
import type { BackgroundIndexes } from './background-index/background-index.ts'
import type { ContentCache } from './cache/content-cache.ts'
import { instrumentedCache } from './cache/reads.ts'
import type { Candidates } from './candidates.ts'
import { discussions } from './discussions.ts'
import { feedTexts, isAsListed, type Pace } from './feed-texts.ts'
import type { GiphyClient } from './giphy/giphy.ts'
import { archivesOf, knownCards, programLists } from './lists.ts'
import { createLoading, type KnownChanges, type Loading } from './loading.ts'
import { type NewestCards, newestCards } from './newest-cards.ts'
import { type ContentOptions, type Reading, readThrough } from './reading.ts'
import { createSearches } from './searches.ts'
import { type Advertising, createShownContent, type ShownContent } from './shown-content.ts'
import { type ContentSource, sourceUnder, type WireResponse } from './source.ts'
import { type StoredArticlesSettings, storedArticles } from './stored-articles.ts'

export interface ContentSettings {
  source: ContentSource
  cache: ContentCache
  /** Absent: there is no object storage. */
  stored?: StoredArticlesSettings
  /** Absent: its blocks are links. */
  giphy?: GiphyClient
  report: Report
  ownBlocks?: OwnBlocks
  /** Absent: they are built from the newest articles. */
  scrollLists?: ScrollLists
  /** Absent: no slot tables are fetched. */
  advertising?: Advertising
}

/** Shared by all services. */
export interface SharedContent extends ContentSettings {
  tables: AdTables
  changes: KnownChanges
  indexes: BackgroundIndexes | undefined
  rulesOf(service: Service): LinkRules
}

/** Shared by the readings of one service. */
export interface ServiceState {
  candidates: Candidates
  patience: Patience
  pace: Pace
  newest: NewestCards
}

export function readService(
  shared: SharedContent,
  state: ServiceState,
  service: Service,
  { revalidate = false, onStandIn, reads, span }: ContentOptions,
): ContentRepository {
  const { source, report, ownBlocks, tables, advertising, giphy, scrollLists } = shared
  const cache = reads ? instrumentedCache(shared.cache, reads, isStandIn) : shared.cache
  const cms = sourceUnder(source, span)
  const rules = shared.rulesOf(service)
  const { load, hasSameBlocks } = createLoading({ service, source: cms, cache, revalidate, rules, report, ownBlocks })
  const read = readThrough(cache, { service, revalidate, onStandIn, load })
  const reading: Reading = { service, revalidate, onStandIn, load, cms, cache, read, reads, span }
  const articles = articlesOf(reading, hasSameBlocks, shared, state.patience)
  const readArchive = archivesOf(reading, rules)
  const shown = createShownContent({ reading, readArchive, tables, advertising, giphy })
  const newest = newestCards(state.newest, reading, readArchive)
  const { article, plainArticle, shortLink, furtherArticle, draft, unsaved, cards, listedCards } = shownArticles(
    reading,
    articles,
    shown,
  )
  const { comments, comment, newestComments } = discussions({
    service,
    source: cms,
    cache,
    revalidate,
    context: { rules, report },
  })
  const { pages, bulkSize, months, directory, separateLists } = programLists(reading, readArchive)
  const { filtersSearch, search, countFound, suggest } = createSearches({
    service,
    source: cms,
    read: reading.read,
    known: (key) => cache.peek<FoundPage | Missing>(`${service.name} ${key}`)?.value,
    index: shared.indexes?.of(service),
  })
  // Spreading four objects for each response took a fortieth of an AMP document's time.
  return {
    unsavedHome: (json) => shown.home(load(async () => ({ call: UNSAVED, json }), decodePage)),
    home: () =>
      service.homePageId === undefined && cms.needsHomeId
        ? Promise.resolve({ missing: true })
        : shown.home(reading.read('home', (known) => cms.home(service, known), decodePage)),
    article,
    plainArticle,
    shortLink,
    furtherArticle,
    draft,
    unsaved,
    cards,
    listedCards,
    comments,
    comment,
    newestComments,
    archive: (kind, slug, page) => shown.archive(readArchive(kind, slug, page)),
    pages,
    bulkSize,
    months,
    directory,
    separateLists,
    revision: cms.revision,
    articles: (paths, cards) => feedTexts(paths.map(cmsPath), articles, state.pace, cards),
    known: () =>
      unawaitedCards(shared, state, { service, revalidate, onStandIn, load, cms: source, reads, span }, rules),
    newest,
    async scrollPosts() {
      const stored = scrollLists && (await inSpan(span, 'store get', 'client', () => scrollLists(service.name)))
      return stored ?? scrollPostsFrom(service.articleLayout === 'scroll' ? await newest() : [])
    },
    filtersSearch,
    search,
    countFound,
    suggest,
  }
}

function unawaitedCards(
  { cache }: SharedContent,
  { candidates }: ServiceState,
  loading: Omit<Reading, 'cache' | 'read'>,
  rules: LinkRules,
): readonly Card[] {
  return knownCards(candidates, () => archivesOf({ ...loading, cache, read: readThrough(cache, loading) }, rules))
}

function articlesOf(
  { service, cms, cache, revalidate, onStandIn, load, reads, span }: Reading,
  hasSameBlocks: Loading['hasSameBlocks'],
  { stored, changes }: SharedContent,
  patience: Patience,
): Articles {
  const decode = (response: WireResponse) => load(async () => response, decodeArticle)
  return createArticles({
    service,
    cache,
    revalidate,
    onStandIn,
    load: (path, rank, isPlain, content) => {
      const fetchArticle = (isPlain && cms.plainArticle) || cms.article
      const trustsDate = (readAt: number): boolean =>
        content !== undefined && !isLive(content.body) && !changes.mayConcern(content, readAt)
      const before = content && { content, trustsDate }
      return load((known) => fetchArticle(service, path, rank, known), decodeArticle, before)
    },
    hasPlain: () => cms.hasPlainArticles?.(service) === true,
    isAsListed: (article, card, confirmed) => isAsListed(article, card, confirmed, { changes, hasSameBlocks }),
    patience,
    stored: stored && storedArticles(stored, service, decode, span),
    onStored: reads?.failed,
  })
}

const UNSAVED = 'unsaved text'

type ShownArticles = Pick<
  ContentRepository,
  'article' | 'plainArticle' | 'shortLink' | 'furtherArticle' | 'draft' | 'unsaved' | 'cards' | 'listedCards'
>

function shownArticles(
  { service, cms, cache, load, read }: Reading,
  { article, plain, further, several }: Articles,
  shown: ShownContent,
): ShownArticles {
  /** Promoted links and pages are no articles of lists. */
  const listed = async (key: string): Promise<Card | undefined> => {
    const { card } = cms
    if (!card) return undefined
    const name = `card ${key}`
    const cached = cache.peek<FoundPage | Missing>(`${service.name} ${name}`)
    // A timer costs more than a card.
    const list = cached?.isFresh
      ? cached.value
      : await orNothing(
          read(name, () => card(service, key), decodeSearch, 'secondary'),
          DEADLINE.secondary,
        )
    const known = list === undefined || isMissing(list) ? undefined : list.cards[0]
    return known && cmsPath(known.link.href) === key ? known : undefined
  }
  const cards = async (paths: readonly string[], isListed: (one: Card | Article) => boolean): Promise<Card[]> => {
    const keys = paths.map(cmsPath)
    const known = await Promise.all(keys.map(listed))
    const unlisted = keys.filter((_, index) => known[index] === undefined)
    const articles = new Map((await several(unlisted)).map((one, index) => [unlisted[index], one]))
    return keys.flatMap((key, index) => {
      const one = known[index] ?? articles.get(key)
      if (one === undefined || isMissing(one) || !isListed(one)) return []
      return ['body' in one ? cardOf(one) : one]
    })
  }
  return {
    article: (path) => shown.article(article(path)),
    plainArticle: (path) => shown.article(plain(path)),
    async shortLink(query) {
      const { shortLink } = cms
      if (!shortLink) return undefined
      const moved = await read(`short link ${query}`, () => shortLink(service, query), decodeArticle)
      return isMissing(moved) ? moved : undefined
    },
    furtherArticle: (path) => shown.article(further(path)),
    draft: async (id) => {
      const { draft } = cms
      return draft ? shown.draft(load(() => draft(service, id), decodeArticle)) : { missing: true }
    },
    unsaved: (json) => shown.draft(load(async () => ({ call: UNSAVED, json }), decodeArticle)),
    cards: (paths) => cards(paths, () => true),
    listedCards: (paths) => cards(paths, (one) => !one.isNoindex && !('isPage' in one && one.isPage)),
  }
}
