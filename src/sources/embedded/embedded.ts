import { countOf } from '../../search/search-index.ts'
import type { ServiceName } from '../../services/service.ts'
import type { Clock } from '../../system/clock.ts'
import type { TimeZone } from '../../system/time-zone.ts'
import { type ContentSource, POSTS_PER_BULK, type SourceMonths, type WireResponse } from '../source.ts'
import type { CatalogueArticle } from './catalogue.ts'
import { archiveOf, directoryOf, listOf, monthsOf } from './lists.ts'
import { createNewsroom, type Newsroom, type NewsroomSettings } from './newsroom.ts'
import { resultsOf } from './search.ts'
import { articlesIn } from './wire.ts'

export { NewsroomFileWarning } from './front-matter.ts'

export interface EmbeddedSource extends ContentSource, Pick<Newsroom, 'watch' | 'unsaved' | 'prepareSearches'> {
  rescan(): Promise<void>
}

/** @param onError called for each unusable file, which keeps its previous content */
export function createEmbeddedSource(
  folderPath: string,
  services: readonly ServiceName[],
  onError: (error: unknown) => void,
  now?: Clock,
  settings: NewsroomSettings = {},
): EmbeddedSource {
  const newsroom = createNewsroom(folderPath, services, onError, now, settings)
  const { of } = newsroom
  const { timeZone = 'UTC' } = settings
  return {
    prepare: async () => {
      await newsroom.current()
    },
    revision: newsroom.revision,
    expire: newsroom.expire,
    watch: newsroom.watch,
    unsaved: newsroom.unsaved,
    prepareSearches: newsroom.prepareSearches,
    rescan: async () => {
      // A running scan may have begun before the change.
      await newsroom.current()
      newsroom.expire()
      await newsroom.current()
    },
    directory: async (service, kind) => {
      const { own, catalogue } = await of(service)
      return { entries: directoryOf(kind, own, catalogue), isLast: true }
    },
    home: async (service) => {
      const { build } = await of(service)
      return response(`${service.name}/home.html`, build.home())
    },
    article: async (service, path) => {
      const json = await newsroom.article(
        service,
        ({ own, catalogue }) => own.byPath.get(path) ?? catalogue.pages.get(path),
      )
      return response(`${service.name}${path}`, json)
    },
    draft: async (service, id) => {
      const isIt = ({ slug }: CatalogueArticle): boolean => slug === id
      const json = await newsroom.article(service, ({ own, catalogue }) => {
        const draft = own.drafts.get(id) ?? catalogue.pageDrafts.get(id)
        return draft ?? own.articles.find(isIt) ?? catalogue.pages.get(`/${id}`)
      })
      return response(`draft ${service.name} ${id}`, json && { ...json, headline: '', nrm_meta_noindex: true })
    },
    archive: async (service, kind, slug, page) => {
      const { own, build } = await of(service)
      return response(`${service.name} ${kind} ${slug} ${page}`, listOf(kind, slug, page, own, build))
    },
    card: cardIn(newsroom),
    months: monthsIn(newsroom, timeZone),
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
      return response(`${service.name} search ${page}`, await resultsOf(search, query, filters, page, build.card))
    },
    countFound: async (service, query) => {
      const { search } = await of(service)
      const matches = await search.count(query)
      return response(`${service.name} count`, { posts: [], count: countOf(matches), isPartial: matches.isPartial })
    },
    filtersSearch: true,
    suggest: async (service, query, count) => {
      const { search, build } = await of(service)
      const articles = await search.suggest(query, count)
      return response(`${service.name} suggest`, { posts: articles.map(build.card) })
    },
  }
}

function response(call: string, json: unknown): WireResponse {
  return { call: `newsroom ${call}`, json }
}

function cardIn({ of }: Newsroom): NonNullable<ContentSource['card']> {
  return async (service, path) => {
    const { own, build } = await of(service)
    const article = own.byPath.get(path)
    return response(`${service.name} card ${path}`, { posts: article ? [build.card(article)] : [] })
  }
}

function monthsIn(newsroom: Newsroom, timeZone: TimeZone): SourceMonths {
  return {
    all: async (service, kind, slug) => {
      const { own } = await newsroom.of(service)
      return kind === 'category' || kind === 'tag' ? monthsOf(articlesIn(own, kind, slug), timeZone) : []
    },
    page: async (service, kind, slug, month, page) => {
      const { own, build } = await newsroom.of(service)
      const articles = kind === 'category' || kind === 'tag' ? articlesIn(own, kind, slug) : []
      const ofMonth = articles.filter(({ meta }) => meta.date.startsWith(month)).reverse()
      const list = archiveOf(ofMonth, build.card, page, POSTS_PER_BULK)
      return response(`${service.name} ${kind} ${slug} ${month} ${page}`, { type: kind, name: month, ...list })
    },
  }
}
