import { searchableText } from '../../content/html/searchable-text.ts'
import type { SearchFilters } from '../../content/search-filters.ts'
import { inSlices } from '../../content/steps.ts'
import type { IndexedArticle, SearchIndex } from '../../search/search-index.ts'
import type { SearchIndexes } from '../../search/search-indexes.ts'
import type { Service } from '../../services/service.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { termOf } from './wire.ts'

/** Full-text search over one service's articles. */
export interface ArticleSearch {
  /**
   * Articles, best first, and the number of all results.
   * @param from number of results to leave out
   */
  find(
    query: string,
    filters: SearchFilters,
    from: number,
    count: number,
  ): Promise<{ articles: CatalogueArticle[]; total: number }>
  /** Articles for words that are still being typed. */
  suggest(query: string, count: number): Promise<CatalogueArticle[]>
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
  return {
    async find(query, filters, from, count) {
      const { ids, total } = await (await built()).find(query, filters, from, count)
      return { articles: articlesOf(ids), total }
    },
    suggest: async (query, count) => articlesOf(await (await built()).suggest(query, count)),
  }
}

/** Newest first. */
async function* indexedArticles(own: CatalogueService, catalogue: Catalogue): AsyncGenerator<IndexedArticle, void> {
  for (const { path, meta, body } of own.articles) {
    yield {
      id: path,
      title: meta.title,
      names: [
        ...meta.author.map((slug) => catalogue.authors.get(slug)?.name ?? slug),
        termOf(own.terms.categories, meta.category).name,
        ...meta.tags.map((tag) => termOf(own.terms.tags, tag).name),
      ],
      lead: meta.lead,
      text: await inSlices(searchableText(body)),
      category: meta.category,
      date: meta.date,
    }
  }
}
