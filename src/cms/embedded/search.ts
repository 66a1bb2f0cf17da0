import { beginningOf } from '../../content/html/size.ts'
import { parseHtmlInSteps, textOf } from '../../content/html/tree.ts'
import { MAX_CHARACTERS, MAX_TAGS } from '../../content/limits.ts'
import type { SearchFilters } from '../../content/search-filters.ts'
import { inSlices, type Steps } from '../../content/steps.ts'
import { foldWhiteSpace } from '../../content/text.ts'
import type { IndexedArticle, SearchIndex } from '../../search/search-index.ts'
import type { SearchIndexes } from '../../search/search-indexes.ts'
import type { Service } from '../../services/service.ts'
import type { Catalogue, CatalogueArticle, CatalogueService } from './catalogue.ts'
import { termOf } from './wire.ts'

/** Searchable characters of an article: fifty pages (COST-39). They are indexed without a pause. */
const MAX_INDEXED = 100_000
/** How much markup is searched for them. */
const MARKUP_LIMIT = { tags: MAX_TAGS, characters: MAX_CHARACTERS }

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
      text: await inSlices(plainTextOf(body)),
      category: meta.category,
      date: meta.date,
    }
  }
}

function* plainTextOf(body: string): Steps<string> {
  const nodes = yield* parseHtmlInSteps(beginningOf(body, MARKUP_LIMIT))
  return foldWhiteSpace(textOf(nodes).slice(0, MAX_INDEXED))
}
