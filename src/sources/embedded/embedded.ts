import type { Size } from '../../content/images.ts'
import { countOf } from '../../search/search-index.ts'
import { memoryIndexes, type SearchIndexes } from '../../search/search-indexes.ts'
import { NEWEST_CATEGORY } from '../../services/list-kind.ts'
import type { Service, ServiceName } from '../../services/service.ts'
import { type Clock, elapsed, paced } from '../../system/clock.ts'
import { escapeHtml } from '../../system/escape.ts'
import { inSlices, takingTurns } from '../../system/steps.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { type ContentSource, POSTS_PER_BULK, RESULTS_PER_PAGE, type WireResponse } from '../source.ts'
import { buildCatalogue, type Catalogue, type CatalogueArticle, indexedArticles } from './catalogue.ts'
import { changesBetween, type FolderChange } from './changes.ts'
import { type Calendar, calendarAt } from './dated-parts.ts'
import { createFolder, type NewsroomFile } from './folder.ts'
import { archiveOf, directoryOf, monthsOf, termHead } from './lists.ts'
import { createNewsroomIndex, type NewsroomIndexFiles } from './newsroom-index.ts'
import { type ArticleSearch, createArticleSearch } from './search.ts'
import { seriesArchive } from './series.ts'
import { articlesBy, articlesIn, createWireBuilder, termOf } from './wire.ts'

/** Milliseconds after which a call rescans the folder. */
const RESCAN_AFTER = 2000
const LONG_AGO = Number.NEGATIVE_INFINITY

interface EmbeddedSettings {
  /** Whether drafts and scheduled articles are pages like others, marked as such. */
  showsDrafts?: boolean
  /** Size of an image of the folder in pixels, by its path in front matter; undefined: unknown. */
  sizeOf?(src: string): Promise<Size | undefined>
  /** Absent: the words of the articles are indexed in memory. */
  indexes?: SearchIndexes
  newsroomIndex?: NewsroomIndexFiles
  /** The zone of the dates in the files. */
  timeZone?: TimeZone
  /** Milliseconds since 1970, for comparison with the dates. */
  wallClock?: Clock
}

/** A source that also reports what was saved. */
export interface EmbeddedSource extends ContentSource {
  /**
   * Scans the folder at intervals and reports changes, also those that a request's scan meets.
   * @param pauseOf milliseconds until the next scan
   * @returns a function that stops it
   */
  watch(
    pauseOf: () => number,
    onChange: (service: ServiceName, change: FolderChange) => void,
    onError: (error: unknown) => void,
  ): () => void
}

/**
 * Reads the newsroom folder as a source: editing a file is editing the site.
 * @param onError called for each unusable file; it keeps its previous content
 */
