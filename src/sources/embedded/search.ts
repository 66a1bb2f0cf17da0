import type { SearchFilters } from '../../content/search-filters.ts'
import { searchableText, withinSearch } from '../../content/words.ts'
import {
  FEW_ARTICLES,
  type FollowingIndex,
  type FoundArticles,
  type SearchIndex,
  type VersionedArticles,
} from '../../search/search-index.ts'
import type { SearchIndexes } from '../../search/search-indexes.ts'
import type { SnippetOf } from '../../search/snippets.ts'
import type { Service } from '../../services/service.ts'
import { escapeHtml } from '../../system/escape.ts'
import { shortHash } from '../../system/short-hash.ts'
import { inSlices, type Steps, takingTurns } from '../../system/steps.ts'
import { RESULTS_PER_PAGE } from '../source.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { termOf } from './terms.ts'
import type { WireBuilder } from './wire.ts'

const VERSION_LENGTH = 16

export interface ArticleSearch {
  find(query: string, filters: SearchFilters, from: number, count: number): Promise<FoundInService>
  count(query: string): Promise<Omit<FoundArticles, 'ids'>>
  suggest(query: string, count: number): Promise<CatalogueArticle[]>
  /** Never rejects. */
  prepare(): Promise<void>
}

export interface FoundInService extends Omit<FoundArticles, 'ids'> {
  articles: Array<{ article: CatalogueArticle; snippet: string | undefined }>
}

/**
 * Makes the index at the first search, in turns, so that other readers do not wait.
 * @param following absent: each catalogue has an index of its own
 */
export function createArticleSearch(
  { name, language }: Service,
  own: CatalogueService,
  catalogue: Catalogue,
  indexes: SearchIndexes,
  following?: FollowedSearch,
): ArticleSearch {
  const all = versionedArticles(own, catalogue)
  following?.follow(all)
  let index: Promise<SearchIndex> | undefined
  const built = (): Promise<SearchIndex> => {
    if (following) return following.open()
    index ??= indexes
      .open(name, language, () => all.read())
      .catch((error: unknown) => {
        index = undefined
        throw error
      })
    return index
  }
  const articlesOf = (paths: readonly string[]): CatalogueArticle[] =>
    paths.flatMap((path) => own.byPath.get(path) ?? [])
  function* withSnippets(articles: readonly CatalogueArticle[], snippet: SnippetOf): Steps<FoundInService['articles']> {
    const articlesWithSnippets: FoundInService['articles'] = []
    for (const article of articles) {
      const { title, lead, category } = article.meta
      const shown = [title, lead, termOf('categories', category, own).name]
      articlesWithSnippets.push({ article, snippet: yield* snippet(shown, () => textOf(article)) })
      yield
    }
    return articlesWithSnippets
  }
  return {
    async find(query, filters, from, count) {
      const { ids, ...matches } = await (await built()).find(query, filters, from, count)
      const { snippetsFor } = await import('../../search/snippets.ts')
      const snippet = await snippetsFor(query, language, matches.missing)
      // Keeps a page of results from becoming one long turn.
      const articles = await inSlices(withSnippets(articlesOf(ids), snippet))
      return { ...matches, articles }
    },
    async count(query) {
      const { ids: _, ...matches } = await (await built()).find(query, {}, 0, 1)
      return matches
    },
    suggest: async (query, count) => articlesOf(await (await built()).suggest(query, count)),
    async prepare() {
      // Opening loads the language's words, 2.5 MB of Polish.
      if (own.articles.length <= FEW_ARTICLES) return
      await (await following?.open())?.prepare()
    },
  }
}

/** One index per service, with the articles of the newest catalogue. */
export interface FollowedSearch {
  follow(articles: VersionedArticles): void
  open(): Promise<FollowingIndex>
}

export function followedSearch(open: () => Promise<FollowingIndex>): FollowedSearch {
  let newest: VersionedArticles | undefined
  let opened: Promise<FollowingIndex> | undefined
  return {
    follow(articles) {
      newest = articles
    },
    async open() {
      opened ??= open().catch((error: unknown) => {
        opened = undefined
        throw error
      })
      const index = await opened
      if (newest) index.follow(newest)
      return index
    },
  }
}

export async function resultsOf(
  search: ArticleSearch,
  query: string,
  filters: SearchFilters,
  page: number,
  card: WireBuilder['card'],
): Promise<object> {
  const end = page * RESULTS_PER_PAGE
  const { articles, total, missing, isMore, isPartial } = await search.find(
    query,
    filters,
    end - RESULTS_PER_PAGE,
    RESULTS_PER_PAGE,
  )
  return {
    // Other sources have markup.
    posts: articles.map(({ article, snippet }) => ({ ...card(article), snippet: snippet && escapeHtml(snippet) })),
    hasMore: end < total,
    count: isMore || isPartial ? undefined : total,
    missing: isPartial ? [] : missing,
    isPartial,
  }
}

function* textOf(article: CatalogueArticle): Steps<string> {
  const plain = article.plainWords?.()
  const text = plain === undefined ? yield* searchableText(article.body) : withinSearch(plain)
  return [text, article.meta.image?.alt ?? ''].join('\n').trim()
}

function versionedArticles(own: CatalogueService, catalogue: Catalogue): VersionedArticles {
  let versions: Promise<ReadonlyMap<string, string>> | undefined
  const namesOf = ({ meta }: CatalogueArticle): string[] => [
    ...meta.author.map((slug) => catalogue.authors.get(slug)?.name ?? own.names.get(`author:${slug}`) ?? slug),
    termOf('categories', meta.category, own).name,
    ...meta.tags.map((tag) => termOf('tags', tag, own).name),
  ]
  const versionOf = (article: CatalogueArticle): string =>
    shortHash([article.version, article.meta.date, ...namesOf(article)].join('\n'), VERSION_LENGTH)
  function* allVersions(): Steps<ReadonlyMap<string, string>> {
    const all = new Map<string, string>()
    for (const article of own.articles) {
      all.set(article.path, versionOf(article))
      yield
    }
    return all
  }
  return {
    versions() {
      versions ??= inSlices(allVersions())
      return versions
    },
    async *read(ids, withTexts = true) {
      const pause = takingTurns()
      for (const article of own.articles) {
        const { path, meta } = article
        if (ids && !ids.has(path)) continue
        const { title, lead, category, date } = meta
        const text = withTexts ? await inSlices(textOf(article)) : ''
        yield { id: path, title, names: namesOf(article), lead, text, category, date }
        await pause()
      }
    },
  }
}
