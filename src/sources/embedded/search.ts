import type { SearchFilters } from '../../content/search-filters.ts'
import { searchableText } from '../../content/words.ts'
import { parseQuery } from '../../search/query.ts'
import type { FoundArticles, IndexedArticle, SearchIndex } from '../../search/search-index.ts'
import type { SearchIndexes } from '../../search/search-indexes.ts'
import { snippetOf } from '../../search/snippets.ts'
import { type LanguageWords, wordsOf } from '../../search/words/words.ts'
import type { Service } from '../../services/service.ts'
import { escapeHtml } from '../../system/escape.ts'
import { inSlices, type Steps } from '../../system/steps.ts'
import { RESULTS_PER_PAGE } from '../source.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { termOf } from './terms.ts'
import type { WireBuilder } from './wire.ts'

export interface ArticleSearch {
  find(query: string, filters: SearchFilters, from: number, count: number): Promise<FoundInService>
  count(query: string): Promise<Omit<FoundArticles, 'ids'>>
  suggest(query: string, count: number): Promise<CatalogueArticle[]>
}

export interface FoundInService extends Omit<FoundArticles, 'ids'> {
  articles: Array<{ article: CatalogueArticle; snippet: string | undefined }>
}

/** The index is built on the first search, one article at a time, so that neither the start nor other readers wait. */
export function createArticleSearch(
  { name, language }: Service,
  own: CatalogueService,
  catalogue: Catalogue,
  indexes: SearchIndexes,
): ArticleSearch {
  let index: Promise<SearchIndex> | undefined
  const built = (): Promise<SearchIndex> => {
    index ??= indexes
      .open(name, language, () => indexedArticles(own, catalogue))
      .catch((error: unknown) => {
        index = undefined
        throw error
      })
    return index
  }
  const articlesOf = (paths: readonly string[]): CatalogueArticle[] =>
    paths.flatMap((path) => own.byPath.get(path) ?? [])
  function* withSnippets(
    articles: readonly CatalogueArticle[],
    query: string,
    words: LanguageWords,
    missing: readonly string[],
  ): Steps<FoundInService['articles']> {
    const searched = parseQuery(query, words).words
    const articlesWithSnippets: FoundInService['articles'] = []
    for (const article of articles) {
      const { title, lead, category } = article.meta
      const shown = [title, lead, termOf('categories', category, own).name]
      const snippet = yield* snippetOf(shown, () => textOf(article), searched, words, missing)
      articlesWithSnippets.push({ article, snippet })
      yield
    }
    return articlesWithSnippets
  }
  return {
    async find(query, filters, from, count) {
      const { ids, ...matches } = await (await built()).find(query, filters, from, count)
      const words = await wordsOf(language)
      // One series of slices keeps a page of results from becoming one long turn.
      const articles = await inSlices(withSnippets(articlesOf(ids), query, words, matches.missing))
      return { ...matches, articles }
    },
    async count(query) {
      const { ids: _, ...matches } = await (await built()).find(query, {}, 0, 1)
      return matches
    },
    suggest: async (query, count) => articlesOf(await (await built()).suggest(query, count)),
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
  const { articles, total, missing, isMore } = await search.find(
    query,
    filters,
    end - RESULTS_PER_PAGE,
    RESULTS_PER_PAGE,
  )
  return {
    // The snippet is plain text; other sources have markup.
    posts: articles.map(({ article, snippet }) => ({ ...card(article), snippet: snippet && escapeHtml(snippet) })),
    hasMore: end < total,
    count: isMore ? undefined : total,
    missing,
  }
}

function* textOf({ meta: { image }, body }: CatalogueArticle): Steps<string> {
  return [yield* searchableText(body), image?.alt ?? ''].join('\n').trim()
}

async function* indexedArticles(own: CatalogueService, catalogue: Catalogue): AsyncGenerator<IndexedArticle, void> {
  for (const article of own.articles) {
    const { path, meta } = article
    yield {
      id: path,
      title: meta.title,
      names: [
        ...meta.author.map((slug) => catalogue.authors.get(slug)?.name ?? own.names.get(`author:${slug}`) ?? slug),
        termOf('categories', meta.category, own).name,
        ...meta.tags.map((tag) => termOf('tags', tag, own).name),
      ],
      lead: meta.lead,
      text: await inSlices(textOf(article)),
      category: meta.category,
      date: meta.date,
    }
  }
}