export function createEmbeddedSource(
  folderPath: string,
  services: readonly ServiceName[],
  onError: (error: unknown) => void,
  now: Clock = elapsed,
  {
    showsDrafts = false,
    sizeOf = async () => undefined,
    indexes = memoryIndexes,
    timeZone = 'UTC',
    wallClock = () => Date.now(),
    newsroomIndex = {},
  }: EmbeddedSettings = {},
): EmbeddedSource {
  const index = createNewsroomIndex(newsroomIndex, onError)
  const folder = createFolder(folderPath, index)
  let state: { catalogue: Catalogue; calendar: Calendar; searches: Map<ServiceName, ArticleSearch> } | undefined
  let lastLook = LONG_AGO
  let looking: Promise<void> | undefined
  let isReadBehind = false
  let report: ((service: ServiceName, change: FolderChange) => void) | undefined

  const look = async (): Promise<void> => {
    const { files, hasChanged } = await folder.read()
    // The first readers are served by then.
    if (state && !isReadBehind) void readBehind(files)
    isReadBehind = state !== undefined
    const at = wallClock()
    if (!hasChanged && state?.calendar.holdsAt(at)) return
    const before = state?.catalogue
    const calendar = calendarAt(at, timeZone)
    const catalogue = await buildCatalogue(files, services, before, onError, showsDrafts, calendar, index.metaOf)
    if (hasChanged) void index.save(indexedArticles(files))
    state = { catalogue, calendar, searches: new Map() }
    if (before && report) for (const [service, change] of changesBetween(before, catalogue)) report(service, change)
  }
  /** Scans again later when the folder moves or changes during a scan. */
  const scanSafely = async (): Promise<void> => {
    try {
      await look()
    } catch (error) {
      if (!state) throw error
      onError(error)
    }
    lastLook = now()
  }
  const current = async () => {
    if (!state || now() - lastLook > RESCAN_AFTER) {
      looking ??= scanSafely().finally(() => {
        looking = undefined
      })
      await looking
    }
    if (!state) throw new Error(`newsroom ${folderPath} could not be read`)
    return state
  }
  const of = async (service: Service) => {
    const { catalogue, searches } = await current()
    const own = catalogue.services.get(service.name)
    if (!own) throw new Error(`no catalogue for ${service.name}`)
    const search = searches.get(service.name) ?? createArticleSearch(service, own, catalogue, indexes)
    searches.set(service.name, search)
    return { catalogue, own, search, build: createWireBuilder(service, own, catalogue) }
  }
  type Content = Awaited<ReturnType<typeof of>>
  /** An outdated index entry makes the file be read again first. */
  const whole = async (
    service: Service,
    find: (content: Content) => CatalogueArticle | undefined,
  ): Promise<object | undefined> => {
    const json = await wholeOf(service, find)
    if (!folder.isOutdated) return json
    lastLook = LONG_AGO
    return wholeOf(service, find)
  }
  const wholeOf = async (service: Service, find: (content: Content) => CatalogueArticle | undefined) => {
    const content = await of(service)
    const article = find(content)
    if (!article) return undefined
    const { image } = article.meta
    return inSlices(content.build.article(article, image && (await sizeOf(image.src))))
  }
  const response = (call: string, json: unknown): WireResponse => ({ call: `newsroom ${call}`, json })

  return {
    prepare: async () => {
      await current()
    },
    revision: () => state?.catalogue,
    expire() {
      lastLook = LONG_AGO
    },
    directory: async (service, kind) => {
      const { own, catalogue } = await of(service)
      return { entries: directoryOf(kind, own, catalogue), isLast: true }
    },
    watch(pauseOf, onChange, onFailure) {
      report = onChange
      const stop = paced(() => {
        lastLook = LONG_AGO
        current().catch(onFailure)
      }, pauseOf)
      return () => {
        stop()
        report = undefined
      }
    },
    home: async (service) => {
      const { build } = await of(service)
      return response(`${service.name}/home.html`, build.home())
    },
    article: async (service, path) => {
      const json = await whole(service, ({ own, catalogue }) => own.byPath.get(path) ?? catalogue.pages.get(path))
      return response(`${service.name}${path}`, json)
    },
    draft: async (service, id) => {
      const isIt = ({ slug }: CatalogueArticle): boolean => slug === id
      const json = await whole(service, ({ own, catalogue }) => {
        const draft = own.drafts.get(id) ?? catalogue.pageDrafts.get(id)
        return draft ?? own.articles.find(isIt) ?? catalogue.pages.get(`/${id}`)
      })
      return response(`draft ${service.name} ${id}`, json && { ...json, headline: '', nrm_meta_noindex: true })
    },
    archive: async (service, kind, slug, page) => {
      const { own, build } = await of(service)
      const call = `${service.name} ${kind} ${slug} ${page}`
      if (kind === 'path') return response(call, undefined)
      if (kind === 'series') return response(call, page <= 1 ? seriesArchive(slug, own, build.card) : undefined)
      const articles = kind === 'author' ? articlesBy(own, slug) : articlesIn(own, kind, slug)
      const list = archiveOf(articles, build.card, page)
      if (kind === 'author') {
        const author = build.author(slug)
        return response(call, author && { type: kind, name: slug, ...author, ...list, author })
      }
      const terms = kind === 'category' ? own.terms.categories : own.terms.tags
      const isNewest = kind === 'category' && slug === NEWEST_CATEGORY
      const isKnown = isNewest || articles.length > 0 || terms.some((term) => term.slug === slug)
      return response(call, isKnown ? { type: kind, ...termHead(kind, termOf(terms, slug)), ...list } : undefined)
    },
    months: {
      all: async (service, kind, slug) => {
        const { own } = await of(service)
        return kind === 'category' || kind === 'tag' ? monthsOf(articlesIn(own, kind, slug), timeZone) : []
      },
      page: async (service, kind, slug, month, page) => {
        const { own, build } = await of(service)
        const articles = kind === 'category' || kind === 'tag' ? articlesIn(own, kind, slug) : []
        const ofMonth = articles.filter(({ meta }) => meta.date.startsWith(month)).reverse()
        const list = archiveOf(ofMonth, build.card, page, POSTS_PER_BULK)
        return response(`${service.name} ${kind} ${slug} ${month} ${page}`, { type: kind, name: month, ...list })
      },
    },
    block: async (service, ref) => {
      const { catalogue } = await of(service)
      const innerBlocks = catalogue.blocks.get(ref)
      return response(
        `blocks/${ref}`,
        innerBlocks && { blockName: 'core/block', attrs: { ref }, innerHTML: '', innerBlocks },
      )
    },
    search: async (service, query, page, _rank, filters = {}) => {
      const { search, build } = await of(service)
      const end = page * RESULTS_PER_PAGE
      const matches = await search.find(query, filters, end - RESULTS_PER_PAGE, RESULTS_PER_PAGE)
      const { total, missing, isMore = false } = matches
      return response(`${service.name} search ${page}`, {
        // The snippet is plain text; other sources have markup.
        posts: matches.articles.map(({ article, snippet }) => ({
          ...build.card(article),
          snippet: snippet && escapeHtml(snippet),
        })),
        hasMore: end < total,
        count: isMore ? undefined : total,
        missing,
      })
    },
    countFound: async (service, query) => {
      const { search } = await of(service)
      return response(`${service.name} count`, { posts: [], count: countOf(await search.count(query)) })
    },
    filtersSearch: true,
    suggest: async (service, query, count) => {
      const { search, build } = await of(service)
      const articles = await search.suggest(query, count)
      return response(`${service.name} suggest`, { posts: articles.map(build.card) })
    },
  }
}

/** Reads the files that an index stood for: one of the same dates and size may have other words. */
async function readBehind(files: readonly NewsroomFile[]): Promise<void> {
  const pause = takingTurns()
  for (const file of files) {
    if (file.isUnread) void file.text
    await pause()
  }
}
